/**
 * The delivery protocol as pure decisions. Postgres rows go in, what to do comes out; the services do it.
 * Nothing here knows a clock, a provider or a table. See docs/architecture.md.
 */
import { goesElsewhere } from './alternate.ts';
import { triesSinceConfiguration, unknowns } from './attempts.ts';
import { isDecided } from './by-recipient.ts';
import {
  CHANNELS,
  type Channel,
  type DeliveryOrigin,
  type DeliveryStatus,
  FALL_BACK_AFTER,
  type FailureCode,
} from './delivery.ts';
import { canFallBack, channelOf, isHeardAfterFallback, mayStillArrive } from './fallback.ts';
import { type CameBack, isReleaseBeyond, refusalOf } from './release.ts';
import { configurationWait, type DeliveryPolicy, GIVE_UP_AFTER, scaled, transientWait } from './retry.ts';

/** Why an attempt was rejected: may pass, never will, our own set-up, or a release came back and may pass (blocked). */
export type RejectionKind = 'transient' | 'permanent' | 'configuration' | 'blocked';

/** One try of one revision, from its row. Instants are milliseconds since the epoch. */
export interface Attempt {
  id: string;
  revision: number;
  n: number;
  state: 'started' | 'accepted' | 'rejected' | 'unknown';
  rejection: RejectionKind | null;
  startedAt: number;
}

/** The delivery row, locked, with the attempts of its current revision in the order of `n`. */
export interface DeliveryState {
  revision: number;
  status: DeliveryStatus;
  origin: DeliveryOrigin;
  /** What its owner chose. */
  channel: Channel;
  /** Since when it goes by email instead. */
  fellBackAt: number | null;
  /** Where it goes once if the address refuses it; null for nowhere, and once it went there. */
  alternateEmail?: string | null;
  /** The address that refused it, once it goes to the second one. */
  refusedEmail?: string | null;
  isDeleted: boolean;
  /** Whether its recipient has opened it by its present link. */
  isOpened?: boolean;
  deliveredAt?: number | null;
  /** Operators hold it: nothing leaves before they let it go. */
  isHeld: boolean;
  /** Until when a duress check-in of its owner holds it, milliseconds; null or left out for no such hold. */
  duressUntil?: number | null;
  failureCode: FailureCode | null;
  /** The earliest instant at which anyone may act on it; set while it is pending. */
  nextAttemptAt: number | null;
  attempts: readonly Attempt[];
}

/** What the transaction that locked the row has to do about sending it. */
export type ClaimDecision =
  /** Insert attempt `n` as started, commit, then call the provider. */
  | { kind: 'send'; n: number; isFurtherCopy: boolean }
  /** Not yet: come back at `at`. */
  | { kind: 'later'; at: number }
  /** A worker died after its claim: its attempt becomes unknown, and the wait for the provider's event begins. */
  | { kind: 'mark-unknown'; attemptId: string; at: number }
  /** Two unknown outcomes: no third copy. */
  | { kind: 'give-up'; as: 'failed' | 'sent' }
  /** The same where another channel is left: by email, as a new revision, at once. */
  | { kind: 'fall-back'; because: FailureCode }
  /** The recipient wants nothing more: it fails, and nothing is sent. */
  | { kind: 'stopped' }
  /** The provider has accepted it; only the row does not say so yet. */
  | { kind: 'settle-sent' }
  /** The caller knows an old intent; the row's own is the truth. */
  | { kind: 'resync' }
  /** Nothing is left to do. */
  | { kind: 'closed' };

/** After so many unknown outcomes no further copy goes out. */
const MOST_UNKNOWN = 2;

/**
 * Decides about one delivery whose row is locked. What a duress check-in holds is due when that hold ends.
 * @param delivery the row and its attempts
 * @param revision the revision that the caller knows
 * @param now the database's clock, milliseconds
 */
export function decideClaim(
  delivery: DeliveryState,
  revision: number,
  now: number,
  policy: DeliveryPolicy,
): ClaimDecision {
  const decision = decideUnderNoDuress(delivery, revision, now, policy);
  const until = delivery.duressUntil ?? now;
  return decision.kind === 'send' && until > now ? { kind: 'later', at: until } : decision;
}

function decideUnderNoDuress(
  delivery: DeliveryState,
  revision: number,
  now: number,
  policy: DeliveryPolicy,
): ClaimDecision {
  if (delivery.isDeleted || delivery.status !== 'pending' || delivery.isHeld) return { kind: 'closed' };
  if (revision !== delivery.revision) return { kind: 'resync' };
  if (delivery.nextAttemptAt !== null && now < delivery.nextAttemptAt)
    return { kind: 'later', at: delivery.nextAttemptAt };

  const newest = delivery.attempts.at(-1);
  if (!newest) return { kind: 'send', n: 1, isFurtherCopy: false };
  if (newest.state === 'accepted') return { kind: 'settle-sent' };
  // From now, not from the call: while we were down, the provider's event may not have reached us.
  if (newest.state === 'started') return { kind: 'mark-unknown', attemptId: newest.id, at: now + policy.unknownWait };

  const because = whyFallBack(delivery, now, policy);
  if (because) return { kind: 'fall-back', because };
  const isFurtherCopy = unknowns(delivery.attempts) > 0;
  // For a last message a copy is better than silence: one further try, never a third.
  if (newest.state === 'unknown' && unknowns(delivery.attempts) >= MOST_UNKNOWN)
    return { kind: 'give-up', as: delivery.origin === 'release' ? 'sent' : 'failed' };
  return { kind: 'send', n: newest.n + 1, isFurtherCopy };
}

/** @returns why the chosen channel is not tried again; null where it is, and where no other channel is left */
function whyFallBack(delivery: DeliveryState, now: number, policy: DeliveryPolicy): FailureCode | null {
  if (!canFallBack(delivery)) return null;
  // An earlier copy was refused while another was under way. An attempt does not record why: perhaps the fault was ours.
  if (delivery.attempts.some(({ rejection }) => rejection === 'permanent')) return 'content-refused';
  if (unknowns(delivery.attempts) >= MOST_UNKNOWN) return 'unconfirmed';
  return now >= fallBackAt(delivery, policy) ? CHANNELS[channelOf(delivery)].unheard : null;
}

/** What the provider's answer to one call means. */
export type ProviderAnswer =
  | { kind: 'accepted'; messageId: string | null }
  /** Certainly not accepted, and may be later. `retryAfter` in milliseconds. */
  | { kind: 'transient'; reason: string; retryAfter: number | null }
  /** Never will be: this recipient or this message; `isOurs` where our set-up is the cause. */
  | { kind: 'permanent'; reason: string; failure: FailureCode; isOurs?: boolean }
  /** Our key, our sender, our account. */
  | { kind: 'configuration'; reason: string }
  /** The call died after bytes left: it may have been accepted. */
  | { kind: 'unknown'; reason: string };

/** What an attempt and its delivery become; a delivery that another call decides does not change. */
export interface AttemptOutcome {
  attempt: { state: Attempt['state']; rejection: RejectionKind | null };
  delivery: { kind: 'sent' } | Failed | { kind: 'retry'; at: number } | null;
}

/** It ends without having arrived; or it goes by email, or to the second address, as a new revision, at once. */
type Failed = { kind: 'failed'; failure: FailureCode } | { kind: 'fall-back' | 'alternate'; because: FailureCode };

/** What a failure means: where another channel or address is left it is not the last word. */
function failed(delivery: DeliveryState, failure: FailureCode, isAddressRight = false): Failed {
  if (canFallBack(delivery)) return { kind: 'fall-back', because: failure };
  if (isAddressRight || !goesElsewhere(delivery, failure)) return { kind: 'failed', failure };
  return { kind: 'alternate', because: failure };
}

/**
 * Decides what an answer does to the attempt that was called with, and to its delivery. An answer may come so late that
 * the next copy is already being sent: then that call decides, or it would go out by another channel as well.
 * @param delivery the row, locked again, with all attempts of its revision
 * @param attempt the one that was called with; still started or unknown
 * @param now the database's clock, milliseconds
 */
export function decideOutcome(
  delivery: DeliveryState,
  attempt: Attempt,
  answer: ProviderAnswer,
  now: number,
  policy: DeliveryPolicy,
): AttemptOutcome {
  const outcome = outcomeAlone(delivery, attempt, answer, now, policy);
  const isOvertaken = delivery.attempts.some(({ id, state }) => id !== attempt.id && state === 'started');
  return isOvertaken && answer.kind !== 'accepted' ? { ...outcome, delivery: null } : outcome;
}

/** As if no other copy were being sent. */
function outcomeAlone(
  delivery: DeliveryState,
  attempt: Attempt,
  answer: ProviderAnswer,
  now: number,
  policy: DeliveryPolicy,
): AttemptOutcome {
  switch (answer.kind) {
    case 'accepted':
      return { attempt: { state: 'accepted', rejection: null }, delivery: { kind: 'sent' } };
    case 'permanent': {
      const { rejection, wait } = refusalOf(delivery, attempt, answer.failure, policy.minute);
      return {
        attempt: { state: 'rejected', rejection },
        delivery: wait === null ? failed(delivery, answer.failure) : { kind: 'retry', at: now + wait },
      };
    }
    case 'configuration':
      return {
        attempt: { state: 'rejected', rejection: 'configuration' },
        delivery: retryOrFallBack(delivery, now + configurationWait(policy.minute), now, policy),
      };
    case 'unknown':
      return {
        attempt: { state: 'unknown', rejection: null },
        delivery: { kind: 'retry', at: Math.max(now, attempt.startedAt + policy.unknownWait) },
      };
    case 'transient': {
      const tries = triesSinceConfiguration(delivery.attempts, attempt);
      const at = now + transientWait(tries.length, answer.retryAfter, policy.minute);
      const first = tries[0] ?? attempt;
      const isOver = delivery.origin !== 'release' && at > first.startedAt + scaled(GIVE_UP_AFTER, policy.minute);
      const failure = unknowns(delivery.attempts) > 0 ? 'unconfirmed' : 'expired';
      return {
        attempt: { state: 'rejected', rejection: 'transient' },
        delivery: isOver ? failed(delivery, failure) : retryOrFallBack(delivery, at, now, policy),
      };
    }
  }
}

/** A wait never exceeds the two days of a channel that falls back: then it goes by email, near the day it was meant for. */
function retryOrFallBack(
  delivery: DeliveryState,
  at: number,
  now: number,
  policy: DeliveryPolicy,
): AttemptOutcome['delivery'] {
  if (now >= fallBackAt(delivery, policy)) return { kind: 'fall-back', because: CHANNELS[channelOf(delivery)].unheard };
  return { kind: 'retry', at: Math.min(at, fallBackAt(delivery, policy)) };
}

/** When a channel that falls back has had its time; never, for one that does not. */
function fallBackAt(delivery: DeliveryState, policy: DeliveryPolicy): number {
  const [first] = delivery.attempts;
  if (!first || !canFallBack(delivery)) return Number.POSITIVE_INFINITY;
  return first.startedAt + scaled(FALL_BACK_AFTER, policy.minute);
}

/** What a provider reports later about a message, in our terms. */
export type DeliveryEvent =
  | { kind: 'accepted' }
  | { kind: 'delivered' }
  /** `isAddressRight` where it is not the address that is refused: its reader wants no mail, or the content is at fault. */
  | { kind: 'failed'; failure: FailureCode; isAddressRight?: boolean }
  /** The recipient's server asks to wait, and the provider goes on trying. */
  | { kind: 'deferred' }
  /** Opened by a scanner, and anything else that we store but do not act on. */
  | { kind: 'noted' };

/** What an event changes; null where nothing does. */
export interface EventEffect {
  attempt: { state: Attempt['state']; rejection: RejectionKind | null } | null;
  delivery: { kind: 'sent' } | { kind: 'delivered' } | CameBack | Failed | null;
}

/**
 * Decides what a provider's event does. Events come in any order, before or after our own record.
 * @param delivery the row, locked, with the attempts of its current revision
 * @param attempt the attempt that the event names; perhaps of an older revision
 */
export function decideEvent(delivery: DeliveryState, attempt: Attempt, event: DeliveryEvent): EventEffect {
  // A bounce is the last word about its attempt, also when "processed" arrives after it.
  const isBounced = attempt.rejection === 'permanent' || attempt.rejection === 'blocked';
  if (event.kind === 'noted' || event.kind === 'deferred' || isBounced) return { attempt: null, delivery: null };
  const isCurrent = attempt.revision === delivery.revision;

  if (event.kind === 'failed') return decideFailure(delivery, attempt, event);

  const changed = attempt.state === 'accepted' ? null : ({ state: 'accepted', rejection: null } as const);
  if (event.kind === 'delivered' && isHeardAfterFallback(delivery, attempt))
    return { attempt: changed, delivery: { kind: 'delivered' } };
  const isOpen = isCurrent && !delivery.isDeleted && !isDecided(delivery);
  return { attempt: changed, delivery: isOpen ? { kind: event.kind === 'delivered' ? 'delivered' : 'sent' } : null };
}

function decideFailure(
  delivery: DeliveryState,
  attempt: Attempt,
  { failure, isAddressRight }: Extract<DeliveryEvent, { kind: 'failed' }>,
): EventEffect {
  const another = delivery.attempts.some((other) => other.id !== attempt.id && mayStillArrive(delivery, other));
  const isCurrent = attempt.revision === delivery.revision;
  const isOpen = isCurrent && !another && !delivery.isDeleted && !isReleaseBeyond(delivery, attempt);
  const { rejection, wait } = refusalOf(delivery, attempt, failure);
  const cameBack = { kind: 'came-back', because: failure, wait: wait ?? 0 } as const;
  const effect = wait === null ? failed(delivery, failure, isAddressRight) : cameBack;
  return {
    attempt: { state: 'rejected', rejection },
    delivery: isOpen && delivery.status !== 'failed' ? effect : null,
  };
}
