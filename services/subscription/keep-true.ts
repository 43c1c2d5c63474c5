import { AppError } from '#domain/errors.ts';
import type { RemoteSubscription } from '#domain/subscription/standing.ts';
import type { BillingContext } from './begin-subscription.ts';
import { applyRemote, followSubscription } from './follow-subscription.ts';
import type { PaidPlan } from './plan-of.ts';

/**
 * Changes a subscription at the provider, and makes our row say what it answered. Where it refuses, how things stand there
 * is not what we believed: it is asked, so that the page which says why shows the truth, too.
 * @throws AppError as the change does
 */
export async function keepTrue(
  { em, payments }: BillingContext,
  { subscriptionId }: PaidPlan,
  change: () => Promise<RemoteSubscription>,
): Promise<void> {
  try {
    await applyRemote(em, await change());
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict')
      await followSubscription({ fork: () => em, payments }, subscriptionId);
    throw error;
  }
}
