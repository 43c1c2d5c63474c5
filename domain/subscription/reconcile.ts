/**
 * What the payment provider's answer about a subscription changes here. We ask the provider again at every event, so events
 * may come late, twice or in any order: the newest answer counts.
 */
import { DAY } from '../time/durations.ts';
import type { PlanType } from './plan.ts';

/** How long after a payment it can be refunded (spec.md section 9). */
export const REFUND_WITHIN = 30 * DAY;

/** The state of a subscription at the provider. */
export type RemoteStatus =
  /** Paid. */
  | 'active'
  /** The last payment failed, and the provider still tries. */
  | 'past-due'
  /** The first payment has not arrived. */
  | 'incomplete'
  | 'ended';

/** A subscription as the provider describes it. Instants are milliseconds since the epoch. */
export interface RemoteSubscription {
  id: string;
  customerId: string;
  /** The owner's account; null when the subscription is not ours. */
  accountId: string | null;
  /** Null for a price that is not in our table. */
  planType: PlanType | null;
  status: RemoteStatus;
  createdAt: number;
  /** The end of the paid period. */
  periodEndsAt: number;
  /** It ends then, unless the owner resumes it. */
  isEnding: boolean;
  /** The provider charges nothing at the moment. */
  isHeld: boolean;
}

/** The subscription in our database. */
export interface LocalSubscription {
  /** Null for a plan that was given. */
  subscriptionId: string | null;
  /** When the provider created it, in milliseconds; null when unknown. */
  subscribedAt: number | null;
}

/** What to do here about a subscription at the provider. */
export type Reconciliation =
  /** Save it as the owner's plan; cancel the one that it replaces. */
  | { kind: 'take' }
  /** Save its new state. */
  | { kind: 'update' }
  /** Back to Free. Items, deliveries and an armed protocol stay. */
  | { kind: 'end' }
  /** It has ended, but the owner's protocol is past its deadline: the plan stays until they check in. */
  | { kind: 'wait' }
  /** Nobody has it here: cancel it at the provider. */
  | { kind: 'cancel' }
  | { kind: 'nothing' };

/**
 * Decides what the provider's answer changes. Call it with the owner's row locked.
 * @param local the owner's subscription; null for Free
 * @param isPastDeadline the owner's emergency protocol is past its deadline and not released
 */
export function decideReconciliation(
  local: LocalSubscription | null,
  remote: RemoteSubscription,
  isPastDeadline: boolean,
): Reconciliation {
  const isTheirs = local?.subscriptionId === remote.id;
  if (remote.status === 'incomplete') return { kind: 'nothing' };
  if (remote.status === 'ended') {
    if (!isTheirs) return { kind: 'nothing' };
    return isPastDeadline ? { kind: 'wait' } : { kind: 'end' };
  }
  // Also with a price that we do not know: the plan stays, and the other columns are updated.
  if (isTheirs) return { kind: 'update' };
  if (remote.planType === null) return { kind: 'nothing' };
  // Of two paid subscriptions the later one counts.
  const hasNewer = local?.subscriptionId != null && (local.subscribedAt ?? 0) > remote.createdAt;
  return { kind: hasNewer ? 'cancel' : 'take' };
}

/**
 * @param paidAt when the payment was made, milliseconds
 * @returns whether it can still be refunded
 */
export function isRefundable(paidAt: number, now: number): boolean {
  return now - paidAt <= REFUND_WITHIN;
}
