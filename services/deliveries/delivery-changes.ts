/**
 * What a transaction that holds delivery rows changes in them: gathered while it decides, and written at its end with a
 * handful of statements however many there are. A rush of ten thousand is what this shape is for.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Channel, FailureCode } from '#domain/delivery/delivery.ts';
import { type Attempt, channelOf, type RejectionKind } from '#domain/delivery/protocol.ts';
import { tellUndelivered } from '#services/emergency/enqueue-mails.ts';
import { newId } from '#services/ids.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import type { LockedDelivery } from './locked.ts';

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
         finished_at = case when r.status = 'pending' then null when r.status = d.status then coalesce(d.finished_at, now()) else now() end
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
