/**
 * The smallest thing that runs the pure decisions about two channels as the services do: calls that last, workers that
 * die, the overdue sender, providers whose events come at any time, and a recipient.
 */

import { type Channel, FALL_BACK_AFTER } from '#domain/delivery/delivery.ts';
import { channelOf } from '#domain/delivery/fallback.ts';
import {
  type Attempt,
  type AttemptOutcome,
  type DeliveryEvent,
  type DeliveryState,
  decideClaim,
  decideEvent,
  decideOutcome,
  type EventEffect,
  type ProviderAnswer,
} from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { isUnheard } from '#domain/delivery/unheard.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';

export const POLICY: DeliveryPolicy = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };
export const DUE = Date.UTC(2031, 4, 4, 8);
/** Nobody lives longer than this many steps. */
const DONE = 20_000;
/** So many tries later our own set-up by email is mended, however long it was broken. */
const MENDED_AFTER = 20;
const MENDED: Twist = { lasts: 0, answer: { kind: 'accepted', messageId: null }, reports: [] };

/** An event, so long after the call began. */
export interface Report {
  after: number;
  event: DeliveryEvent;
}

/** What becomes of one call. */
export interface Twist {
  lasts: number;
  /** Null where the worker dies before it records one. */
  answer: ProviderAnswer | null;
  /** What the provider says about it; null where it was never taken. */
  reports: readonly Report[] | null;
}

export interface Plan {
  whatsapp: readonly Twist[];
  email: readonly Twist[];
  wakes: readonly number[];
  recipient: { after: number; does: 'opens' | 'refuses' } | null;
}

export interface Life {
  state: DeliveryState & { attempts: Attempt[] };
  /** Of every revision. */
  attempts: Attempt[];
  calls: { at: number; channel: Channel; revision: number }[];
  fallBacks: number[];
  /** It went by email while a message was being handed over by the channel before. */
  fellBackInCall: boolean;
  effects: { isOlder: boolean; kind: string }[];
  /** When WhatsApp was first known to have taken it. */
  acceptedAt: number | null;
  sentAt: number | null;
  deliveredAt: number | null;
  /** Since when no further message may leave. */
  settledAt: number | null;
  wasFailedByEvent: boolean;
  isOpened: boolean;
}

type Happening = { at: number } & (
  | { kind: 'answer'; attempt: Attempt; answer: ProviderAnswer }
  | { kind: 'event'; attempt: Attempt; event: DeliveryEvent }
  | { kind: 'recipient'; does: 'opens' | 'refuses' }
);

/** Lives one life to its end, and listens until nobody has anything to say. */
export function live(plan: Plan): Life {
  return new World(plan).run();
}

class World {
  readonly #plan: Plan;
  readonly #queue: Happening[] = [];
  readonly #life: Life;
  /** The calls whose answer is still to come. */
  readonly #underWay = new Set<Attempt>();
  #now = DUE - MINUTE;
  #recipient: Plan['recipient'];

  constructor(plan: Plan) {
    this.#plan = plan;
    this.#recipient = plan.recipient;
    this.#life = {
      state: {
        revision: 1,
        status: 'pending',
        origin: 'owner',
        channel: 'whatsapp',
        fellBackAt: null,
        isDeleted: false,
        isHeld: false,
        failureCode: null,
        nextAttemptAt: DUE,
        attempts: [],
      },
      attempts: [],
      calls: [],
      fallBacks: [],
      fellBackInCall: false,
      effects: [],
      acceptedAt: null,
      sentAt: null,
      deliveredAt: null,
      settledAt: null,
      wasFailedByEvent: false,
      isOpened: false,
    };
  }

  run(): Life {
    for (let step = 0; step < DONE; step++) {
      const wake = this.#wakeAt(step);
      const [next] = this.#queue;
      if (next && next.at <= wake) {
        this.#queue.shift();
        this.#now = Math.max(this.#now, next.at);
        this.#happens(next);
      } else if (Number.isFinite(wake)) {
        this.#now = Math.max(this.#now, wake);
        this.#wakes(step);
      } else return this.#life;
    }
    return this.#life;
  }

  /** When a worker or the overdue sender looks next: now and then too early, now and then late. */
  #wakeAt(step: number): number {
    const { state, sentAt } = this.#life;
    const jitter = this.#plan.wakes[step % this.#plan.wakes.length] ?? 0;
    if (state.status === 'pending' && state.nextAttemptAt !== null)
      return Math.max(this.#now, state.nextAttemptAt + jitter);
    if (this.#isSilent() && sentAt !== null) return Math.max(this.#now, sentAt + FALL_BACK_AFTER + Math.abs(jitter));
    return Number.POSITIVE_INFINITY;
  }

  #isSilent(at = Number.MAX_SAFE_INTEGER): boolean {
    const { state, sentAt, deliveredAt, isOpened } = this.#life;
    return isUnheard({ ...state, sentAt, deliveredAt }, isOpened, at, POLICY);
  }

  #wakes(step: number): void {
    const { state } = this.#life;
    if (state.status !== 'pending') {
      if (this.#isSilent(this.#now)) this.#fallBack();
      return;
    }
    // Too early is asked again on time.
    const claim = decideClaim(state, state.revision, this.#now, POLICY);
    if (claim.kind === 'later') this.#now = claim.at;
    if (claim.kind === 'later' && this.#queue[0] && this.#queue[0].at < claim.at) this.#now = this.#queue[0].at;
    if (claim.kind === 'mark-unknown') {
      this.#find(claim.attemptId).state = 'unknown';
      state.nextAttemptAt = claim.at;
    }
    if (claim.kind === 'fall-back') this.#fallBack();
    if (claim.kind === 'settle-sent') this.#sent();
    if (claim.kind === 'give-up') this.#fail('unconfirmed');
    if (claim.kind === 'send') this.#call(claim.n);
    if (claim.kind === 'closed' || claim.kind === 'resync') throw new Error(`step ${step} came to ${claim.kind}`);
  }

  #call(n: number): void {
    const { state, attempts, calls } = this.#life;
    const channel = channelOf(state);
    const attempt: Attempt = {
      id: `${channel}-${n}`,
      revision: state.revision,
      n,
      state: 'started',
      rejection: null,
      startedAt: this.#now,
    };
    attempts.push(attempt);
    state.attempts.push(attempt);
    state.nextAttemptAt = this.#now + POLICY.claimLease;
    calls.push({ at: this.#now, channel, revision: state.revision });
    const twists = this.#plan[channel === 'sms' ? 'whatsapp' : channel];
    const planned = twists[(n - 1) % twists.length] as Twist;
    const isMended = channel === 'email' && planned.answer?.kind === 'configuration' && n > MENDED_AFTER;
    const twist = isMended ? MENDED : planned;
    const at = this.#now;
    if (twist.answer) this.#underWay.add(attempt);
    if (twist.answer) this.#later({ at: at + twist.lasts, kind: 'answer', attempt, answer: twist.answer });
    for (const { after, event } of twist.reports ?? [])
      this.#later({ at: at + after, kind: 'event', attempt, event: ownWords(event, channel) });
    if (twist.reports && this.#recipient) {
      this.#later({ at: at + this.#recipient.after, kind: 'recipient', does: this.#recipient.does });
      this.#recipient = null;
    }
  }

  #later(happening: Happening): void {
    this.#queue.push(happening);
    this.#queue.sort((a, b) => a.at - b.at);
  }

  #happens(happening: Happening): void {
    if (happening.kind === 'recipient') this.#recipientDoes(happening.does);
    if (happening.kind === 'event') this.#event(happening.attempt, happening.event);
    if (happening.kind === 'answer') this.#answered(happening.attempt, happening.answer);
  }

  #answered(attempt: Attempt, answer: ProviderAnswer): void {
    const { state } = this.#life;
    this.#underWay.delete(attempt);
    // As transaction 2 has it: an attempt that has its outcome keeps it, one of before says nothing.
    if (attempt.revision !== state.revision || !(attempt.state === 'started' || attempt.state === 'unknown')) return;
    const outcome = decideOutcome(state, attempt, answer, this.#now, POLICY);
    Object.assign(attempt, outcome.attempt);
    if (state.status === 'pending') this.#apply(outcome.delivery);
  }

  #event(attempt: Attempt, event: DeliveryEvent): void {
    const { state, effects } = this.#life;
    const isOlder = attempt.revision < state.revision;
    const effect = decideEvent(state, attempt, event);
    if (effect.attempt) Object.assign(attempt, effect.attempt);
    if (!effect.delivery) return;
    effects.push({ isOlder, kind: effect.delivery.kind });
    if (effect.delivery.kind === 'fall-back') this.#life.wasFailedByEvent = true;
    this.#apply(effect.delivery);
  }

  #recipientDoes(does: 'opens' | 'refuses'): void {
    const { state } = this.#life;
    if (does === 'refuses' && state.status !== 'failed') this.#fail('refused');
    if (does === 'opens') this.#life.isOpened = true;
  }

  #apply(effect: AttemptOutcome['delivery'] | EventEffect['delivery']): void {
    const { state } = this.#life;
    if (effect?.kind === 'sent' || effect?.kind === 'delivered') this.#sent();
    if (effect?.kind === 'delivered') this.#life.deliveredAt ??= this.#now;
    if (effect?.kind === 'failed') this.#fail(effect.failure);
    if (effect?.kind === 'fall-back') this.#fallBack();
    if (effect?.kind === 'retry') state.nextAttemptAt = effect.at;
  }

  #sent(): void {
    const { state } = this.#life;
    if (state.status === 'sent') return;
    if (state.status === 'pending' || this.#life.sentAt === null) this.#life.sentAt = this.#now;
    Object.assign(state, { status: 'sent', failureCode: null, nextAttemptAt: null });
    if (channelOf(state) === 'whatsapp') this.#life.acceptedAt ??= this.#now;
    this.#life.settledAt = this.#now;
  }

  #fail(failureCode: DeliveryState['failureCode']): void {
    Object.assign(this.#life.state, { status: 'failed', failureCode, nextAttemptAt: null });
  }

  #fallBack(): void {
    const { state } = this.#life;
    this.#life.fallBacks.push(this.#now);
    this.#life.fellBackInCall ||= [...this.#underWay].some((attempt) => attempt.state === 'started');
    this.#life.settledAt = null;
    this.#life.deliveredAt = null;
    Object.assign(state, {
      status: 'pending',
      failureCode: null,
      fellBackAt: this.#now,
      nextAttemptAt: this.#now,
      revision: state.revision + 1,
      attempts: [],
    });
  }

  #find(id: string): Attempt {
    const found = this.#life.state.attempts.find((attempt) => attempt.id === id);
    if (!found) throw new Error(`there is no ${id}`);
    return found;
  }
}

function ownWords(event: DeliveryEvent, channel: Channel): DeliveryEvent {
  return event.kind === 'failed' ? { kind: 'failed', failure: channel === 'email' ? 'bounced' : 'no-whatsapp' } : event;
}
