import type { BillingContext } from './begin-subscription.ts';
import { keepTrue } from './keep-true.ts';
import { paidPlanOf } from './plan-of.ts';

/**
 * Lets a plan end with what has been paid for, or go on after all. Repeating changes nothing.
 * @throws AppError conflict where nobody pays, and for one that has ended; unavailable
 */
export async function setEnding(context: BillingContext, ownerId: string, isEnding: boolean): Promise<void> {
  const paid = await paidPlanOf(context, ownerId);
  await keepTrue(context, paid, () => context.payments.setEnding(paid.subscriptionId, isEnding));
}
