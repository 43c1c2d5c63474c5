/**
 * Delivery rows under lock, many at once: every decision of the protocol is taken on these, in one transaction, and
 * written back with a handful of statements however many there are. A rush of ten thousand is what this shape is for.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel, DeliveryOrigin, DeliveryStatus, FailureCode } from '#domain/delivery/delivery.ts';
import { type Attempt, channelOf, type DeliveryState, type RejectionKind } from '#domain/delivery/protocol.ts';
import { tellUndelivered } from '#services/emergency/enqueue-mails.ts';
import { newId } from '#services/ids.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';

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
  ${MS('sent_at')} as sent_at, ${MS('delivered_at')} as delivered_at, is_unconfirmed, ${MS('now()')} as now from deliveries`;

/** Rows under lock, and the database's clock in milliseconds: the only clock that decides about sending. */
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
 */
export async function lockOverdue(em: EntityManager, overdueBy: number, limit: number): Promise<Locked> {
  return withAttempts(
    em,
    await em.execute<DeliveryRow[]>(
      `${SELECT} where next_attempt_at <= now() - ?::interval order by next_attempt_at limit ? for update skip locked`,
      [`${overdueBy} milliseconds`, limit],
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
  return { now: Number(rows[0]?.now), deliveries: rows.map((row) => toLocked(row, byDelivery.get(row.id) ?? [])) };
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

interface AttemptChange {
  id: string;
  state: Attempt['state'];
  rejection: RejectionKind | null;
  reason: string | null;
  messageId: string | null;
}

/** What one transaction changes: gathered in memory, written at its end. */
export class DeliveryChanges {
  readonly #changed = new Map<string, LockedDelivery>();
  readonly #started: { id: string; deliveryId: string; revision: number; n: number; channel: Channel }[] = [];
  readonly #attempts = new Map<string, AttemptChange>();
  readonly #happenings: Happening[] = [];
  /** Of which people are told, where that is still so in the end. */
  readonly #failed = new Set<LockedDelivery>();

  /** Claims: a new attempt that is about to be made; nobody acts on the row until the lease has passed. */
  start(delivery: LockedDelivery, n: number, leaseUntil: number, isFurtherCopy: boolean): string {
    const id = newId();
    this.#started.push({ id, deliveryId: delivery.id, revision: delivery.revision, n, channel: channelOf(delivery) });
    this.waitUntil(delivery, leaseUntil);
    if (isFurtherCopy) this.#tell(delivery, 'delivery-further-copy', 'stillhere', { n });
    return id;
  }

  /** The newest word counts: of two rows for one attempt the database would write either. */
  attempt(change: AttemptChange): void {
    const before = this.#attempts.get(change.id);
    this.#attempts.set(change.id, {
      ...change,
      reason: change.reason ?? before?.reason ?? null,
      messageId: change.messageId ?? before?.messageId ?? null,
    });
  }

  waitUntil(delivery: LockedDelivery, at: number): void {
    delivery.nextAttemptAt = at;
    this.#changed.set(delivery.id, delivery);
  }

  sent(delivery: LockedDelivery, at: number, { isUnconfirmed = false } = {}): void {
    if (delivery.status === 'sent') return;
    const wasPending = delivery.status === 'pending';
    delivery.status = 'sent';
    delivery.nextAttemptAt = null;
    delivery.failureCode = null;
    // Sent again, it is the newest message that counts.
    delivery.sentAt = wasPending ? at : (delivery.sentAt ?? at);
    delivery.isUnconfirmed = isUnconfirmed;
    this.#changed.set(delivery.id, delivery);
    this.#tell(delivery, 'delivery-sent', 'stillhere', isUnconfirmed ? { unconfirmed: 1 } : {});
  }

  delivered(delivery: LockedDelivery, at: number): void {
    this.sent(delivery, at);
    if (delivery.deliveredAt !== null) return;
    delivery.deliveredAt = at;
    delivery.isUnconfirmed = false;
    this.#changed.set(delivery.id, delivery);
    this.#tell(delivery, 'delivery-delivered', 'provider', {});
  }

  /**
   * WhatsApp did not reach them: it goes by email instead, at once, as a new revision. Its link stays the same; where that
   * was taken back, no mail may bring a new one, and it has failed.
   */
  fellBack(delivery: LockedDelivery, because: FailureCode, now: number): void {
    if (delivery.isLinkRevoked) {
      this.failed(delivery, because, 'provider');
      return;
    }
    delivery.status = 'pending';
    delivery.failureCode = null;
    delivery.fellBackAt = now;
    delivery.nextAttemptAt = now;
    delivery.isUnconfirmed = false;
    // Of the email nothing is known yet.
    delivery.deliveredAt = null;
    this.#tell(delivery, 'delivery-fell-back', 'stillhere', { code: because });
    delivery.revision += 1;
    delivery.attempts = [];
    this.#changed.set(delivery.id, delivery);
  }

  /** What its owner did themselves they need not be told. */
  failed(delivery: LockedDelivery, failure: FailureCode, actor: Happening['actor']): void {
    delivery.status = 'failed';
    delivery.failureCode = failure;
    delivery.nextAttemptAt = null;
    this.#changed.set(delivery.id, delivery);
    this.#tell(delivery, 'delivery-failed', actor, { code: failure });
    if (actor !== 'owner') this.#failed.add(delivery);
  }

  #tell(
    delivery: LockedDelivery,
    kind: Happening['kind'],
    actor: Happening['actor'],
    detail: Record<string, string | number>,
  ): void {
    this.#happenings.push({
      ownerId: delivery.ownerId,
      kind,
      actor,
      deliveryId: delivery.id,
      detail: { revision: delivery.revision, ...detail },
    });
  }

  /** Writes everything, in the transaction that holds the locks. */
  async write(em: EntityManager, now: number): Promise<void> {
    await this.#insertAttempts(em);
    await this.#updateAttempts(em);
    await this.#updateDeliveries(em);
    await appendTimeline(em, new Date(now), this.#happenings);
    await this.#tellOfFailures(em);
  }

  async #insertAttempts(em: EntityManager): Promise<void> {
    if (this.#started.length === 0) return;
    await em.execute(
      `insert into delivery_attempts (id, delivery_id, revision, n, channel, state, started_at)
       select id, "deliveryId", revision, n, channel, 'started', now()
       from jsonb_to_recordset(?::jsonb) as r(id uuid, "deliveryId" uuid, revision integer, n integer, channel text)`,
      [JSON.stringify(this.#started)],
    );
  }

  async #updateAttempts(em: EntityManager): Promise<void> {
    if (this.#attempts.size === 0) return;
    await em.execute(
      `update delivery_attempts a set state = r.state, rejection = r.rejection, settled_at = now(),
         reason = coalesce(r.reason, a.reason), provider_message_id = coalesce(r."messageId", a.provider_message_id)
       from jsonb_to_recordset(?::jsonb) as r(id uuid, state text, rejection text, reason text, "messageId" text) where a.id = r.id`,
      [JSON.stringify([...this.#attempts.values()])],
    );
  }

  async #updateDeliveries(em: EntityManager): Promise<void> {
    if (this.#changed.size === 0) return;
    const iso = (instant: number | null) => (instant === null ? null : new Date(instant).toISOString());
    const rows = [...this.#changed.values()].map((delivery) => ({
      id: delivery.id,
      status: delivery.status,
      next: iso(delivery.nextAttemptAt),
      sent: iso(delivery.sentAt),
      delivered: iso(delivery.deliveredAt),
      failure: delivery.failureCode,
      unconfirmed: delivery.isUnconfirmed,
      revision: delivery.revision,
      fell: iso(delivery.fellBackAt),
    }));
    await em.execute(
      `update deliveries d set status = r.status, next_attempt_at = r.next, sent_at = r.sent, delivered_at = r.delivered,
         failure_code = r.failure, is_unconfirmed = r.unconfirmed, revision = r.revision, fell_back_at = r.fell,
         engine_checked_at = case when d.status = r.status then d.engine_checked_at end,
         finished_at = case when r.status = 'pending' then null else coalesce(d.finished_at, now()) end
       from jsonb_to_recordset(?::jsonb) as r(id uuid, status text, next timestamptz, sent timestamptz, delivered timestamptz,
         failure text, unconfirmed boolean, revision integer, fell timestamptz) where d.id = r.id`,
      [JSON.stringify(rows)],
    );
  }

  async #tellOfFailures(em: EntityManager): Promise<void> {
    const failed = [...this.#failed].filter(({ status }) => status === 'failed');
    if (failed.length === 0) return;
    const rows = failed.map(({ id, ownerId, revision }) => ({ id: newId(), ownerId, deliveryId: id, revision }));
    await em.execute(
      `insert into notices (id, owner_id, kind, delivery_id, revision, tries, next_try_at, created_at)
       select id, "ownerId", 'delivery-failed', "deliveryId", revision, 0, now(), now()
       from jsonb_to_recordset(?::jsonb) as r(id uuid, "ownerId" uuid, "deliveryId" uuid, revision integer)
       on conflict (delivery_id, revision, kind) do update set next_try_at = now(), sent_at = null, tries = 0`,
      [JSON.stringify(rows)],
    );
    // What a release did not bring to one contact is told on the page of that contact.
    const owners = failed.filter(({ origin }) => origin === 'owner').map(({ ownerId }) => ownerId);
    if (owners.length > 0) await tellUndelivered(em, [...new Set(owners)]);
  }
}
