import { Delivery } from '#db/entities/delivery.ts';
import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import { lockOwnDelivery, requireChangeable } from './own-delivery.ts';

/**
 * Deletes a delivery that has not begun to leave. The row stays, without the recipient, until the engine knows.
 * @throws AppError conflict once it is due, being sent or finished; not-found
 */
export async function deleteDelivery({ em, now }: Context, ownerId: string, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    requireChangeable(delivery, databaseNow);
    const revision = delivery.revision + 1;
    await tx.nativeUpdate(
      Delivery,
      { id, owner: ownerId },
      { deletedAt: now, nextAttemptAt: null, recipientEmail: '', recipientName: null, recipientPhone: null, revision },
    );
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-deleted', actor: 'owner', deliveryId: id, detail: { revision } },
    ]);
  });
}
