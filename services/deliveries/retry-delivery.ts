import type { EntityManager } from '@mikro-orm/postgresql';
import { Delivery, DeliveryContent } from '#db/entities/delivery.ts';
import type { Retry } from '#domain/delivery/delivery.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import { chosenChannel } from './chosen-channel.ts';
import type { DeliveryView } from './delivery-view.ts';
import { lockOwnDelivery } from './own-delivery.ts';
import { findDelivery } from './queries.ts';

/** What became of the earlier message is told by the timeline alone. */
const AS_IF_NEVER_SENT = {
  status: 'pending',
  fellBackAt: null,
  sentAt: null,
  deliveredAt: null,
  openedAt: null,
  downloadedAt: null,
  linkExpiresAt: null,
  linkRevokedAt: null,
  isUnconfirmed: false,
  finishedAt: null,
  failureCode: null,
  engineCheckedAt: null,
} as const;

/**
 * Sends a failed delivery again, now, as a new revision: to the same address or to a corrected one, by the same way or by
 * another. The link of the earlier message opens nothing any more.
 * @throws AppError conflict when it has not failed, when what it carried was deleted, or when it belongs to a release;
 *   validation-failed for a number that cannot be, or WhatsApp without one; not-found
 */
export async function retryDelivery(
  context: Context,
  ownerId: string,
  id: string,
  input: Retry,
): Promise<DeliveryView> {
  const { em, now } = context;
  await em.transactional(async (tx) => {
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    if (delivery.origin === 'release') throw notSentAgain();
    if (delivery.status !== 'failed') throw new AppError('conflict', 'Only a delivery that failed can be tried again.');
    await requireContent(tx, id);
    const revision = delivery.revision + 1;
    const way = chosenChannel(context, input, delivery);
    await tx.nativeUpdate(
      Delivery,
      { id, owner: ownerId },
      {
        ...AS_IF_NEVER_SENT,
        ...way,
        recipientEmail: input.recipient_email,
        nextAttemptAt: new Date(databaseNow),
        linkEpoch: delivery.linkEpoch + 1,
        revision,
      },
    );
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-retried', actor: 'owner', deliveryId: id, detail: { revision } },
    ]);
  });
  return findDelivery(context, ownerId, id);
}

/** Whoever reads this is here, and then a release takes nothing further to anybody. */
export function notSentAgain(): AppError {
  return new AppError(
    'conflict',
    'Your emergency protocol sent this: it is not sent again. You can schedule any of it as a delivery of its own.',
  );
}

/**
 * Whoever deletes a content locks its deliveries, as we have locked this one: what is here stays here.
 * @throws AppError conflict when it was deleted
 */
export async function requireContent(tx: EntityManager, id: string): Promise<void> {
  if ((await tx.count(DeliveryContent, { delivery: id, content: null })) > 0)
    throw new AppError('conflict', 'You have deleted what this delivery carried: it cannot be sent again.');
}
