/** What an owner does with a delivery before it goes out: schedule, change, delete. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query, type Tables } from '#db/query.ts';
import type { ChangeDelivery, Reschedule, Schedule, ScheduleInstant } from '#domain/delivery/delivery.schema.ts';
import { CHANNELS, type Channel, HORIZON } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import { fieldError } from '#domain/field-error.ts';
import { resolveLocalTime } from '#domain/time/civil.ts';
import { MINUTE, YEAR } from '#domain/time/durations.ts';
import { presentName } from '#domain/time/zone-names.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { envelope } from '#messages/en/envelope.ts';
import { sayFieldError } from '#messages/field-errors.ts';
import { say } from '#messages/say.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { requireWanted } from '#services/limits/correspondents.ts';
import { admitRecipients, requireRoomToWait } from '#services/limits/sending-caps.ts';
import { lockAccount } from '#services/lock-account.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';
import { appendTimeline } from '#services/timeline.ts';
import { chosenChannel } from './channels.ts';
import type { DeliveryView } from './delivery-view.ts';
import { type LockedDelivery, lockOwnDelivery, requireChangeable, updateOwn } from './locked.ts';
import { findDelivery } from './queries.ts';

/** Every delivery of an owner begins like this: not synced with the engine, and not tried. */
const NEW = {
  status: 'pending',
  origin: 'owner',
  revision: 1,
  synced_revision: 0,
  is_unconfirmed: false,
  link_epoch: 1,
} as const;

/**
 * Schedules a delivery: one transaction, and from its commit on it will go out. The dispatcher syncs the engine.
 * @param input with a local time, as people choose it, or with an instant, as programs do
 * @throws AppError validation-failed for an impossible time, a number or a channel that cannot be used, or a
 *   content that is not the owner's; plan-required where the plan does not allow it: what is scheduled already outlives
 *   the plan, and is changed, tried again and resent without one; address-unconfirmed; too-many-requests beyond the day's
 *   new recipients; validation-failed also where as many wait as the plan allows, or the recipient wants nothing more
 */
export async function scheduleDelivery(
  context: Context,
  ownerId: string,
  input: Schedule | ScheduleInstant,
): Promise<DeliveryView> {
  const { em, now } = context;
  const chosen = chosenTime(input, now);
  const { channel, recipientPhone } = chosenChannel(context, input, { channel: 'email', recipientPhone: null });
  const id = newId();
  await em.transactional(async (tx) => {
    // Two calls at once are counted one after the other, and a refund ends the plan before or after.
    await lockAccount(tx, ownerId);
    await requirePlanFor(tx, ownerId, channel);
    await requireConfirmedAddress(tx, ownerId);
    const contentId = await lockContent(tx, ownerId, input.content_id);
    await requireRoomToWait({ ...context, em: tx }, ownerId);
    const recipient = { email: input.recipient_email, phone: recipientPhone };
    await admit({ ...context, em: tx }, ownerId, recipient, null);
    const delivery = {
      ...NEW,
      id,
      owner_id: ownerId,
      channel,
      recipient_phone: recipientPhone,
      recipient_email: input.recipient_email,
      recipient_name: input.recipient_name,
      scheduled_time: chosen.instant,
      local_time: chosen.local,
      time_zone: chosen.timeZone ?? (await ownersZone(tx, ownerId)),
      next_attempt_at: chosen.instant,
      created_at: now,
      ...defined({ link_years: input.link_years, language: input.language }),
    };
    await query(tx).insertInto('deliveries').values(delivery).execute();
    await query(tx)
      .insertInto('delivery_contents')
      .values({ id: newId(), delivery_id: id, content_id: contentId, sealed_as: contentId, position: 0 })
      .execute();
    await appendTimeline(tx, now, [
      { ownerId, kind: 'delivery-scheduled', actor: 'owner', deliveryId: id, detail: { revision: 1 } },
    ]);
  });
  return findDelivery(context, ownerId, id);
}

/**
 * Only an address or number that the delivery did not have counts as new: an old one may be from before addresses counted.
 * @param context with the transaction, which has locked the account
 * @param before the delivery as it was; null for a new one
 * @throws AppError validation-failed where the recipient wants nothing more; too-many-requests beyond the day's new recipients
 */
export async function admit(
  context: Context,
  ownerId: string,
  { email, phone }: { email: string; phone: string | null },
  before: Pick<LockedDelivery, 'recipientEmail' | 'recipientPhone'> | null,
): Promise<void> {
  await requireWanted(context.em, context.keyring, { ownerId, address: email });
  const changed = [email, phone].filter((one) => one !== before?.recipientEmail && one !== before?.recipientPhone);
  await admitRecipients(context, ownerId, changed);
}

/** Every channel falls back to email: an owner without either feature reads about scheduling, not about a channel. */
async function requirePlanFor(tx: EntityManager, ownerId: string, channel: Channel): Promise<void> {
  const { feature, fallback } = CHANNELS[channel];
  if (fallback) await requirePlanFor(tx, ownerId, fallback);
  await requireFeature(tx, ownerId, feature);
}

/** Locked until the commit: a transaction that deletes the content waits for us, and then sees this delivery. */
async function lockContent(tx: EntityManager, ownerId: string, contentId: string): Promise<string> {
  const content = await query(tx)
    .selectFrom('contents')
    .select('id')
    .where('id', '=', contentId)
    .where('owner_id', '=', ownerId)
    .forKeyShare()
    .executeTakeFirst();
  if (content) return content.id;
  throw AppError.atField('validation-failed', 'content_id', say(deliveryRefusals['content-gone']));
}

/** An instant is shown to its owner in their own zone. */
async function ownersZone(tx: EntityManager, ownerId: string): Promise<string> {
  const { time_zone } = await query(tx)
    .selectFrom('users')
    .select('time_zone')
    .where('id', '=', ownerId)
    .executeTakeFirstOrThrow();
  return time_zone;
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
  await em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const { delivery, now: databaseNow } = await lockOwnDelivery(tx, ownerId, id);
    requireChangeable(delivery, databaseNow);
    await requireConfirmedAddress(tx, ownerId);
    const changes = { ...chosenFields(input), ...((await staysAnInstant(tx, delivery, time)) ? {} : time) };
    const { channel, recipientPhone } = chosenChannel(context, input, delivery);
    const recipient = { email: input.recipient_email ?? delivery.recipientEmail, phone: recipientPhone };
    await admit({ ...context, em: tx }, ownerId, recipient, delivery);
    const revision = delivery.revision + 1;
    await updateOwn(tx, delivery, {
      ...changes,
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

/** The question about the address was about the earlier one. */
const WITHOUT_ADDRESS_CHECK = { address_asked_at: null, address_holds_at: null } satisfies Partial<
  Tables['deliveries']
>;

/** What a delivery's row takes from a request as it is; what is undefined is not written. */
function chosenFields(input: Reschedule | ChangeDelivery) {
  const { recipient_email, recipient_name, link_years, language } = input;
  return defined({ recipient_email, recipient_name, link_years, language });
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

function defined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
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

/** @returns what a deleted delivery's row becomes: nothing in it says whom it was for */
export function deletion(at: Date, revision: number) {
  const nobody = { recipient_email: '', recipient_name: null, recipient_phone: null };
  return { deleted_at: at, next_attempt_at: null, ...nobody, revision };
}

/** A time as a person chooses it, in a time zone, or as a program does. */
type TimeRequest = { local_time: string; time_zone: string } | { scheduled_time: Date };

/** When a delivery is to go out. */
interface ChosenTime {
  instant: Date;
  /** What clocks in the zone show then; both null where an instant was given. */
  local: string | null;
  timeZone: string | null;
}

/**
 * Turns a request into an instant that a delivery may have.
 * @param now the moment of the request
 * @throws AppError validation-failed with the field `date` or `scheduled_time`: no such date, in the past, or more
 *   than 100 years ahead
 */
export function chosenTime(request: TimeRequest, now: Date): ChosenTime {
  const chosen = resolve(request);
  const field = 'scheduled_time' in request ? 'scheduled_time' : 'date';
  if (!chosen) throw AppError.atField('validation-failed', field, sayFieldError(fieldError('date-not-in-calendar')));
  const ahead = chosen.instant.getTime() - now.getTime();
  if (ahead <= 0) throw AppError.atField('validation-failed', field, say(envelope.past));
  if (ahead > HORIZON)
    throw AppError.atField(
      'validation-failed',
      field,
      say(deliveryRefusals['beyond-horizon'], { years: HORIZON / YEAR }),
    );
  return chosen;
}

function resolve(request: TimeRequest): ChosenTime | null {
  if ('scheduled_time' in request) return { instant: request.scheduled_time, local: null, timeZone: null };
  const { local_time, time_zone } = request;
  const resolved = resolveLocalTime(local_time, time_zone);
  return resolved && { instant: resolved.instant, local: resolved.local, timeZone: time_zone };
}
