import type { Invoice } from '#services/ports/payments.ts';
import type { BillingContext } from './begin-subscription.ts';
import { canGiveBack, newestPayment } from './cancel-and-refund.ts';
import { listInvoices } from './list-invoices.ts';
import { findPaidPlan } from './plan-of.ts';

/** What somebody has paid, and whether the newest of it can be given back. */
export interface PaymentsView {
  /** Newest first. */
  invoices: Invoice[];
  isRefundable: boolean;
}

/** @throws AppError unavailable when the provider cannot be reached */
export async function paymentsOf(context: BillingContext, ownerId: string): Promise<PaymentsView> {
  const paid = await findPaidPlan(context, ownerId);
  const invoices = await listInvoices(context, ownerId);
  const newest = paid && newestPayment(invoices, paid);
  return { invoices, isRefundable: newest !== null && canGiveBack(newest, context.now) };
}
