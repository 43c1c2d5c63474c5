import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import { leaveFormerContact } from '#services/emergency/contacts-changed.ts';

/**
 * Removes a trusted contact.
 * @throws AppError not-found, also for another person's
 */
export async function removeContact({ em }: Context, ownerId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound('contact');
  await em.transactional(async (tx) => {
    const [removed] = await tx.execute<{ email: string }[]>(
      'delete from trusted_contacts where id = ? and owner_id = ? returning email',
      [id, ownerId],
    );
    if (!removed) throw notFound('contact');
    await leaveFormerContact(tx, ownerId, removed.email);
  });
}
