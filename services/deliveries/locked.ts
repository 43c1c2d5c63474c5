/**
 * Delivery rows under lock, many at once: every decision of the protocol is taken on these, in one transaction, which
 * writes back what it changes at its end (delivery-changes.ts).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel, DeliveryOrigin, DeliveryStatus, FailureCode } from '#domain/delivery/delivery.ts';
import type { Attempt, DeliveryState, RejectionKind } from '#domain/delivery/protocol.ts';

/** A delivery whose row this transaction holds. Change it through `DeliveryChanges`. */
export interface LockedDelivery extends DeliveryState {
  id: string;
  ownerId: string;
  recipientEmail: string;
  recipientName: string | null;
  /** E.164; there is one where WhatsApp was asked for. */
  recipientPhone: string | null;
  scheduledAt: number;
  timeZone: string;
  linkEpoch: number;
  /** Nobody is to open what was sent: then nothing further of it goes out either. */
  isLinkRevoked: boolean;
  sentAt: number | null;
  deliveredAt: number | null;
  isUnconfirmed: boolean;
  attempts: Attempt[];
}

/** @returns the ids as a Postgres array; they are ids of ours, so they need no quoting */
export function idArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}

interface DeliveryRow {
  id: string;
  owner_id: string;
  channel: Channel;
  fell_back_at: string | null;
  recipient_email: string;
  recipient_name: string | null;
  recipient_phone: string | null;
  scheduled_at: string;
  time_zone: string;
  revision: number;
  status: DeliveryStatus;
  origin: DeliveryOrigin;
  is_deleted: boolean;
  failure_code: FailureCode | null;
  next_attempt_at: string | null;
  link_epoch: number;
  is_link_revoked: boolean;
  sent_at: string | null;
  delivered_at: string | null;
  is_unconfirmed: boolean;
  now: string;
}

interface AttemptRow {
  id: string;
  delivery_id: string;
  revision: number;
  n: number;
  state: Attempt['state'];
  rejection: RejectionKind | null;
  started_at: string;
}

const MS = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

const SELECT = `select id, owner_id, channel, ${MS('fell_back_at')} as fell_back_at, recipient_email, recipient_name, recipient_phone, ${MS('scheduled_time')} as scheduled_at, time_zone, revision,
  status, origin, deleted_at is not null as is_deleted, failure_code, ${MS('next_attempt_at')} as next_attempt_at, link_epoch, link_revoked_at is not null as is_link_revoked,
  ${MS('sent_at')} as sent_at, ${MS('delivered_at')} as delivered_at, is_unconfirmed, ${MS('clock_timestamp()')} as now from deliveries`;

/**
 * Rows under lock, and the database's clock in milliseconds: the only clock that decides about sending. It is read when
 * they are: a transaction that waited for another comes after it, however long ago it began.
 */
export interface Locked {
  now: number;
  deliveries: LockedDelivery[];
}

/** Locks deliveries, waiting for whoever holds one; always in the order of ids, so that two lockers cannot wait for each other. */
export async function lockDeliveries(em: EntityManager, ids: readonly string[]): Promise<Locked> {
  return withAttempts(
    em,
    await em.execute<DeliveryRow[]>(`${SELECT} where id = any(?::uuid[]) order by id for update`, [idArray(ids)]),
  );
}

/**
 * Locks deliveries that are overdue and that nobody holds, the longest overdue first.
 * @param overdueBy by how much at least, in milliseconds
 * @param channel only those whose next message goes this way
 */
export async function lockOverdue(
  em: EntityManager,
  { overdueBy, limit, channel }: { overdueBy: number; limit: number; channel?: Channel },
): Promise<Locked> {
  return withAttempts(
    em,
    await em.execute<DeliveryRow[]>(
      `${SELECT} where next_attempt_at <= now() - ?::interval
         ${channel ? `and case when fell_back_at is null then channel else 'email' end = ?` : ''}
       order by next_attempt_at limit ? for update skip locked`,
      [`${overdueBy} milliseconds`, ...(channel ? [channel] : []), limit],
    ),
  );
}

async function withAttempts(em: EntityManager, rows: DeliveryRow[]): Promise<Locked> {
  if (rows.length === 0) return { now: Date.now(), deliveries: [] };
  // A statement of its own: it must see the attempts that were committed while we waited for the lock.
  const attempts = await em.execute<AttemptRow[]>(
    `select a.id, a.delivery_id, a.revision, a.n, a.state, a.rejection, ${MS('a.started_at')} as started_at
     from delivery_attempts a join deliveries d on d.id = a.delivery_id and d.revision = a.revision
     where a.delivery_id = any(?::uuid[]) order by a.n`,
    [idArray(rows.map((row) => row.id))],
  );
  const byDelivery = Map.groupBy(attempts, (attempt) => attempt.delivery_id);
  const now = Math.max(...rows.map((row) => Number(row.now)));
  return { now, deliveries: rows.map((row) => toLocked(row, byDelivery.get(row.id) ?? [])) };
}

function toLocked(row: DeliveryRow, attempts: AttemptRow[]): LockedDelivery {
  const instant = (value: string | null) => (value === null ? null : Number(value));
  return {
    id: row.id,
    ownerId: row.owner_id,
    channel: row.channel,
    fellBackAt: instant(row.fell_back_at),
    recipientEmail: row.recipient_email,
    recipientName: row.recipient_name,
    recipientPhone: row.recipient_phone,
    scheduledAt: Number(row.scheduled_at),
    timeZone: row.time_zone,
    revision: row.revision,
    status: row.status,
    origin: row.origin,
    isDeleted: row.is_deleted,
    failureCode: row.failure_code,
    nextAttemptAt: instant(row.next_attempt_at),
    linkEpoch: row.link_epoch,
    isLinkRevoked: row.is_link_revoked,
    sentAt: instant(row.sent_at),
    deliveredAt: instant(row.delivered_at),
    isUnconfirmed: row.is_unconfirmed,
    attempts: attempts.map(toAttempt),
  };
}

export function toAttempt(row: AttemptRow): Attempt {
  return {
    id: row.id,
    revision: row.revision,
    n: row.n,
    state: row.state,
    rejection: row.rejection,
    startedAt: Number(row.started_at),
  };
}
