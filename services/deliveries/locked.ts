/**
 * Delivery rows under lock, many at once: every decision of the protocol is taken on these, in one transaction, which
 * writes back what it changes at its end (delivery-changes.ts).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type ExpressionWrapper, expressionBuilder, type Selectable, type Updateable } from 'kysely';
import { isUnderNoDuress } from '#db/duress.ts';
import { ago, CLOCK_NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { type Channel, FALLBACK } from '#domain/delivery/delivery.ts';
import type { LinkYears } from '#domain/delivery/link-life.ts';
import type { Attempt, DeliveryState } from '#domain/delivery/protocol.ts';
import { refuseChange } from '#domain/delivery/refuse-change.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Language } from '#domain/language.ts';
import { deliveryRefusals } from '#messages/en/delivery-refusals.ts';
import { say } from '#messages/say.ts';
import { notFound } from '#services/not-found.ts';

/** A delivery whose row this transaction has locked. Change it through `DeliveryChanges`. Instants are milliseconds. */
export interface LockedDelivery extends DeliveryState {
  id: string;
  ownerId: string;
  recipientEmail: string;
  recipientName: string | null;
  alternateEmail: string | null;
  refusedEmail: string | null;
  /** E.164; set where the channel needs a number. */
  recipientPhone: string | null;
  scheduledAt: number;
  timeZone: string;
  linkEpoch: number;
  linkYears: LinkYears;
  /** The recipient's. */
  language: Language;
  /** The owner revoked the link: then no further message goes out either. */
  isLinkRevoked: boolean;
  sentAt: number | null;
  deliveredAt: number | null;
  isUnconfirmed: boolean;
  duressUntil: number | null;
  /** The last year of a yearly delivery; null for once. */
  repeatUntil: number | null;
  attempts: Attempt[];
}

/**
 * Rows under lock, and the database's clock in milliseconds: the only clock that decides about sending. It is read with
 * the rows: a transaction that waited for another comes after it, however long ago it began. Without rows it is our own
 * clock's, and there is nothing to decide.
 */
export interface Locked {
  now: number;
  deliveries: LockedDelivery[];
}

const COLUMNS = [
  'id',
  'owner_id',
  'channel',
  'fell_back_at',
  'recipient_email',
  'recipient_name',
  'alternate_email',
  'refused_email',
  'recipient_phone',
  'scheduled_time',
  'time_zone',
  'revision',
  'status',
  'origin',
  'deleted_at',
  'opened_at',
  'held_at',
  'failure_code',
  'next_attempt_at',
  'link_epoch',
  'link_years',
  'language',
  'link_revoked_at',
  'sent_at',
  'delivered_at',
  'is_unconfirmed',
  'repeat_until',
] as const;
const ATTEMPT_COLUMNS = ['id', 'revision', 'n', 'state', 'rejection', 'started_at'] as const;

type DeliveryRow = Selectable<Pick<Tables['deliveries'], (typeof COLUMNS)[number]>> & { now: Date };
type AttemptRow = Pick<Tables['delivery_attempts'], (typeof ATTEMPT_COLUMNS)[number]>;

/** Locks deliveries, waiting for other holders; always in the order of ids, so that two lockers cannot wait for each other. */
export async function lockDeliveries(em: EntityManager, ids: readonly string[]): Promise<Locked> {
  const rows = await selectRows(em).where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
  return withAttempts(em, rows);
}

/**
 * Locks deliveries that are overdue and not locked by others, the longest overdue first.
 * @param overdueBy by how much at least, in milliseconds
 * @param channel only those whose next message goes by this channel
 */
export async function lockOverdue(
  em: EntityManager,
  { overdueBy, limit, channel }: { overdueBy: number; limit: number; channel?: Channel },
): Promise<Locked> {
  const rows = await selectRows(em)
    .where('next_attempt_at', '<=', ago(overdueBy))
    .where('held_at', 'is', null)
    .where(isUnderNoDuress())
    .$if(channel !== undefined, (overdue) => overdue.where(nextChannel(), '=', channel as Channel))
    .orderBy('next_attempt_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return withAttempts(em, rows);
}

/**
 * Locks a delivery for its owner.
 * @throws AppError not-found, also for another owner's and for a deleted one
 */
export async function lockOwnDelivery(
  tx: EntityManager,
  ownerId: string,
  id: string,
): Promise<{ delivery: LockedDelivery; now: number }> {
  if (!isId(id)) throw notFound('delivery');
  const own = await query(tx)
    .selectFrom('deliveries')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!own) throw notFound('delivery');
  const { now, deliveries } = await lockDeliveries(tx, [id]);
  const [delivery] = deliveries;
  if (!delivery || delivery.isDeleted) throw notFound('delivery');
  return { delivery, now };
}

/** Changes the row of a delivery that its owner has locked with `lockOwnDelivery`. */
export async function updateOwn(
  tx: EntityManager,
  { id }: Pick<LockedDelivery, 'id'>,
  change: Updateable<Tables['deliveries']>,
): Promise<void> {
  await query(tx).updateTable('deliveries').set(change).where('id', '=', id).execute();
}

/**
 * The owner may change only what has not begun to leave, so that nothing is both deleted and delivered.
 * @throws AppError conflict, saying how far it has got
 */
export function requireChangeable(delivery: LockedDelivery, now: number): void {
  switch (refuseChange(delivery, delivery.scheduledAt, now)) {
    case 'finished':
      throw new AppError(
        'conflict',
        delivery.status === 'sent' ? say(deliveryRefusals['sent-already']) : say(deliveryRefusals['ended-already']),
      );
    case 'being-sent':
      throw new AppError('conflict', say(deliveryRefusals['being-sent']));
    case 'due':
      throw new AppError('conflict', say(deliveryRefusals.due));
    case null:
  }
}

/** @returns `channelOf` (domain/delivery/protocol.ts) of a row of `deliveries` */
export function nextChannel(): ExpressionWrapper<Tables, 'deliveries', Channel> {
  const eb = expressionBuilder<Tables, 'deliveries'>();
  return eb
    .case()
    .when('deliveries.fell_back_at', 'is', null)
    .then(eb.ref('deliveries.channel'))
    .else(FALLBACK as Channel)
    .end();
}

export function toAttempt(row: AttemptRow): Attempt {
  return {
    id: row.id,
    revision: row.revision,
    n: row.n,
    state: row.state,
    rejection: row.rejection,
    startedAt: row.started_at.getTime(),
  };
}

function selectRows(em: EntityManager) {
  return query(em).selectFrom('deliveries').select(COLUMNS).select(CLOCK_NOW.as('now'));
}

async function withAttempts(em: EntityManager, rows: readonly DeliveryRow[]): Promise<Locked> {
  if (rows.length === 0) return { now: Date.now(), deliveries: [] };
  // A statement of its own: it must see the attempts that were committed while we waited for the lock.
  const attempts = await query(em)
    .selectFrom('delivery_attempts as a')
    .innerJoin('deliveries as d', (join) =>
      join.onRef('d.id', '=', 'a.delivery_id').onRef('d.revision', '=', 'a.revision'),
    )
    .select(['a.delivery_id', 'a.id', 'a.revision', 'a.n', 'a.state', 'a.rejection', 'a.started_at'])
    .where('a.delivery_id', '=', anyOf(rows.map(({ id }) => id)))
    .orderBy('a.n')
    .execute();
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id);
  const holds = await duressHolds(em, [...new Set(rows.map(({ owner_id }) => owner_id))]);
  const now = Math.max(...rows.map((row) => row.now.getTime()));
  const toDelivery = (row: DeliveryRow) => toLocked(row, byDelivery.get(row.id) ?? [], holds.get(row.owner_id) ?? null);
  return { now, deliveries: rows.map(toDelivery) };
}

/** As `withAttempts`: a duress check-in locks the pending deliveries of its owner, so this sees it or came before it. */
async function duressHolds(em: EntityManager, owners: readonly string[]): Promise<Map<string, number>> {
  const rows = await query(em)
    .selectFrom('duress_holds')
    .select(['owner_id', 'ends_at'])
    .where('owner_id', '=', anyOf(owners))
    .where('ends_at', '>', CLOCK_NOW)
    .execute();
  return new Map(rows.map(({ owner_id, ends_at }) => [owner_id, ends_at.getTime()]));
}

function toLocked(row: DeliveryRow, attempts: readonly AttemptRow[], duressUntil: number | null): LockedDelivery {
  return {
    duressUntil,
    id: row.id,
    ownerId: row.owner_id,
    channel: row.channel,
    fellBackAt: milliseconds(row.fell_back_at),
    recipientEmail: row.recipient_email,
    recipientName: row.recipient_name,
    alternateEmail: row.alternate_email,
    refusedEmail: row.refused_email,
    recipientPhone: row.recipient_phone,
    scheduledAt: row.scheduled_time.getTime(),
    timeZone: row.time_zone,
    revision: row.revision,
    status: row.status,
    origin: row.origin,
    isDeleted: row.deleted_at !== null,
    isOpened: row.opened_at !== null,
    isHeld: row.held_at !== null,
    failureCode: row.failure_code,
    nextAttemptAt: milliseconds(row.next_attempt_at),
    linkEpoch: row.link_epoch,
    linkYears: row.link_years,
    language: row.language,
    isLinkRevoked: row.link_revoked_at !== null,
    sentAt: milliseconds(row.sent_at),
    deliveredAt: milliseconds(row.delivered_at),
    isUnconfirmed: row.is_unconfirmed,
    repeatUntil: row.repeat_until,
    attempts: attempts.map(toAttempt),
  };
}

function milliseconds(instant: Date | null): number | null {
  return instant?.getTime() ?? null;
}
