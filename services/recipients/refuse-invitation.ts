import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { DeliveryChanges } from '#services/deliveries/delivery-changes.ts';
import { lockDeliveries } from '#services/deliveries/locked.ts';
import { appendTimeline } from '#services/timeline.ts';
import { findByLink } from './invitations.ts';

/**
 * "This is not for me": the link opens nothing from now on, the delivery has failed, and its owner is told.
 * @throws AppError conflict once it was opened; not-found, gone
 */
export async function refuseInvitation(context: Context, secret: string): Promise<void> {
  const { id, ownerId, linkEpoch } = await findByLink(context, secret);
  await context.em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [id]);
    const [delivery] = deliveries;
    const revoked = await tx.execute<{ id: string }[]>(
      `update deliveries set link_epoch = link_epoch + 1, link_revoked_at = now()
       where id = ? and link_epoch = ? and opened_at is null returning id`,
      [id, linkEpoch],
    );
    if (!delivery || revoked.length === 0) throw new AppError('conflict', 'It can only be put away unopened.');
    await appendTimeline(tx, context.now, [
      // The epoch tells later which link it was that said so.
      { ownerId, kind: 'delivery-link-refused', actor: 'recipient', deliveryId: id, detail: { epoch: linkEpoch } },
    ]);
    if (delivery.status === 'failed') return;
    const changes = new DeliveryChanges();
    changes.failed(delivery, 'refused', 'recipient');
    await changes.write(tx, now);
  });
}
