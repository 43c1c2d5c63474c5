import { Delivery } from '#db/entities/delivery.ts';
import type { Reschedule } from '#domain/delivery/delivery.schema.ts';
import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import { chosenTime } from './chosen-time.ts';
import type { DeliveryView } from './delivery-view.ts';
import { lockOwnDelivery, requireChangeable } from './own-delivery.ts';
import { findDelivery } from './queries.ts';

/**
 * Changes when and to whom, as a new revision.
 * @throws AppError conflict once it is due, being sent or finished; validation-failed; not-found
 */
export async function rescheduleDelivery(
  context: Context,
  ownerId: string,
  id: string,
  input: Reschedule,
): Promise<DeliveryView> {
  const { em, now } = context;
  const chosen = chosenTime(input.local_time, input.time_zone, now);
  await em.transactional(async (tx) => {
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    requireChangeable(delivery, databaseNow);
    const revision = delivery.revision + 1;
    await tx.nativeUpdate(
      Delivery,
      { id, owner: ownerId },
      {
        recipientEmail: input.recipient_email,
        recipientName: input.recipient_name,
        scheduledTime: chosen.instant,
        localTime: chosen.local,
        timeZone: input.time_zone,
        nextAttemptAt: chosen.instant,
        engineCheckedAt: null,
        revision,
      },
    );
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-rescheduled', actor: 'owner', deliveryId: id, detail: { revision } },
    ]);
  });
  return findDelivery(context, ownerId, id);
}
