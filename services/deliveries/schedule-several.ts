/** Schedules the same for one person or several. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import type { Schedule, ScheduleInstant } from '#domain/delivery/delivery.schema.ts';
import { CHANNELS, type Channel } from '#domain/delivery/delivery.ts';
import type { Several } from '#domain/delivery/schedule.schema.ts';
import { AppError } from '#domain/errors.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
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
import { chosenRepeat, chosenTime, wantedLocal } from './chosen-time.ts';
import type { DeliveryView } from './delivery-view.ts';
import { findDeliveries } from './queries.ts';
import { secretRow } from './second-secret.ts';

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
 * Schedules the same for one person or several, each as a delivery of their own: one transaction, and from its commit on all
 * of them will go out. The dispatcher syncs the engine.
 * @param input as for one, with further items and people
 * @returns them in the order of the people
 * @throws AppError validation-failed for an impossible time, a number or a channel that cannot be used, or a
 *   content that is not the owner's; plan-required where the plan does not allow it: what is scheduled already outlives
 *   the plan, and is changed, tried again and resent without one; address-unconfirmed; too-many-requests beyond the day's
 *   new recipients; validation-failed also where as many wait as the plan allows, or a recipient wants nothing more
 */
export async function scheduleDeliveries(
  context: Context,
  ownerId: string,
  input: (Schedule | ScheduleInstant) & Several,
): Promise<DeliveryView[]> {
  const { em, now } = context;
  const chosen = chosenTime(input, now);
  const people = chosenPeople(context, input);
  const secret = await secretRow(context, ownerId, input);
  const ids = people.map(() => newId());
  const contentIds = input.content_ids ?? [input.content_id];
  await em.transactional(async (tx) => {
    // Two calls at once are counted one after the other, and a refund ends the plan before or after.
    await lockAccount(tx, ownerId);
    await requirePlanFor(tx, ownerId, input.delivery_type);
    await requireConfirmedAddress(tx, ownerId);
    await lockContents(tx, ownerId, contentIds, input.content_ids ? 'content_ids' : 'content_id');
    await requireRoomToWait({ ...context, em: tx }, ownerId, people.length);
    await admitNew({ ...context, em: tx }, ownerId, people);
    const timeZone = chosen.timeZone ?? (await ownersZone(tx, ownerId));
    const shared = {
      ...NEW,
      owner_id: ownerId,
      group_id: input.recipients ? (ids[0] ?? null) : null,
      scheduled_time: chosen.instant,
      local_time: chosen.local,
      time_zone: timeZone,
      next_attempt_at: chosen.instant,
      ...chosenRepeat(input.repeat, wantedLocal(input, timeZone)),
      created_at: now,
      ...defined({ link_years: input.link_years, language: input.language, tells_more: input.tells_more }),
      ...secret,
    };
    const rows = people.map(({ row }, index) => ({ ...shared, ...row, id: ids[index] ?? '' }));
    await query(tx).insertInto('deliveries').values(rows).execute();
    await insertParts(tx, ids, contentIds);
    await logScheduled(tx, ownerId, ids, now);
  });
  return findDeliveries(context, ownerId, ids);
}

/** What each of the deliveries brings, in this order. */
export async function insertParts(
  tx: EntityManager,
  ids: readonly string[],
  contentIds: readonly string[],
): Promise<void> {
  const parts = ids.flatMap((delivery_id) =>
    contentIds.map((content_id, position) => ({
      id: newId(),
      delivery_id,
      content_id,
      sealed_as: content_id,
      position,
    })),
  );
  await query(tx).insertInto('delivery_contents').values(parts).execute();
}

async function logScheduled(tx: EntityManager, ownerId: string, ids: readonly string[], now: Date): Promise<void> {
  const scheduled = { ownerId, kind: 'delivery-scheduled', actor: 'owner', detail: { revision: 1 } } as const;
  await appendTimeline(
    tx,
    now,
    ids.map((deliveryId) => ({ ...scheduled, deliveryId })),
  );
}

/** One of the people of a new delivery. */
interface ChosenPerson {
  /** As its row has them. */
  row: {
    channel: Channel;
    recipient_phone: string | null;
    recipient_email: string;
    recipient_name: string | null;
    alternate_email: string | null;
  };
  /** What a refusal of their address names. */
  field: string;
}

/** @throws AppError as `chosenChannel` */
function chosenPeople(
  context: Context,
  { recipients, ...input }: (Schedule | ScheduleInstant) & Several,
): ChosenPerson[] {
  const before = { channel: 'email', recipientPhone: null } as const;
  const { recipient_email: email, recipient_name: name, recipient_phone: phone, alternate_email } = input;
  return (recipients ?? [{ email, name, phone, alternate_email }]).map((one) => {
    const wanted = { ...input, recipient_phone: one.phone };
    const choose = () => chosenChannel(context, wanted, before);
    const { channel, recipientPhone } = recipients ? atRecipients(choose) : choose();
    const alternate = one.alternate_email ?? null;
    requireOther(one.email, alternate, recipients ? 'recipients' : 'alternate_email');
    const person = { recipient_email: one.email, recipient_name: one.name, alternate_email: alternate };
    const row = { channel, recipient_phone: recipientPhone, ...person };
    return { row, field: recipients ? 'recipients' : 'recipient_email' };
  });
}

/** @throws AppError validation-failed where a second address is the first one again */
export function requireOther(email: string, alternate: string | null, field = 'alternate_email'): void {
  if (alternate === email) throw AppError.atField('validation-failed', field, say(deliveryRefusals['alternate-same']));
}

/** A number that is refused is one of a list. */
function atRecipients<T>(choose: () => T): T {
  try {
    return choose();
  } catch (error) {
    const isOfOne = error instanceof AppError && error.fields.some(({ field }) => field === 'recipient_phone');
    throw isOfOne ? AppError.atField(error.code, 'recipients', error.message) : error;
  }
}

/** @throws AppError validation-failed where one of them wants nothing more; too-many-requests beyond the day's new recipients */
async function admitNew(context: Context, ownerId: string, people: readonly ChosenPerson[]): Promise<void> {
  const addresses = people.flatMap(({ row }) => [row.recipient_email, row.recipient_phone, row.alternate_email]);
  for (const { row, field } of people) {
    await requireWanted(context.em, context.keyring, { ownerId, address: row.recipient_email }, field);
    const second = field === 'recipients' ? field : 'alternate_email';
    if (row.alternate_email !== null)
      await requireWanted(context.em, context.keyring, { ownerId, address: row.alternate_email }, second);
  }
  await admitRecipients(context, ownerId, addresses);
}

/** Every channel falls back to email: an owner without either feature reads about scheduling, not about a channel. */
async function requirePlanFor(tx: EntityManager, ownerId: string, channel: Channel): Promise<void> {
  const { feature, fallback } = CHANNELS[channel];
  if (fallback) await requirePlanFor(tx, ownerId, fallback);
  await requireFeature(tx, ownerId, feature);
}

/**
 * Locked until the commit: a transaction that deletes one of them waits for us, and then sees these deliveries.
 * @throws AppError validation-failed at the field where one is not the owner's
 */
export async function lockContents(
  tx: EntityManager,
  ownerId: string,
  ids: readonly string[],
  field: string,
): Promise<void> {
  const found = await query(tx)
    .selectFrom('contents')
    .select('id')
    .where('id', '=', anyOf(ids))
    .where('owner_id', '=', ownerId)
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (found.length < ids.length)
    throw AppError.atField('validation-failed', field, say(deliveryRefusals['content-gone']));
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

/** @returns the changes without those that are undefined */
export function defined<T extends object>(changes: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
