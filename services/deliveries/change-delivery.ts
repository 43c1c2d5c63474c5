/** Changes a delivery that waits, under its lock: the same for one, and for a whole group. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query, type Tables } from '#db/query.ts';
import type { ChangeDelivery, Repeat, Reschedule } from '#domain/delivery/delivery.schema.ts';
import { yearOf } from '#domain/delivery/recurrence.ts';
import { localTimeAt } from '#domain/time/civil.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { presentName } from '#domain/time/zone-names.ts';
import type { Context } from '#services/context.ts';
import { requireWanted } from '#services/limits/correspondents.ts';
import { admitRecipients } from '#services/limits/sending-caps.ts';
import { appendTimeline } from '#services/timeline.ts';
import { chosenChannel } from './channels.ts';
import { chosenRepeat, chosenTime, ONCE, type RepeatRow } from './chosen-time.ts';
import { type LockedDelivery, updateOwn } from './locked.ts';
import { defined, requireOther } from './schedule-several.ts';
import { secretRow } from './second-secret.ts';

/** What changes: with an instant, as programs give it, or with a time on the wall of a zone, as people do. */
type Change = ChangeDelivery | (Partial<Reschedule> & Pick<Reschedule, 'local_time' | 'time_zone'>);

/** What can be found out about a change before anything is locked. */
interface PreparedChange {
  time: ReturnType<typeof timeOf>;
  secret: Awaited<ReturnType<typeof secretRow>>;
}

/**
 * Hashes the answer, so call it before the transaction.
 * @throws AppError validation-failed for an impossible time
 */
export async function prepareChange(context: Context, ownerId: string, input: Change): Promise<PreparedChange> {
  return { time: timeOf(input, context.now), secret: await secretRow(context, ownerId, input) };
}

/**
 * Changes a delivery as a new revision. Whom it goes to must have been admitted, where that changes (`admitChange`).
 * @param context with the transaction, which has locked the account and the delivery
 * @throws AppError validation-failed for a channel or number that cannot be used
 */
export async function changeLocked(
  context: Context,
  delivery: LockedDelivery,
  input: Change,
  { time, secret }: PreparedChange,
): Promise<void> {
  const { em: tx, now } = context;
  const { id, ownerId } = delivery;
  const moved = (await staysAnInstant(tx, delivery, time)) ? {} : time;
  const changes = { ...chosenFields(input), ...moved, alternate_email: alternateOf(delivery, input) };
  const repeat = await changedRepeat(tx, delivery, input, moved);
  const { channel, recipientPhone } = chosenChannel(context, input, delivery);
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
}

/**
 * Checks whom a changed delivery goes to.
 * @param context as for `changeLocked`
 * @throws AppError validation-failed, also where the recipient wants nothing more; too-many-requests beyond the day's new recipients
 */
export async function admitChange(context: Context, delivery: LockedDelivery, input: Change): Promise<void> {
  const { recipient_email: email = delivery.recipientEmail } = input;
  const alternate = alternateOf(delivery, input);
  const { recipientPhone: phone } = chosenChannel(context, input, delivery);
  requireOther(email, alternate);
  await admit(context, delivery.ownerId, { email, phone, alternate }, delivery);
}

/** @returns the second address: that of an earlier recipient does not stay when the first one changes */
export function alternateOf(
  before: Pick<LockedDelivery, 'recipientEmail' | 'alternateEmail'>,
  { recipient_email: email = before.recipientEmail, alternate_email: alternate }: Partial<Change>,
): string | null {
  const present = email === before.recipientEmail ? before.alternateEmail : null;
  return alternate === undefined ? present : alternate;
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
  { email, phone, alternate }: { email: string; phone: string | null; alternate: string | null },
  before: Pick<LockedDelivery, 'recipientEmail' | 'recipientPhone' | 'alternateEmail'>,
): Promise<void> {
  await requireWanted(context.em, context.keyring, { ownerId, address: email });
  if (alternate !== null && alternate !== before.alternateEmail)
    await requireWanted(context.em, context.keyring, { ownerId, address: alternate }, 'alternate_email');
  const known = [before.recipientEmail, before.recipientPhone, before.alternateEmail];
  const changed = [email, phone, alternate].filter((one) => !known.includes(one));
  await admitRecipients(context, ownerId, changed);
}

/** A yearly delivery whose time changes is repeated at the new one; at least in the year of that. */
async function changedRepeat(
  tx: EntityManager,
  { id, repeatUntil, timeZone }: LockedDelivery,
  input: Change,
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
function chosenFields(input: Change) {
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

function timeOf(input: Change, now: Date) {
  if (!('local_time' in input)) {
    if (!input.scheduled_time) return {};
    const { instant } = chosenTime({ scheduled_time: input.scheduled_time }, now);
    // Shown in the zone that it had.
    return { scheduled_time: instant, local_time: null, next_attempt_at: instant };
  }
  const { instant, local } = chosenTime(input, now);
  return { scheduled_time: instant, local_time: local, time_zone: input.time_zone, next_attempt_at: instant };
}
