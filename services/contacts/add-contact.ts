import type { NewTrustedContact } from '#domain/contacts/contacts.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { tellNewContact } from '#services/emergency/contacts-changed.ts';
import { needsChanged } from '#services/emergency/needs-changed.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { newId } from '#services/ids.ts';
import { type ContactRow, type ContactView, toContactView } from './contact-view.ts';

/** Each of them gets every emergency content: more is a mailing list, and would be sent as one. */
export const CONTACTS_MAX = 50;

/**
 * Adds somebody to be told when the owner stops checking in; at once, where the others were told already. A protocol that
 * lacked only a contact starts.
 * @throws AppError conflict when the address is already among them, or is the owner's own, or there are CONTACTS_MAX
 */
export async function addContact(context: Context, ownerId: string, input: NewTrustedContact): Promise<ContactView> {
  return context.em.transactional(async (tx) => {
    // Counted under the owner's lock: two at once cannot both be the fiftieth.
    const [owner] = await tx.execute<{ email: string }[]>('select email from users where id = ? for no key update', [
      ownerId,
    ]);
    if (owner?.email === input.email)
      throw refused('email', 'This is your own address. A trusted contact is somebody else.');
    const [{ count = '0' } = {}] = await tx.execute<{ count: string }[]>(
      'select count(*) from trusted_contacts where owner_id = ?',
      [ownerId],
    );
    if (Number(count) >= CONTACTS_MAX)
      throw new AppError('conflict', `You have ${CONTACTS_MAX} trusted contacts, which is as many as there can be.`);
    const [row] = await tx.execute<ContactRow[]>(
      `insert into trusted_contacts (id, owner_id, name, email, created_at) values (?, ?, ?, ?, ?)
       on conflict (owner_id, email) do nothing returning id, name, email, created_at`,
      [newId(), ownerId, input.name, input.email, context.now],
    );
    if (!row) throw refused('email', 'This address is already among your trusted contacts.');
    await needsChanged(tx, ownerId, dayOf(context));
    await tellNewContact(tx, ownerId);
    return toContactView(row);
  });
}

function refused(field: string, message: string): AppError {
  return new AppError('conflict', message, [{ field, message }]);
}
