import type { Context } from '#services/context.ts';
import { linkSecret } from '#services/crypto/link.ts';

/** @returns the secrets of the pages of an owner's contacts, who were asked and accept, by their names */
export async function contactLinks(context: Context, ownerId: string): Promise<Record<string, string>> {
  const contacts = await context.em.execute<{ id: string; name: string; ask_epoch: number }[]>(
    "update trusted_contacts set answer = 'accepted' where owner_id = ? returning id, name, ask_epoch",
    [ownerId],
  );
  return Object.fromEntries(
    contacts.map(({ id, name, ask_epoch }) => [name, linkSecret(context.keyring, 'contact-ask', id, ask_epoch)]),
  );
}
