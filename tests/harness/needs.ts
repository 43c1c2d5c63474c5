import type { Context } from '#services/context.ts';
import { addContact } from '#services/emergency/contacts.ts';
import { setEmergency } from '#services/vault/change-content.ts';

/**
 * Gives a person what their protocol needs before it runs: a confirmed address, a contact, and their letter to send.
 * @param confirmedDaysAgo when the address was confirmed
 */
export async function giveNeeds(
  context: Context,
  { id, letter }: { id: string; letter: { id: string } },
  confirmedDaysAgo = 0,
): Promise<void> {
  await context.em.execute(`update users set email_confirmed_at = now() - ? * interval '1 day' where id = ?`, [
    confirmedDaysAgo,
    id,
  ]);
  await addContact(context, id, { name: 'Rui', email: 'rui@example.com' });
  await setEmergency(context, id, letter.id, true);
}
