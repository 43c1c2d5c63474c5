/** Payments already made: the invoices, the refund, and the provider's page for cards. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { isRefundable } from '#domain/subscription/reconcile.ts';
import { planRefusals } from '#messages/en/plan-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import { lockAccount } from '#services/lock-account.ts';
import type { Invoice } from '#services/ports/payments.ts';
import { type BillingContext, queueBillingMail } from './reconcile.ts';
import {
  type PaidPlan,
  paidPlan,
  requirePaidPlan,
  type SubscriptionState,
  subscriptionState,
} from './subscription-state.ts';

export interface PaymentsView {
  /** Newest first. */
  invoices: Invoice[];
  /** Whether the newest payment for the plan can be refunded. */
  isRefundable: boolean;
}

export interface Refundable {
  paid: PaidPlan;
  /** The newest payment for the plan. */
  invoice: Invoice;
}

/**
 * @returns the account's invoices, also after its plan has ended
 * @throws AppError unavailable when the provider cannot be reached
 */
export async function paymentsOf(context: BillingContext, ownerId: string): Promise<PaymentsView> {
  const state = await subscriptionState(context, ownerId);
  const paid = paidPlan(state, context.now);
  const invoices = await invoicesOf(context, state);
  const newest = paid && newestPayment(invoices, paid);
  return { invoices, isRefundable: newest !== null && canRefund(newest, context.now) };
}

/**
 * Finds the payment that `cancelAndRefund` would refund.
 * @throws AppError conflict where nobody pays, where nothing was paid, and for a payment of more than 30 days ago; unavailable
 */
export async function findRefundable(context: BillingContext, ownerId: string): Promise<Refundable> {
  const paid = await requirePaidPlan(context, ownerId);
  const invoice = newestPayment(await invoicesOf(context, paid), paid);
  if (!invoice) throw new AppError('conflict', say(planRefusals['nothing-to-refund']));
  if (leftToRefund(invoice) === 0 && invoice.refunded === 0)
    throw new AppError('conflict', say(planRefusals['refund-is-credit']));
  if (!canRefund(invoice, context.now)) throw new AppError('conflict', say(planRefusals['refund-too-late']));
  return { paid, invoice };
}

/** @returns the part of a payment that can still be refunded, in cents; credit from a change to a cheaper plan is not */
export function leftToRefund({ amount, refunded, credited }: Invoice): number {
  return Math.max(0, amount - refunded - credited);
}

/**
 * Refunds the newest payment and ends the plan at once. Items, an armed protocol, and what was scheduled before that payment
 * remain. Repeated, or begun again after a crash, it ends in the same state: one refund, no plan, one mail.
 * @param takeBack takes back what was scheduled with the payment, in the transaction that ends the plan
 * @returns the refund, in cents
 * @throws AppError as `findRefundable` does; unavailable also when the provider did not confirm the refund
 */
export async function cancelAndRefund(
  context: BillingContext,
  ownerId: string,
  takeBack: (tx: EntityManager, invoice: Invoice) => Promise<void> = async () => {},
): Promise<number> {
  const { em, payments } = context;
  const { paid, invoice } = await findRefundable(context, ownerId);
  // Cancel first: if we die after the refund, the plan does not renew.
  await payments.setEnding(paid.subscriptionId, true).catch(unlessEnded);
  const { id: reference, amount } = await payments.refund(invoice.id);
  await em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    // A trigger asks for its cancellation at the provider.
    await query(tx)
      .deleteFrom('subscriptions')
      .where('owner_id', '=', ownerId)
      .where('stripe_subscription_id', '=', paid.subscriptionId)
      .execute();
    record(tx, ownerId, 'account-plan-ended');
    await takeBack(tx, invoice);
    await queueBillingMail(tx, { ownerId, kind: 'refund', reference, amount, planType: paid.planType });
  });
  return amount;
}

/**
 * Opens the provider's page for cards and invoices.
 * @param returnUrl our page that it leads back to
 * @returns its address, which is valid for a short while
 * @throws AppError conflict for an account that has never paid; unavailable when the provider cannot be reached
 */
export async function openPortal(context: BillingContext, ownerId: string, returnUrl: string): Promise<string> {
  const { customerId } = await subscriptionState(context, ownerId);
  if (customerId === null) throw new AppError('conflict', say(planRefusals['never-paid']));
  return context.payments.openPortal(customerId, returnUrl);
}

async function invoicesOf({ payments }: BillingContext, { customerId }: SubscriptionState): Promise<Invoice[]> {
  return customerId === null ? [] : payments.invoicesOf(customerId);
}

/** @param invoices newest first */
function newestPayment(invoices: readonly Invoice[], { subscriptionId }: PaidPlan): Invoice | null {
  const fits = (one: Invoice) => one.subscriptionId === subscriptionId && one.status === 'paid' && one.amount > 0;
  return invoices.find(fits) ?? null;
}

/** True also for a refunded payment whose plan still runs: ending it was interrupted. */
function canRefund(invoice: Invoice, now: Date): boolean {
  if (leftToRefund(invoice) === 0) return invoice.refunded > 0;
  return isRefundable(Date.parse(invoice.at), now.getTime());
}

/** A subscription that has already ended can be refunded, too. */
function unlessEnded(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'conflict')) throw error;
}
