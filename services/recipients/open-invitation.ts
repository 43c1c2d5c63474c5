import type { EntityManager } from '@mikro-orm/postgresql';
import { canBeKeptBack, decideEvent } from '#domain/delivery/protocol.ts';
import type { Context } from '#services/context.ts';
import { DeliveryChanges } from '#services/deliveries/delivery-changes.ts';
import { type LockedDelivery, lockDeliveries } from '#services/deliveries/locked.ts';
import { appendTimeline } from '#services/timeline.ts';
import { findByLink, type OpenedDelivery, readDelivery } from './invitations.ts';

/**
 * Opens what was sent for its recipient. The first opening is recorded. Whoever opens it has it: where we did not know
 * whether the message was taken, we know now, and no further copy goes out.
 * @throws AppError not-found, gone
 */
export async function openInvitation(context: Context, secret: string): Promise<OpenedDelivery> {
  const found = await findByLink(context, secret);
  const { id, ownerId, linkEpoch } = found;
  const delivery = await readDelivery(context, found);
  if (delivery.opened) return delivery;
  await context.em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [id]);
    const [locked] = deliveries;
    if (locked) await settle(tx, locked, now);
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
  return { ...delivery, opened: true };
}

/** Not so where its owner has it sent once more: that was asked for, and goes out whoever opens the earlier one. */
async function isInPlaceOfAnother(tx: EntityManager, { id, revision }: LockedDelivery): Promise<boolean> {
  const [before] = await tx.execute<{ channel: string }[]>(
    'select channel from delivery_attempts where delivery_id = ? and revision = ? order by n desc limit 1',
    [id, revision - 1],
  );
  return before?.channel === 'whatsapp';
}

async function settle(tx: EntityManager, delivery: LockedDelivery, now: number): Promise<void> {
  const changes = new DeliveryChanges();
  // The newest that can have brought it: a further copy may have been refused since.
  const bringer = delivery.attempts.findLast(({ state }) => state === 'started' || state === 'unknown');
  if (bringer) {
    const effect = decideEvent(delivery, bringer, { kind: 'accepted' });
    if (effect.attempt) changes.attempt({ id: bringer.id, ...effect.attempt, reason: null, messageId: null });
    if (effect.delivery) changes.sent(delivery, now);
  }
  if (canBeKeptBack(delivery) && (await isInPlaceOfAnother(tx, delivery))) changes.sent(delivery, now);
  await changes.write(tx, now);
}
