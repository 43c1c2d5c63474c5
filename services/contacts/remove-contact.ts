import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';

/**
 * Removes a trusted contact.
 * @throws AppError not-found, also for another person's
 */
export async function removeContact({ em }: Context, ownerId: string, id: string): Promise<void> {
  const removed = isId(id)
    ? await em.execute<{ id: string }[]>('delete from trusted_contacts where id = ? and owner_id = ? returning id', [
        id,
        ownerId,
      ])
    : [];
  if (removed.length === 0) throw notFound('contact');
}
