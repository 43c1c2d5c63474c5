import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import { findByLink, type OpenedDelivery } from './invitations.ts';

/**
 * Opens the letter for its recipient. The first opening is recorded.
 * @throws AppError not-found, gone
 */
export async function openInvitation(context: Context, secret: string): Promise<OpenedDelivery> {
  const { id, ownerId, invitation, items } = await findByLink(context, secret);
  await context.em.transactional(async (tx) => {
    const first = await tx.execute<{ id: string }[]>(
      'update deliveries set opened_at = ? where id = ? and opened_at is null returning id',
      [context.now, id],
    );
    if (first.length > 0)
      await appendTimeline(tx, context.now, [{ ownerId, kind: 'delivery-opened', actor: 'recipient', deliveryId: id }]);
  });
  return { ...invitation, opened: true, items };
}
