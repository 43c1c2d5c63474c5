import { AppError } from '#domain/errors.ts';
import { OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { SwitchPreview } from '#services/ports/payments.ts';
import type { BillingContext } from './begin-subscription.ts';
import { keepTrue } from './keep-true.ts';
import { type PaidPlan, paidPlanOf } from './plan-of.ts';

/** How long what a change costs is good for after it was shown. */
export const PREVIEW_LASTS = 15 * MINUTE;
const STALE = 'That was worked out a while ago, so nothing was done. This is what it costs now.';

/**
 * Works out what another offer would cost. Nothing changes by it.
 * @returns that, and the plan that it would take the place of
 * @throws AppError conflict for what somebody has, for a plan that is ending, held or past due, and where nobody pays; unavailable
 */
export async function previewSwitch(
  context: BillingContext,
  ownerId: string,
  to: PlanType,
): Promise<{ paid: PaidPlan; preview: SwitchPreview }> {
  const paid = await paidPlanOf(context, ownerId);
  const { plan } = OFFERS[to];
  if (paid.planType === to) throw new AppError('conflict', `You are already on the ${PLANS[plan].name} plan.`);
  requireGoingOn(paid);
  return { paid, preview: await context.payments.previewSwitch(paid.subscriptionId, to) };
}

/**
 * Changes the plan for another offer, for what was shown. Asked twice it is done once.
 * @param at the instant of the preview, milliseconds
 * @throws AppError conflict when the preview is old, for a plan that is ending, held or past due, when the payment was refused, and
 *   where nobody pays: nothing has changed then; unavailable
 */
export async function switchPlan(context: BillingContext, ownerId: string, to: PlanType, at: number): Promise<void> {
  const paid = await paidPlanOf(context, ownerId);
  if (paid.planType === to) return;
  requireGoingOn(paid);
  const age = context.now.getTime() - at;
  if (age > PREVIEW_LASTS || age < -MINUTE) throw new AppError('conflict', STALE);
  const changed = await keepTrue(context, paid, () => context.payments.switchPlan(paid.subscriptionId, to, at));
  // A form of before, sent once more after the plan was changed back: the provider gives the answer of then.
  if (changed.planType !== to) throw new AppError('conflict', STALE);
}

/** What is charged while a plan is held is charged by nobody, ever: a dearer one would be had for nothing. */
function requireGoingOn({ isEnding, isHeld }: PaidPlan): void {
  if (isHeld)
    throw new AppError(
      'conflict',
      'Nothing is charged at the moment, so the plan cannot be changed. Check in first; a minute later it can.',
    );
  if (isEnding) throw new AppError('conflict', 'Your plan is about to end. Keep it first, then change it for another.');
}
