import type { EntityManager } from '@mikro-orm/postgresql';
import { Delivery } from '#db/entities/delivery.ts';
import type { ChangeDelivery, Reschedule } from '#domain/delivery/delivery.schema.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import { chosenChannel } from './chosen-channel.ts';
import { chosenTime } from './chosen-time.ts';
import type { DeliveryView } from './delivery-view.ts';
import type { LockedDelivery } from './locked.ts';
import { lockOwnDelivery, requireChangeable } from './own-delivery.ts';
import { findDelivery } from './queries.ts';

/**
 * Changes when, how and to whom, as a new revision.
 * @param input all of it, as people give it, or some of it with an instant, as programs do: what is left out stays as it is
 * @throws AppError conflict once it is due, being sent or finished; validation-failed; not-found
 */
export async function rescheduleDelivery(
  context: Context,
  ownerId: string,
  id: string,
  input: Reschedule | ChangeDelivery,
): Promise<DeliveryView> {
  const { em, now } = context;
  const time = timeOf(input, now);
  await em.transactional(async (tx) => {
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    requireChangeable(delivery, databaseNow);
    const changes = { ...recipientOf(input), ...((await staysAnInstant(tx, delivery, time)) ? {} : time) };
    const way = chosenChannel(context, input, delivery);
    const revision = delivery.revision + 1;
    await tx.nativeUpdate(
      Delivery,
      { id, owner: ownerId },
      { ...changes, ...UNASKED, ...way, engineCheckedAt: null, revision },
    );
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-rescheduled', actor: 'owner', deliveryId: id, detail: { revision } },
    ]);
  });
  return findDelivery(context, ownerId, id);
}

/** What was asked about the address was asked about what it was before. */
const UNASKED = { addressAskedAt: null, addressHoldsAt: null };

/** What is undefined is not written. */
function recipientOf(input: Reschedule | ChangeDelivery) {
  return defined({ recipientEmail: input.recipient_email, recipientName: input.recipient_name });
}

/**
 * What a program scheduled is an instant. A form that comes back with the time it showed has chosen no other: the instant
 * stays, with its seconds, and no rules of a zone move it.
 */
async function staysAnInstant(
  tx: EntityManager,
  { id, scheduledAt, timeZone }: LockedDelivery,
  time: ReturnType<typeof timeOf>,
): Promise<boolean> {
  if (!time.localTime || time.timeZone !== timeZone) return false;
  if (time.scheduledTime?.getTime() !== Math.floor(scheduledAt / MINUTE) * MINUTE) return false;
  const { localTime } = await tx.findOneOrFail(Delivery, { id }, { fields: ['localTime'] });
  return localTime === null;
}

function timeOf(input: Reschedule | ChangeDelivery, now: Date) {
  if (!('local_time' in input)) {
    if (!input.scheduled_time) return {};
    const { instant } = chosenTime({ scheduled_time: input.scheduled_time }, now);
    // Shown in the zone that it had.
    return { scheduledTime: instant, localTime: null, nextAttemptAt: instant };
  }
  const { instant, local } = chosenTime(input, now);
  return { scheduledTime: instant, localTime: local, timeZone: input.time_zone, nextAttemptAt: instant };
}

function defined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
