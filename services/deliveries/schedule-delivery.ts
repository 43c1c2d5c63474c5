/** What an owner does with a delivery before it goes out: schedule, change, delete. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query, type Tables } from '#db/query.ts';
import type {
  ChangeDelivery,
  Repeat,
  Reschedule,
  Schedule,
  ScheduleInstant,
} from '#domain/delivery/delivery.schema.ts';
import { yearOf } from '#domain/delivery/recurrence.ts';
import { localTimeAt } from '#domain/time/civil.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { presentName } from '#domain/time/zone-names.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { requireWanted } from '#services/limits/correspondents.ts';
import { admitRecipients } from '#services/limits/sending-caps.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { appendTimeline } from '#services/timeline.ts';
import { chosenChannel } from './channels.ts';
import { chosenRepeat, chosenTime, ONCE, type RepeatRow } from './chosen-time.ts';
import type { DeliveryView } from './delivery-view.ts';
import { type LockedDelivery, lockOwnDelivery, requireChangeable, updateOwn } from './locked.ts';
import { findDelivery } from './queries.ts';
import { defined, scheduleDeliveries } from './schedule-several.ts';
import { secretRow } from './second-secret.ts';

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
 * Only an address or number that the delivery did not have counts as new: an old one may be from before addresses counted.
 * @param context with the transaction, which has locked the account
 * @param before the delivery as it was
 * @throws AppError validation-failed where the recipient wants nothing more; too-many-requests beyond the day's new recipients
 */
export async function admit(
  context: Context,
  ownerId: string,
  { email, phone }: { email: string; phone: string | null },
  before: Pick<LockedDelivery, 'recipientEmail' | 'recipientPhone'>,
): Promise<void> {
  await requireWanted(context.em, context.keyring, { ownerId, address: email });
  const changed = [email, phone].filter((one) => one !== before.recipientEmail && one !== before.recipientPhone);
  await admitRecipients(context, ownerId, changed);
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
  const { em, now } = context;
  const time = timeOf(input, now);
  const secret = await secretRow(context, ownerId, input);
  await em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    requireChangeable(delivery, databaseNow);
    await requireConfirmedAddress(tx, ownerId);
    const moved = (await staysAnInstant(tx, delivery, time)) ? {} : time;
    const changes = { ...chosenFields(input), ...moved };
    const repeat = await changedRepeat(tx, delivery, input, moved);
    const { channel, recipientPhone } = chosenChannel(context, input, delivery);
    const recipient = { email: input.recipient_email ?? delivery.recipientEmail, phone: recipientPhone };
    await admit({ ...context, em: tx }, ownerId, recipient, delivery);
    const revision = delivery.revision + 1;
    await updateOwn(tx, delivery, {
      ...changes,
      ...repeat,
      ...secret,
      ...WITHOUT_ADDRESS_CHECK,
      channel,
      recipient_phone: recipientPhone,
      engine_checked_at: null,
      revision,
    });
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-rescheduled', actor: 'owner', deliveryId: id, detail: { revision } },
    ]);
  });
  return findDelivery(context, ownerId, id);
}

/** A yearly delivery whose time changes is repeated at the new one; at least in the year of that. */
async function changedRepeat(
  tx: EntityManager,
  { id, repeatUntil, timeZone }: LockedDelivery,
  input: Reschedule | ChangeDelivery,
  time: ReturnType<typeof timeOf>,
): Promise<Partial<RepeatRow>> {
  const present: Repeat | null = repeatUntil === null ? null : { every: 'year', until_year: repeatUntil };
  const { repeat = present } = input;
  if (!repeat) return input.repeat === undefined ? {} : ONCE;
  const zone = time.time_zone ?? timeZone;
  const { scheduled_time, repeat_from } = await query(tx)
    .selectFrom('deliveries')
    .select(['scheduled_time', 'repeat_from'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const isElsewhere = time.time_zone !== undefined && time.time_zone !== presentName(timeZone);
  const isMoved = time.scheduled_time && time.scheduled_time.getTime() !== scheduled_time.getTime();
  if (repeat_from && !isMoved && !isElsewhere)
    return chosenRepeat(repeat, repeat_from, yearOf(localTimeAt(scheduled_time, zone)));
  const isTyped = 'local_time' in input && time.scheduled_time !== undefined;
  const wanted = isTyped ? input.local_time : localTimeAt(time.scheduled_time ?? scheduled_time, zone);
  const until_year = input.repeat ? repeat.until_year : Math.max(repeat.until_year, yearOf(wanted));
  return chosenRepeat({ ...repeat, until_year }, wanted);
}

/** The question about the address was about the earlier one. */
const WITHOUT_ADDRESS_CHECK = { address_asked_at: null, address_holds_at: null } satisfies Partial<
  Tables['deliveries']
>;

/** What a delivery's row takes from a request as it is; what is undefined is not written. */
function chosenFields(input: Reschedule | ChangeDelivery) {
  const { recipient_email, recipient_name, link_years, language, tells_more } = input;
  return defined({ recipient_email, recipient_name, link_years, language, tells_more });
}

/**
 * What a program scheduled is an instant. A form that comes back with the time it showed has not changed it: the instant
 * remains, with its seconds, and no time zone rules move it.
 */
async function staysAnInstant(
  tx: EntityManager,
  { id, scheduledAt, timeZone }: LockedDelivery,
  time: ReturnType<typeof timeOf>,
): Promise<boolean> {
  if (!time.local_time || time.time_zone !== presentName(timeZone)) return false;
  if (time.scheduled_time?.getTime() !== Math.floor(scheduledAt / MINUTE) * MINUTE) return false;
  const { local_time } = await query(tx)
    .selectFrom('deliveries')
    .select('local_time')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return local_time === null;
}

function timeOf(input: Reschedule | ChangeDelivery, now: Date) {
  if (!('local_time' in input)) {
    if (!input.scheduled_time) return {};
    const { instant } = chosenTime({ scheduled_time: input.scheduled_time }, now);
    // Shown in the zone that it had.
    return { scheduled_time: instant, local_time: null, next_attempt_at: instant };
  }
  const { instant, local } = chosenTime(input, now);
  return { scheduled_time: instant, local_time: local, time_zone: input.time_zone, next_attempt_at: instant };
}

/**
 * Deletes a delivery that has not begun to leave. The row remains, without the recipient, until the engine is synced.
 * @throws AppError conflict once it is due, being sent or finished; not-found
 */
export async function deleteDelivery({ em, now }: Context, ownerId: string, id: string): Promise<void> {
  await em.transactional(async (tx) => {
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    requireChangeable(delivery, databaseNow);
    const revision = delivery.revision + 1;
    await updateOwn(tx, delivery, deletion(now, revision));
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-deleted', actor: 'owner', deliveryId: id, detail: { revision } },
    ]);
  });
}

/** @returns what a deleted delivery's row becomes: nothing in it says whom it was for, or what they were to be asked */
export function deletion(at: Date, revision: number) {
  const nobody = { recipient_email: '', recipient_name: null, recipient_phone: null };
  return { deleted_at: at, next_attempt_at: null, ...nobody, question: null, answer_hash: null, revision };
}
