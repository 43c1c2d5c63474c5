/**
 * The changes of one transaction to the delivery rows that it has locked: gathered while it decides, and written at its
 * end with a few statements, however many rows there are. This shape is for ten thousand deliveries that are due at once.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import type { FailureCode } from '#domain/delivery/delivery.ts';
import { channelOf } from '#domain/delivery/fallback.ts';
import type { AttemptOutcome, EventEffect } from '#domain/delivery/protocol.ts';
import type { CameBack } from '#domain/delivery/release.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { notifyOfUndelivered } from '#services/mails/enqueue-emergency-mails.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { notifyWebhooks } from '#services/webhooks/notify-webhooks.ts';
import { changedRows, refusedReleases } from './changed-rows.ts';
import { continueSeries } from './continue-series.ts';
import type { LockedDelivery } from './locked.ts';
import { noticeOf } from './notice-of.ts';
import { type AttemptChange, insertAttempts, type StartedAttempt, updateAttempts } from './write-attempts.ts';

/** What the protocol decided about a delivery, after an answer or an event of its provider. */
type DeliveryEffect = NonNullable<AttemptOutcome['delivery'] | EventEffect['delivery']>;

/** What one transaction changes: gathered in memory, written at its end. Instants are milliseconds. */
export class DeliveryChanges {
  readonly #changed = new Map<string, LockedDelivery>();
  readonly #started: StartedAttempt[] = [];
  readonly #attempts = new Map<string, AttemptChange>();
  readonly #happenings: Happening[] = [];
  /** Yearly deliveries that were sent: the next ones are scheduled with that. */
  readonly #repeated = new Set<string>();
  /** People are notified of these, where they are still failed at the end. */
  readonly #failed = new Set<LockedDelivery>();
  /** Their owners are told that they go to a second address. */
  readonly #elsewhere = new Set<LockedDelivery>();

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
      case 'alternate':
        this.#toAlternate(delivery, effect.because, now);
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
    delivery.fellBackAt = now;
    this.#log(delivery, 'delivery-fell-back', 'stillhere', { code: because });
    this.#goAgain(delivery, now);
  }

  /** Its address refused it: it goes to the second one, at once, with the same link. There is no third. */
  #toAlternate(delivery: LockedDelivery, because: FailureCode, now: number): void {
    if (delivery.isLinkRevoked || delivery.alternateEmail === null) {
      this.failed(delivery, because, 'provider');
      return;
    }
    const { recipientEmail, alternateEmail } = delivery;
    Object.assign(delivery, { recipientEmail: alternateEmail, refusedEmail: recipientEmail, alternateEmail: null });
    this.#log(delivery, 'delivery-to-alternate', 'stillhere', { code: because });
    this.#goAgain(delivery, now);
    this.#elsewhere.add(delivery);
  }

  /** As a new revision, of which nothing is known yet. */
  #goAgain(delivery: LockedDelivery, now: number): void {
    const asNew = { status: 'pending', failureCode: null, nextAttemptAt: now, isUnconfirmed: false, deliveredAt: null };
    Object.assign(delivery, { ...asNew, revision: delivery.revision + 1, attempts: [] });
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
    await insertAttempts(em, this.#started);
    await updateAttempts(em, [...this.#attempts.values()]);
    await this.#updateDeliveries(em);
    if (this.#repeated.size > 0) await continueSeries(em, [...this.#repeated], now);
    await appendTimeline(em, new Date(now), this.#happenings);
    await this.#notifyOwners(em);
    await notifyWebhooks(em, 'delivered', this.#arrived());
    await enqueue(em, 'alternate-address', refusedReleases([...this.#changed.values()]));
  }

  #arrived(): { ownerId: string; data: Record<string, string> }[] {
    const arrived = this.#happenings.filter(({ kind }) => kind === 'delivery-delivered');
    return arrived.map(({ ownerId, deliveryId }) => ({ ownerId, data: { delivery_id: deliveryId ?? '' } }));
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
        recipient_email: ref('r.recipient_email'),
        alternate_email: ref('r.alternate_email'),
        refused_email: ref('r.refused_email'),
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

  async #notifyOwners(em: EntityManager): Promise<void> {
    await noticeOf(em, 'delivery-alternate', [...this.#elsewhere]);
    const failed = [...this.#failed].filter(({ status }) => status === 'failed');
    if (failed.length === 0) return;
    await noticeOf(em, 'delivery-failed', failed);
    // The contact's page shows what a release could not deliver to that contact, so no mail is sent about it.
    const owners = failed.filter(({ origin }) => origin === 'owner').map(({ ownerId }) => ownerId);
    if (owners.length > 0) await notifyOfUndelivered(em, [...new Set(owners)]);
  }
}
