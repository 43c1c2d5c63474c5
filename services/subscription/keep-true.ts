import { AppError } from '#domain/errors.ts';
import type { RemoteSubscription } from '#domain/subscription/standing.ts';
import type { BillingContext } from './begin-subscription.ts';
import { followSubscription, settle } from './follow-subscription.ts';
import type { PaidPlan } from './plan-of.ts';

/**
 * Changes a subscription at the provider, and makes our row say how it stands there then. Where the change is refused, how
 * things stand is not what we believed: it is asked, so that the page which says why shows the truth, too.
 * @returns how it stands afterwards, as far as the provider could be asked
 * @throws AppError as the change does
 */
export async function keepTrue(
  { em, payments }: BillingContext,
  { subscriptionId }: PaidPlan,
  change: () => Promise<RemoteSubscription>,
): Promise<RemoteSubscription> {
  const follower = { fork: () => em, payments };
  let changed: RemoteSubscription;
  try {
    changed = await change();
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') await followSubscription(follower, subscriptionId);
    throw error;
  }
  try {
    return await settle(follower, changed);
  } catch (error) {
    // It is done, and written down; whether something came between is told by an event, or by the daily comparison.
    if (error instanceof AppError && error.code === 'unavailable') return changed;
    throw error;
  }
}
