/** What an owner does with a delivery before it goes out: schedule, change, delete. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { ChangeDelivery, Reschedule, Schedule, ScheduleInstant } from '#domain/delivery/delivery.schema.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { appendTimeline } from '#services/timeline.ts';
import { admitChange, changeLocked, prepareChange } from './change-delivery.ts';
import type { DeliveryView } from './delivery-view.ts';
import { type LockedDelivery, lockOwnDelivery, requireChangeable, updateOwn } from './locked.ts';
import { findDelivery } from './queries.ts';
import { scheduleDeliveries } from './schedule-several.ts';

/**
 * Schedules one delivery to one person: see `scheduleDeliveries`.
 * @param input with a local time, as people choose it, or with an instant, as programs do
 * @throws AppError as `scheduleDeliveries`
 */
export async function scheduleDelivery(
  context: Context,
  ownerId: string,
  input: Schedule | ScheduleInstant,
): Promise<DeliveryView> {
  const [first] = await scheduleDeliveries(context, ownerId, input);
  if (!first) throw notFound('delivery');
  return first;
}

/**
 * Changes when, how and to whom, as a new revision.
 * @param input all of it, as people give it, or some of it with an instant, as programs do: what is left out does not change
 * @throws AppError conflict once it is due, being sent or finished; validation-failed, also where the recipient wants nothing
 *   more; not-found; address-unconfirmed; too-many-requests beyond the day's new recipients
 */
export async function rescheduleDelivery(
  context: Context,
  ownerId: string,
  id: string,
  input: Reschedule | ChangeDelivery,
): Promise<DeliveryView> {
  const prepared = await prepareChange(context, ownerId, input);
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const { delivery, now } = await lockOwnDelivery(tx, ownerId, id);
    requireChangeable(delivery, now);
    await requireConfirmedAddress(tx, ownerId);
    await admitChange({ ...context, em: tx }, delivery, input);
    await changeLocked({ ...context, em: tx }, delivery, input, prepared);
  });
  return findDelivery(context, ownerId, id);
}

/**
 * Deletes a delivery that has not begun to leave. The row remains, without the recipient, until the engine is synced.
 * @throws AppError conflict once it is due, being sent or finished; not-found
 */
export async function deleteDelivery({ em, now }: Context, ownerId: string, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    requireChangeable(delivery, databaseNow);
    await deleteLocked(tx, delivery, now);
  });
}

/** Deletes a delivery that this transaction has locked, and that its owner may change. */
export async function deleteLocked(tx: EntityManager, delivery: LockedDelivery, now: Date): Promise<void> {
  const { id: deliveryId, ownerId } = delivery;
  const revision = delivery.revision + 1;
  await updateOwn(tx, delivery, deletion(now, revision));
  await appendTimeline(tx, now, [
    { ownerId, kind: 'delivery-deleted', actor: 'owner', deliveryId, detail: { revision } },
  ]);
}

/** @returns what a deleted delivery's row becomes: nothing in it says whom it was for, or what they were to be asked */
export function deletion<Revision>(at: Date, revision: Revision) {
  const nobody = { recipient_email: '', recipient_name: null, recipient_phone: null, alternate_email: null };
  const nothing = { next_attempt_at: null, refused_email: null, question: null, answer_hash: null };
  return { deleted_at: at, ...nobody, ...nothing, revision };
}
