import { Delivery } from '#db/entities/delivery.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import { linkExpiry } from './compose-invitation.ts';
import type { DeliveryView } from './delivery-view.ts';
import { lockOwnDelivery } from './own-delivery.ts';
import { findDelivery } from './queries.ts';
import { ofRelease } from './revoke-link.ts';

/**
 * Lets the link of what was sent open for another 24 months from now, also one whose time has passed. Asked for once more
 * on the same day it changes nothing.
 * @throws AppError conflict when it was not sent, its link was taken back, or a release sent it; not-found
 */
export async function extendLink(context: Context, ownerId: string, id: string): Promise<DeliveryView> {
  await context.em.transactional(async (tx) => {
    const { delivery, now } = await lockOwnDelivery(tx, ownerId, id);
    if (delivery.origin === 'release') throw ofRelease();
    if (delivery.status !== 'sent')
      throw new AppError('conflict', 'Only the link of something that was sent can be extended.');
    if (delivery.isLinkRevoked)
      throw new AppError('conflict', 'This link was taken back. Sending it again brings a new one.');
    const at = new Date(now);
    const until = linkExpiry(at);
    const { linkExpiresAt, sentAt } = await tx.findOneOrFail(
      Delivery,
      { id, owner: ownerId },
      { fields: ['linkExpiresAt', 'sentAt'] },
    );
    const present = linkExpiresAt ?? linkExpiry(sentAt ?? at);
    if (until.getTime() - present.getTime() < DAY) return;
    await tx.nativeUpdate(Delivery, { id, owner: ownerId }, { linkExpiresAt: until });
    await appendTimeline(tx, at, [
      {
        ownerId,
        kind: 'delivery-link-extended',
        actor: 'owner',
        deliveryId: id,
        detail: { until: until.toISOString() },
      },
    ]);
  });
  return findDelivery(context, ownerId, id);
}
