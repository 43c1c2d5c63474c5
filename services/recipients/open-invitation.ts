import { decideEvent } from '#domain/delivery/protocol.ts';
import type { Context } from '#services/context.ts';
import { DeliveryChanges, lockDeliveries } from '#services/deliveries/locked.ts';
import { appendTimeline } from '#services/timeline.ts';
import { findByLink, type OpenedDelivery } from './invitations.ts';

/**
 * Opens the letter for its recipient. The first opening is recorded. Whoever opens it has it: where we did not know
 * whether the message was taken, we know now, and no further copy goes out.
 * @throws AppError not-found, gone
 */
export async function openInvitation(context: Context, secret: string): Promise<OpenedDelivery> {
  const { id, ownerId, linkEpoch, invitation, items } = await findByLink(context, secret);
  if (invitation.opened) return { ...invitation, items };
  await context.em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [id]);
    const [delivery] = deliveries;
    const newest = delivery?.attempts.at(-1);
    if (delivery && newest && (newest.state === 'started' || newest.state === 'unknown')) {
      const changes = new DeliveryChanges();
      const effect = decideEvent(delivery, newest, { kind: 'accepted' });
      if (effect.attempt) changes.attempt({ id: newest.id, ...effect.attempt, reason: null, messageId: null });
      if (effect.delivery) changes.sent(delivery, now);
      await changes.write(tx, now);
    }
    const first = await tx.execute<{ id: string }[]>(
      'update deliveries set opened_at = ? where id = ? and link_epoch = ? and opened_at is null returning id',
      [new Date(now), id, linkEpoch],
    );
    if (first.length > 0) {
      await appendTimeline(tx, new Date(now), [
        { ownerId, kind: 'delivery-opened', actor: 'recipient', deliveryId: id },
      ]);
    }
  });
  return { ...invitation, opened: true, items };
}
