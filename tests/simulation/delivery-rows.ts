/**
 * The rows of one delivery, and the transactions of services/deliveries and services/events on them, in memory. Each method
 * is one transaction: in Postgres the lock of the row puts them one after the other, and here nothing runs between its lines.
 * It decides with the functions that the services call. services-agree.db.test.ts plays the same lives on both.
 */
import { isByRecipient } from '#domain/delivery/by-recipient.ts';
import { CHANNELS, type Channel, type FailureCode } from '#domain/delivery/delivery.ts';
import { channelOf, isFallbackUnsent } from '#domain/delivery/fallback.ts';
import type {
  Attempt,
  AttemptOutcome,
  ClaimDecision,
  DeliveryEvent,
  DeliveryState,
  EventEffect,
  ProviderAnswer,
} from '#domain/delivery/protocol.ts';
import { isReleaseRetried } from '#domain/delivery/release.ts';
import { type DeliveryRules, POLICY } from './delivery-rules.ts';

export interface AttemptRow extends Attempt {
  channel: Channel;
}

export interface Row extends DeliveryState {
  scheduledAt: number;
  sentAt: number | null;
  deliveredAt: number | null;
  isUnconfirmed: boolean;
  isOpened: boolean;
  isLinkRevoked: boolean;
  linkEpoch: number;
  attempts: AttemptRow[];
}

export interface Entry {
  kind: string;
  revision: number;
}

/** What a claim allows its caller to send. */
export interface Claim {
  attemptId: string;
  revision: number;
  channel: Channel;
  epoch: number;
}

type Effect = NonNullable<AttemptOutcome['delivery'] | EventEffect['delivery']>;

export class DeliveryRows {
  row: Row;
  /** Of every revision. */
  attempts: AttemptRow[] = [];
  timeline: Entry[] = [];
  notices = new Set<number>();
  seen = new Set<string>();
  isStopped = false;
  readonly #rules: DeliveryRules;
  readonly #newId: () => string;

  constructor(row: Row, rules: DeliveryRules, newId: () => string) {
    this.row = row;
    this.#rules = rules;
    this.#newId = newId;
  }

  /** Postgres at this moment, so that a failover can go back to it. */
  copy(): Pick<DeliveryRows, 'row' | 'attempts' | 'timeline' | 'notices' | 'seen' | 'isStopped'> {
    const attempts = this.attempts.map((one) => ({ ...one }));
    return {
      row: { ...this.row, attempts: attempts.filter(({ revision }) => revision === this.row.revision) },
      attempts,
      timeline: [...this.timeline],
      notices: new Set(this.notices),
      seen: new Set(this.seen),
      isStopped: this.isStopped,
    };
  }

  log(kind: string): void {
    this.timeline.push({ kind, revision: this.row.revision });
  }

  /** `claimDeliveries`. @param revision that the caller knows; null for the sender of what is overdue */
  claim(revision: number | null, now: number): { claim: ClaimDecision; started: Claim | null } {
    const { row } = this;
    const decided = this.#rules.decideClaim(row, revision ?? row.revision, now, POLICY);
    const isUnwanted = decided.kind === 'send' && this.isStopped && this.#rules.asksRecipient;
    const claim: ClaimDecision = isUnwanted ? { kind: 'stopped' } : decided;
    if (claim.kind !== 'send') {
      this.#apply(claim, now);
      return { claim, started: null };
    }
    const attempt = this.#insert(claim.n, now, 'started');
    row.attempts.push(attempt);
    row.nextAttemptAt = now + POLICY.claimLease;
    if (claim.isFurtherCopy && this.#rules.recordsCopies) this.log('further-copy');
    const { id: attemptId, channel } = attempt;
    return { claim, started: { attemptId, revision: row.revision, channel, epoch: row.linkEpoch } };
  }

  #insert(n: number, startedAt: number, state: Attempt['state'], id = this.#newId()): AttemptRow {
    const { revision } = this.row;
    const attempt: AttemptRow = { id, revision, n, state, rejection: null, startedAt, channel: channelOf(this.row) };
    this.attempts.push(attempt);
    return attempt;
  }

  /** `applyWithoutCalling`. */
  #apply(claim: Exclude<ClaimDecision, { kind: 'send' }>, now: number): void {
    const { row } = this;
    if (claim.kind === 'mark-unknown') {
      for (const attempt of row.attempts) if (attempt.id === claim.attemptId) attempt.state = 'unknown';
      row.nextAttemptAt = claim.at;
    }
    if (claim.kind === 'stopped') this.failed('stopped');
    if (claim.kind === 'settle-sent') this.#sent(now);
    if (claim.kind === 'give-up' && claim.as === 'failed') this.failed('unconfirmed');
    if (claim.kind === 'give-up' && claim.as === 'sent') this.#sent(now, true);
    if (claim.kind === 'fall-back') this.#fellBack(claim.because, now);
  }

  /** `recordAnswers` of one call. */
  record(claimed: Claim, answer: ProviderAnswer, now: number): void {
    const isLost = !this.attempts.some(({ id }) => id === claimed.attemptId);
    if (isLost && this.#rules.recovers) this.#recover(claimed, now, now);
    const attempt = this.row.attempts.find(({ id }) => id === claimed.attemptId);
    if (!attempt) return;
    const isOpen = attempt.state === 'started' || attempt.state === 'unknown';
    if (!isOpen) return;
    const outcome = this.#rules.decideOutcome(this.row, attempt, answer, now, POLICY);
    Object.assign(attempt, outcome.attempt);
    if (outcome.delivery && this.row.status === 'pending') this.#effect(outcome.delivery, now);
  }

  /** `recordProviderEvents` of one event. @param at when it happened, by the provider's clock */
  hear(claimed: Claim, eventId: string, reported: DeliveryEvent, at: number, now: number): void {
    if (this.seen.has(eventId) && this.#rules.countsOnce) return;
    this.seen.add(eventId);
    const isLost = !this.attempts.some(({ id }) => id === claimed.attemptId);
    if (isLost && !this.#rules.recovers) return;
    if (isLost) this.#recover(claimed, at, now);
    const isTakenOnly = isLost && (reported.kind === 'deferred' || reported.kind === 'noted');
    const event: DeliveryEvent = isTakenOnly ? { kind: 'accepted' } : reported;
    const attempt = this.attempts.find(({ id }) => id === claimed.attemptId);
    if (!attempt) return;
    const effect = this.#rules.decideEvent(this.row, attempt, event);
    if (effect.attempt) Object.assign(attempt, effect.attempt);
    if (effect.delivery) this.#effect(effect.delivery, now, at);
  }

  /** `recoverAttempt`. */
  #recover({ attemptId, revision: named, channel }: Claim, at: number, now: number): void {
    const { row } = this;
    const revision = Math.min(named, row.revision);
    const ofRevision = this.attempts.filter((one) => one.revision === revision).map(({ n }) => n);
    const n = Math.min(1, ...ofRevision) - 1;
    const startedAt = Math.min(at, now);
    const attempt: AttemptRow = { id: attemptId, revision, n, state: 'started', rejection: null, startedAt, channel };
    this.attempts.push(attempt);
    const isPending = row.status === 'pending' && !row.isDeleted;
    const isFromBeforeChange = revision < row.revision && isPending && row.fellBackAt === null;
    const isFurtherCopy =
      isFromBeforeChange || row.sentAt !== null || row.attempts.some(({ state }) => state !== 'rejected');
    if (revision === row.revision) row.attempts.unshift(attempt);
    if (isFurtherCopy && this.#rules.recordsCopies) this.log('further-copy');
  }

  #effect(effect: Effect, now: number, at = now): void {
    const { row } = this;
    if (effect.kind === 'sent') this.#sent(at);
    if (effect.kind === 'delivered') this.#delivered(at);
    if (effect.kind === 'failed') this.failed(effect.failure);
    if (effect.kind === 'fall-back') this.#fellBack(effect.because, now);
    if (effect.kind === 'retry') row.nextAttemptAt = effect.at;
    if (effect.kind !== 'came-back') return;
    if (row.isLinkRevoked && this.#rules.callsOff) {
      this.failed('revoked', true);
      return;
    }
    Object.assign(row, {
      status: 'pending',
      deliveredAt: null,
      isUnconfirmed: false,
      nextAttemptAt: now + effect.wait,
    });
    this.log('came-back');
  }

  #sent(at: number, isUnconfirmed = false): void {
    const { row } = this;
    if (row.status === 'sent') return;
    row.sentAt = row.status === 'pending' ? at : (row.sentAt ?? at);
    this.#finish({ status: 'sent', failureCode: null, isUnconfirmed });
    this.log('sent');
  }

  #delivered(at: number): void {
    this.#sent(at);
    if (this.row.deliveredAt !== null) return;
    Object.assign(this.row, { deliveredAt: at, isUnconfirmed: false });
    this.log('delivered');
  }

  #fellBack(because: FailureCode, now: number): void {
    const { row } = this;
    if (row.isLinkRevoked) {
      this.failed(because);
      return;
    }
    this.log('fell-back');
    Object.assign(row, { status: 'pending', failureCode: null, fellBackAt: now, nextAttemptAt: now });
    Object.assign(row, { isUnconfirmed: false, deliveredAt: null, revision: row.revision + 1, attempts: [] });
  }

  failed(failureCode: FailureCode, isByOwner = false): void {
    this.#finish({ status: 'failed', failureCode });
    this.log('failed');
    if (!isByOwner && this.#rules.notifies) this.notices.add(this.row.revision);
  }

  #finish(change: Partial<Row>): void {
    Object.assign(this.row, change, { nextAttemptAt: null }, this.#rules.keepsHold ? {} : { isHeld: false });
  }

  /** `cancelByOperator`. */
  cancelRun(now: number, isClockHeld: boolean): void {
    const { row } = this;
    if (row.isDeleted || row.isHeld) return;
    const refusal = this.#rules.refuseChange(row, row.scheduledAt, now);
    if (refusal === 'finished' || refusal === 'being-sent') return;
    if (isClockHeld || row.origin === 'release' || row.scheduledAt > now) row.isHeld = true;
    else this.failed('cancelled-by-operator');
  }

  /** `holdDeliveries` and `unholdDeliveries`. */
  setHeld(isHeld: boolean): void {
    if (this.row.nextAttemptAt !== null || !isHeld) this.row.isHeld = isHeld;
  }

  /** `fallBackUnheard`. */
  fallBackUnheard(now: number): void {
    const { row } = this;
    if (row.isLinkRevoked || !this.#rules.isUnheard(row, row.isOpened, now, POLICY)) return;
    this.#fellBack(CHANNELS[channelOf(row)].unheard, now);
  }

  /** `recordArrival`, after the recipient opened the present link for the first time. */
  open(epoch: number, now: number): void {
    const { row } = this;
    if (row.isOpened || row.isDeleted || row.isLinkRevoked || epoch !== row.linkEpoch) return;
    const bringer = row.attempts.findLast(({ state }) => state === 'started' || state === 'unknown');
    const effect = bringer && this.#rules.decideEvent(row, bringer, { kind: 'accepted' });
    row.isOpened = true;
    if (bringer && effect?.attempt) Object.assign(bringer, effect.attempt);
    if (effect?.delivery) this.#effect(effect.delivery, now);
    const before = this.attempts.findLast(({ revision }) => revision === row.revision - 1);
    const isFallback = before !== undefined && CHANNELS[before.channel].fallback !== null;
    if ((isFallbackUnsent(row) && isFallback) || isReleaseRetried(row)) this.#sent(now);
  }

  /** `refuseInvitation`. @returns whether it was refused */
  refuse(epoch: number): boolean {
    const { row } = this;
    if (row.isOpened || row.isDeleted || row.isLinkRevoked || epoch !== row.linkEpoch) return false;
    Object.assign(row, { linkEpoch: row.linkEpoch + 1, isLinkRevoked: true });
    if (!isByRecipient(row.failureCode)) this.failed('refused');
    return true;
  }
}
