/** Changes to a paid plan: another offer, its end, resuming it. Each is made at the provider first, then saved here. */
import { AppError } from '#domain/errors.ts';
import { OFFERS, PLANS, type PlanType } from '#domain/subscription/plan.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { planRefusals } from '#messages/en/plan-refusals.ts';
import { say } from '#messages/say.ts';
import type { SwitchPreview } from '#services/ports/payments.ts';
import { type BillingContext, changeAndReconcile } from './reconcile.ts';
import { type PaidPlan, requirePaidPlan } from './subscription-state.ts';

/** How long the price of a change is valid after the preview, in milliseconds. */
export const PREVIEW_LASTS = 15 * MINUTE;

/**
 * Works out what another offer would cost. Nothing changes.
 * @returns the price, and the plan that would be replaced
 * @throws AppError conflict for the current offer, for a plan that is ending, held or past due, and where nobody pays; unavailable
 */
export async function previewSwitch(
  context: BillingContext,
  ownerId: string,
  to: PlanType,
): Promise<{ paid: PaidPlan; preview: SwitchPreview }> {
  const paid = await requirePaidPlan(context, ownerId);
  const { plan } = OFFERS[to];
  if (paid.planType === to) throw new AppError('conflict', say(planRefusals['same-plan'], { plan: PLANS[plan].name }));
  requireChangeable(paid);
  return { paid, preview: await context.payments.previewSwitch(paid.subscriptionId, to) };
}

/**
 * Changes the plan to another offer for the previewed price. Repeating changes nothing.
 * @param at the instant of the preview, milliseconds
 * @throws AppError conflict when the preview is old, for a plan that is ending, held or past due, when the payment was refused, and
 *   where nobody pays: nothing has changed then; unavailable
 */
export async function switchPlan(context: BillingContext, ownerId: string, to: PlanType, at: number): Promise<void> {
  const paid = await requirePaidPlan(context, ownerId);
  if (paid.planType === to) return;
  requireChangeable(paid);
  const age = context.now.getTime() - at;
  if (age > PREVIEW_LASTS || age < -MINUTE) throw new AppError('conflict', say(planRefusals['quote-too-old']));
  const change = () => context.payments.switchPlan(paid.subscriptionId, to, at);
  const changed = await changeAndReconcile(context, paid.subscriptionId, change);
  // An old form, sent again after the plan was changed back: the provider repeats its old answer.
  if (changed.planType !== to) throw new AppError('conflict', say(planRefusals['quote-too-old']));
}

/** Nobody would ever charge the difference of a change that is made while the plan is held. */
function requireChangeable({ isEnding, isHeld }: PaidPlan): void {
  if (isHeld) throw new AppError('conflict', say(planRefusals['nothing-charged-now']));
  if (isEnding) throw new AppError('conflict', say(planRefusals.ending));
}

/**
 * Lets the plan end with the paid period. Repeating changes nothing.
 * @throws AppError conflict where nobody pays, and for a plan that has ended; unavailable
 */
export function cancelPlan(context: BillingContext, ownerId: string): Promise<void> {
  return setEnding(context, ownerId, true);
}

/**
 * Takes back a cancellation: the plan renews. Repeating changes nothing.
 * @throws AppError conflict where nobody pays, and for a plan that has ended; unavailable
 */
export function resumePlan(context: BillingContext, ownerId: string): Promise<void> {
  return setEnding(context, ownerId, false);
}

async function setEnding(context: BillingContext, ownerId: string, isEnding: boolean): Promise<void> {
  const { subscriptionId } = await requirePaidPlan(context, ownerId);
  await changeAndReconcile(context, subscriptionId, () => context.payments.setEnding(subscriptionId, isEnding));
}
