import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import { leaveFormerContact } from '#services/emergency/contacts-changed.ts';
import { needsChanged } from '#services/emergency/needs-changed.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';

/**
 * Removes a trusted contact. Without any, the protocol stops.
 * @throws AppError not-found, also for another person's
 */
export async function removeContact(context: Context, ownerId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound('contact');
  await context.em.transactional(async (tx) => {
    // The account before what belongs to it, as everybody locks them.
    await tx.execute('select 1 from users where id = ? for no key update', [ownerId]);
    const [removed] = await tx.execute<{ email: string }[]>(
      'delete from trusted_contacts where id = ? and owner_id = ? returning email',
      [id, ownerId],
    );
    if (!removed) throw notFound('contact');
    await leaveFormerContact(tx, ownerId, removed.email);
    await needsChanged(tx, ownerId, dayOf(context));
  });
}
