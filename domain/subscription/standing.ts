/**
 * What the provider's word about a subscription does to somebody's plan. The provider is asked anew whenever anything may
 * have changed, so events may come late, twice, or in any order: the newest answer is what counts.
 */
import { DAY } from '../time/durations.ts';
import type { PlanType } from './plan.ts';

/** How long after a payment it can be given back (spec.md section 9). */
export const REFUND_WITHIN = 30 * DAY;

/** How a subscription stands at the provider, in our words. */
export type RemoteStatus =
  /** Paid for. */
  | 'active'
  /** The last payment failed, and the provider goes on trying. */
  | 'past-due'
  /** Nothing has been paid for yet. */
  | 'incomplete'
  | 'ended';

/** A subscription as the provider tells it. Instants are milliseconds since the epoch. */
export interface RemoteSubscription {
  id: string;
  customerId: string;
  /** Whose it is; null when it is not one of ours. */
  accountId: string | null;
  /** Null for a price that is not in our table. */
  planType: PlanType | null;
  status: RemoteStatus;
  createdAt: number;
  /** Until when it has been paid for. */
  periodEndsAt: number;
  /** It ends then, unless somebody changes their mind. */
  isEnding: boolean;
  /** Nothing is charged at the moment. */
  isHeld: boolean;
}

/** The plan that somebody has here. */
export interface LocalSubscription {
  /** Null for a plan that was given. */
  subscriptionId: string | null;
  /** When that was made at the provider, milliseconds, where it is known. */
  subscribedAt: number | null;
}

/** What is to be done here about a subscription at the provider. */
export type Standing =
  /** Theirs from now on; one that they had is cancelled there. */
  | { kind: 'take' }
  /** The same, as it has become. */
  | { kind: 'update' }
  /** Over: back to Free. Nothing that is stored, scheduled or armed ends with it. */
  | { kind: 'end' }
  /** Over, but its owner's protocol is past its deadline: nothing is taken away until they are heard again. */
  | { kind: 'wait' }
  /** Nobody has it here: it is cancelled there. */
  | { kind: 'doom' }
  | { kind: 'nothing' };

/**
 * Decides what the provider's answer means for somebody whose row is locked.
 * @param local the plan that they have; null for Free
 * @param isPastDeadline their emergency protocol is between its deadline and the end of it
 */
export function standingOf(
  local: LocalSubscription | null,
  remote: RemoteSubscription,
  isPastDeadline: boolean,
): Standing {
  const isTheirs = local?.subscriptionId === remote.id;
  if (remote.status === 'incomplete') return { kind: 'nothing' };
  if (remote.status === 'ended') {
    if (!isTheirs) return { kind: 'nothing' };
    return isPastDeadline ? { kind: 'wait' } : { kind: 'end' };
  }
  // Also with a price that we do not know: the plan is the one that it was, and the rest as it has become.
  if (isTheirs) return { kind: 'update' };
  if (remote.planType === null) return { kind: 'nothing' };
  // Of two that are paid for, the one that was chosen later is meant.
  const hasNewer = local?.subscriptionId != null && (local.subscribedAt ?? 0) > remote.createdAt;
  return { kind: hasNewer ? 'doom' : 'take' };
}

/**
 * @param paidAt when the newest payment was made, milliseconds
 * @returns whether it can still be given back
 */
export function isRefundable(paidAt: number, now: number): boolean {
  return now - paidAt <= REFUND_WITHIN;
}
