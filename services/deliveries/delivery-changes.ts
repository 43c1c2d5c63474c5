/**
 * The changes of one transaction to the delivery rows that it has locked: gathered while it decides, and written at its
 * end with a few statements, however many rows there are. This shape is for ten thousand deliveries that are due at once.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { recordset } from '#db/sql.ts';
import type { Channel, FailureCode } from '#domain/delivery/delivery.ts';
import {
  type Attempt,
  type AttemptOutcome,
  channelOf,
  type EventEffect,
  type RejectionKind,
} from '#domain/delivery/protocol.ts';
import type { CameBack } from '#domain/delivery/release.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { notifyOfUndelivered } from '#services/mails/enqueue-emergency-mails.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { notifyWebhooks } from '#services/webhooks/notify-webhooks.ts';
import { changedRows, refusedReleases } from './changed-rows.ts';
import { continueSeries } from './continue-series.ts';
import type { LockedDelivery } from './locked.ts';

interface AttemptChange {
  id: string;
  state: Attempt['state'];
  rejection: RejectionKind | null;
  reason: string | null;
  messageId: string | null;
}

/** What the protocol decided about a delivery, after an answer or an event of its provider. */
type DeliveryEffect = NonNullable<AttemptOutcome['delivery'] | EventEffect['delivery']>;

/** What one transaction changes: gathered in memory, written at its end. Instants are milliseconds. */
export class DeliveryChanges {
  readonly #changed = new Map<string, LockedDelivery>();
  readonly #started: { id: string; delivery_id: string; revision: number; n: number; channel: Channel }[] = [];
  readonly #attempts = new Map<string, AttemptChange>();
  readonly #happenings: Happening[] = [];
  /** Yearly deliveries that were sent: the next ones are scheduled with that. */
  readonly #repeated = new Set<string>();
  /** People are notified of these, where they are still failed at the end. */
  readonly #failed = new Set<LockedDelivery>();

  /** Claims: a new attempt that is about to be made; nothing else acts on the row until the lease has passed. */
  start(delivery: LockedDelivery, n: number, leaseUntil: number, isFurtherCopy: boolean): string {
    const id = newId();
    const { revision } = delivery;
    this.#started.push({ id, delivery_id: delivery.id, revision, n, channel: channelOf(delivery) });
    this.waitUntil(delivery, leaseUntil);
    if (isFurtherCopy) this.furtherCopy(delivery, n);
    return id;
  }

  /** The recipient may get one message too many: never silently. */
  furtherCopy(delivery: LockedDelivery, n: number): void {
    this.#log(delivery, 'delivery-further-copy', 'stillhere', { n });
  }

  /** The newest change counts: of two rows for one attempt the database would write either. */
  attempt(change: AttemptChange): void {
    const before = this.#attempts.get(change.id);
    this.#attempts.set(change.id, {
      ...change,
      reason: change.reason ?? before?.reason ?? null,
      messageId: change.messageId ?? before?.messageId ?? null,
    });
  }

  /**
   * Does what the protocol decided.
   * @param now the database's clock
   * @param at when the message was accepted or delivered
   */
  apply(delivery: LockedDelivery, effect: DeliveryEffect, now: number, at = now): void {
    switch (effect.kind) {
      case 'sent':
        this.sent(delivery, at);
        break;
      case 'delivered':
        this.delivered(delivery, at);
        break;
      case 'failed':
        this.failed(delivery, effect.failure, 'provider');
        break;
      case 'fall-back':
        this.fellBack(delivery, effect.because, now);
        break;
      case 'retry':
        this.waitUntil(delivery, effect.at);
        break;
      case 'came-back':
        this.#cameBack(delivery, effect, now);
        break;
      default:
        effect satisfies never;
    }
  }

  waitUntil(delivery: LockedDelivery, at: number): void {
    delivery.nextAttemptAt = at;
    this.#changed.set(delivery.id, delivery);
  }

  /** Its address has had enough messages for a day. */
  held(delivery: LockedDelivery, until: number): void {
    this.waitUntil(delivery, until);
    this.#log(delivery, 'delivery-held', 'stillhere', { until: new Date(until).toISOString() });
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
    if (delivery.repeatUntil !== null) this.#repeated.add(delivery.id);
    this.#log(delivery, 'delivery-sent', 'stillhere', isUnconfirmed ? { unconfirmed: 1 } : {});
  }

  delivered(delivery: LockedDelivery, at: number): void {
    this.sent(delivery, at);
    if (delivery.deliveredAt !== null) return;
    delivery.deliveredAt = at;
    delivery.isUnconfirmed = false;
    this.#changed.set(delivery.id, delivery);
    this.#log(delivery, 'delivery-delivered', 'provider', {});
  }

  /** It goes by email instead, at once, as a new revision with the same link; a revoked link must not get a new mail. */
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
    // Nothing is known of the email yet.
    delivery.deliveredAt = null;
    this.#log(delivery, 'delivery-fell-back', 'stillhere', { code: because });
    delivery.revision += 1;
    delivery.attempts = [];
    this.#changed.set(delivery.id, delivery);
  }

  /**
   * A release that was accepted came back. As the same revision: its earlier attempts say how long it waits. An owner who is
   * back has revoked its link: then nothing follows, and nobody is alarmed by a mail.
   */
  #cameBack(delivery: LockedDelivery, { because: code, wait }: CameBack, now: number): void {
    if (delivery.isLinkRevoked) {
      this.failed(delivery, 'revoked', 'owner');
      return;
    }
    Object.assign(delivery, { status: 'pending', deliveredAt: null, isUnconfirmed: false });
    this.waitUntil(delivery, now + wait);
    this.#log(delivery, 'delivery-came-back', 'provider', { code, until: new Date(now + wait).toISOString() });
  }

  /** Owners are not notified of what they did themselves. */
  failed(delivery: LockedDelivery, failure: FailureCode, actor: Happening['actor']): void {
    delivery.status = 'failed';
    delivery.failureCode = failure;
    delivery.nextAttemptAt = null;
    this.#changed.set(delivery.id, delivery);
    this.#log(delivery, 'delivery-failed', actor, { code: failure });
    if (actor !== 'owner') this.#failed.add(delivery);
  }

  #log(
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
    if (this.#repeated.size > 0) await continueSeries(em, [...this.#repeated], now);
    await appendTimeline(em, new Date(now), this.#happenings);
    await this.#notifyOfFailures(em);
    await notifyWebhooks(em, 'delivered', this.#arrived());
    await enqueue(em, 'alternate-address', refusedReleases([...this.#changed.values()]));
  }

  #arrived(): { ownerId: string; data: Record<string, string> }[] {
    const arrived = this.#happenings.filter(({ kind }) => kind === 'delivery-delivered');
    return arrived.map(({ ownerId, deliveryId }) => ({ ownerId, data: { delivery_id: deliveryId ?? '' } }));
  }

  async #insertAttempts(em: EntityManager): Promise<void> {
    if (this.#started.length === 0) return;
    const types = { id: 'uuid', delivery_id: 'uuid', revision: 'integer', n: 'integer', channel: 'text' } as const;
    await query(em)
      .insertInto('delivery_attempts')
      .columns(['id', 'delivery_id', 'revision', 'n', 'channel', 'state', 'started_at'])
      .expression((eb) =>
        eb
          .selectFrom(recordset('r', this.#started, types))
          .select(['r.id', 'r.delivery_id', 'r.revision', 'r.n', 'r.channel'])
          .select([eb.val('started' as const).as('state'), NOW.as('started_at')]),
      )
      .execute();
  }

  async #updateAttempts(em: EntityManager): Promise<void> {
    if (this.#attempts.size === 0) return;
    const rows = recordset('r', [...this.#attempts.values()], {
      id: 'uuid',
      state: 'text',
      rejection: 'text',
      reason: 'text',
      messageId: 'text',
    });
    await query(em)
      .updateTable('delivery_attempts as a')
      .from(rows)
      .set(({ ref, fn }) => ({
        state: ref('r.state'),
        rejection: ref('r.rejection'),
        settled_at: NOW,
        reason: fn.coalesce('r.reason', 'a.reason'),
        provider_message_id: fn.coalesce('r.messageId', 'a.provider_message_id'),
      }))
      .whereRef('a.id', '=', 'r.id')
      .execute();
  }

  async #updateDeliveries(em: EntityManager): Promise<void> {
    if (this.#changed.size === 0) return;
    await query(em)
      .updateTable('deliveries as d')
      .from(changedRows([...this.#changed.values()]))
      .set(({ ref, fn, case: choose }) => ({
        status: ref('r.status'),
        next_attempt_at: ref('r.next_attempt_at'),
        sent_at: ref('r.sent_at'),
        delivered_at: ref('r.delivered_at'),
        failure_code: ref('r.failure_code'),
        is_unconfirmed: ref('r.is_unconfirmed'),
        revision: ref('r.revision'),
        fell_back_at: ref('r.fell_back_at'),
        engine_checked_at: choose().when('d.status', '=', ref('r.status')).then(ref('d.engine_checked_at')).end(),
        finished_at: choose()
          .when('r.status', '=', 'pending')
          .then(null)
          .when('r.status', '=', ref('d.status'))
          .then(fn.coalesce('d.finished_at', NOW))
          .else(NOW)
          .end(),
      }))
      .whereRef('d.id', '=', 'r.id')
      .execute();
  }

  async #notifyOfFailures(em: EntityManager): Promise<void> {
    const failed = [...this.#failed].filter(({ status }) => status === 'failed');
    if (failed.length === 0) return;
    const rows = failed.map(({ id, ownerId, revision }) => ({ id: newId(), ownerId, deliveryId: id, revision }));
    const notices = await query(em)
      .insertInto('notices')
      .columns(['id', 'owner_id', 'delivery_id', 'revision', 'kind', 'created_at'])
      .expression((eb) =>
        eb
          .selectFrom(recordset('r', rows, { id: 'uuid', ownerId: 'uuid', deliveryId: 'uuid', revision: 'integer' }))
          .select(['r.id', 'r.ownerId', 'r.deliveryId', 'r.revision', eb.val('delivery-failed' as const).as('kind')])
          .select(NOW.as('created_at')),
      )
      .onConflict((conflict) => conflict.columns(['delivery_id', 'revision', 'kind']).doUpdateSet({ sent_at: null }))
      .returning('id')
      .execute();
    await enqueue(em, 'notice', notices, { anew: true });
    // The contact's page shows what a release could not deliver to that contact, so no mail is sent about it.
    const owners = failed.filter(({ origin }) => origin === 'owner').map(({ ownerId }) => ownerId);
    if (owners.length > 0) await notifyOfUndelivered(em, [...new Set(owners)]);
  }
}
