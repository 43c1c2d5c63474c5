import { AppError } from '#domain/errors.ts';
import { isRefundable } from '#domain/subscription/standing.ts';
import type { Invoice } from '#services/ports/payments.ts';
import type { BillingContext } from './begin-subscription.ts';
import { listInvoices } from './list-invoices.ts';
import { type PaidPlan, paidPlanOf } from './plan-of.ts';
import { mail } from './record-billing-event.ts';

/** What can be given back. */
export interface Refundable {
  paid: PaidPlan;
  /** The newest payment for the plan. */
  invoice: Invoice;
}

const LATE =
  'Your last payment was more than 30 days ago, so it is not given back. You can still let the plan end with what you have paid for.';
const ALL_CREDIT =
  'All that you paid last became credit when you changed your plan, so there is nothing to give back. It pays for what comes next.';

/**
 * Looks whether the newest payment for somebody's plan can be given back.
 * @returns what would be given back
 * @throws AppError conflict where nobody pays, where nothing was paid, and for a payment of more than 30 days ago; unavailable
 */
export async function findRefundable(context: BillingContext, ownerId: string): Promise<Refundable> {
  const paid = await paidPlanOf(context, ownerId);
  const invoice = newestPayment(await listInvoices(context, ownerId), paid);
  if (!invoice) throw new AppError('conflict', 'Nothing was paid for this plan that could be given back.');
  if (leftToGiveBack(invoice) === 0 && invoice.refunded === 0) throw new AppError('conflict', ALL_CREDIT);
  if (!canGiveBack(invoice, context.now)) throw new AppError('conflict', LATE);
  return { paid, invoice };
}

/** @returns the newest payment for a plan, from what its owner paid, newest first */
export function newestPayment(invoices: readonly Invoice[], { subscriptionId }: PaidPlan): Invoice | null {
  const fits = (one: Invoice) => one.subscriptionId === subscriptionId && one.status === 'paid' && one.amount > 0;
  return invoices.find(fits) ?? null;
}

/** @returns what of a payment can still be given back, in cents; what became credit by a cheaper plan stays credit */
export function leftToGiveBack({ amount, refunded, credited }: Invoice): number {
  return Math.max(0, amount - refunded - credited);
}

/** One that was given back already counts: its plan was to end with it, and something came between. */
export function canGiveBack(invoice: Invoice, now: Date): boolean {
  if (leftToGiveBack(invoice) === 0) return invoice.refunded > 0;
  return isRefundable(Date.parse(invoice.at), now.getTime());
}

/**
 * Gives the newest payment back and ends the plan at once. What is stored, scheduled and armed stays. Asked twice, and
 * after dying half-way, it ends in the same: one refund, no plan, one mail.
 * @returns what was given back, in cents
 * @throws AppError as `findRefundable` does; unavailable also when nobody knows whether it was given back
 */
export async function cancelAndRefund(context: BillingContext, ownerId: string): Promise<number> {
  const { em, payments } = context;
  const { paid, invoice } = await findRefundable(context, ownerId);
  // First it is let end: whoever dies after the refund leaves a plan that nobody is charged for again.
  await payments.setEnding(paid.subscriptionId, true).catch(unlessEnded);
  const { id: reference, amount } = await payments.refund(invoice.id);
  await em.transactional(async (tx) => {
    await tx.execute('select 1 from users where id = ? for update', [ownerId]);
    // A trigger leaves the order to cancel it at the provider: whatever happens from here on, nobody pays for it again.
    await tx.execute('delete from subscriptions where owner_id = ? and stripe_subscription_id = ?', [
      ownerId,
      paid.subscriptionId,
    ]);
    await mail(tx, { ownerId, kind: 'refund', reference, amount, planType: paid.planType });
  });
  return amount;
}

/** What has ended at the provider already is given back all the same. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}
