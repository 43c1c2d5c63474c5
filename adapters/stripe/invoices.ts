/** Invoices and refunds at Stripe. */
import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { isPlanType } from '#domain/subscription/plan.ts';
import { paymentRefusals } from '#messages/en/payment-refusals.ts';
import { say } from '#messages/say.ts';
import type { Invoice, Payments } from '#services/ports/payments.ts';
import { idOf, namesMissing, nullIfMissing, throwUnavailable, throwUnconfirmed, toMillis } from './client.ts';

const INVOICES_MAX = 24;
/** More than the invoices: each failed try is a charge, too. */
const PAGE = 100;
const BEGINS_PERIOD: ReadonlySet<Stripe.Invoice['billing_reason']> = new Set([
  'subscription_create',
  'subscription_cycle',
]);

/** @returns the part of `Payments` about invoices, refunds and the portal */
export function invoices(stripe: Stripe): Pick<Payments, 'invoicesOf' | 'findInvoice' | 'refund' | 'openPortal'> {
  const find = (id: string) => stripe.invoices.retrieve(id, { expand: ['payments'] });
  return {
    async invoicesOf(customer) {
      const both = await Promise.all([
        stripe.invoices.list({ customer, limit: INVOICES_MAX, expand: ['data.payments'] }),
        stripe.charges.list({ customer, limit: PAGE }),
      ]).catch((error: unknown) => (namesMissing(error, 'customer') ? null : throwUnavailable(error)));
      if (!both) return [];
      const [found, charges] = both;
      return found.data.filter(wasOwed).map((invoice) => invoiceOf(invoice, charges.data, found.data));
    },
    async findInvoice(id) {
      const found = await find(id).catch(nullIfMissing);
      if (!found) return null;
      const intent = newestPaid(found);
      const charges =
        intent === null ? null : await stripe.charges.list({ payment_intent: intent }).catch(throwUnavailable);
      const planType = found.parent?.subscription_details?.metadata?.plan_type;
      const others = await issuedFor(stripe, found);
      return { ...invoiceOf(found, charges?.data ?? [], others), planType: isPlanType(planType) ? planType : null };
    },
    refund: (id) => refund(stripe, id),
    async openPortal(customer, returnUrl) {
      const session = await stripe.billingPortal.sessions
        .create({ customer, return_url: returnUrl })
        .catch(throwUnavailable);
      return session.url;
    },
  };
}

/**
 * @returns whether the rest of the period may become credit: its newest invoice is paid, and no payment for the period was
 *   refunded, also none before a change of plan
 */
export async function isPaidAndKept(stripe: Stripe, { id, customer }: Stripe.Subscription): Promise<boolean> {
  const own = await invoicesFor(stripe, { customer, subscription: id });
  if (own[0]?.status !== 'paid') return false;
  const first = own.findIndex(({ billing_reason }) => BEGINS_PERIOD.has(billing_reason));
  const intents = own.slice(0, first < 0 ? own.length : first + 1).map(newestPaid);
  // Credit paid for all of it, and credit is never refunded.
  if (intents.every((intent) => intent === null)) return true;
  const charges = await stripe.charges.list({ customer: idOf(customer), limit: PAGE }).catch(throwUnavailable);
  return intents.every((intent) => intent === null || refundedOf(intent, charges.data) === 0);
}

async function refund(stripe: Stripe, invoiceId: string): Promise<{ id: string; amount: number }> {
  const found = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }).catch(nullIfMissing);
  const payment_intent = found && newestPaid(found);
  if (!payment_intent) throw new AppError('conflict', say(paymentRefusals['nothing-paid']));
  const [charges, refunds] = await Promise.all([
    stripe.charges.list({ payment_intent, limit: PAGE }),
    stripe.refunds.list({ payment_intent, limit: PAGE }),
  ]).catch(throwUnavailable);
  const undone = refunds.data.filter(({ status }) => status === 'failed' || status === 'canceled');
  const made = refunds.data.find((one) => !undone.includes(one));
  const refunded = refundedOf(payment_intent, charges.data);
  const credited = creditedOf(found, await issuedFor(stripe, found));
  const rest = paidOf(payment_intent, charges.data) - refunded - credited;
  // All of it, also where an operator refunded a part at Stripe before.
  if (made && rest <= 0) return { id: made.id, amount: refunded };
  if (rest <= 0) throw new AppError('conflict', say(paymentRefusals['all-credit']));
  const wanted = { payment_intent, ...(credited > 0 ? { amount: rest } : {}) };
  // One refund from two tabs; a new one after a bank returned the last, or for another amount.
  const idempotencyKey = `refund:${invoiceId}:${rest}:${undone.length}`;
  const { id, amount } = await stripe.refunds.create(wanted, { idempotencyKey }).catch(throwUnconfirmed);
  return { id, amount };
}

/** @returns all invoices of the subscription that were issued, newest first */
async function issuedFor(stripe: Stripe, about: About): Promise<Stripe.Invoice[]> {
  return (await invoicesFor(stripe, about)).filter(({ status }) => status !== 'draft');
}

type About = Stripe.Invoice | { customer: Stripe.Subscription['customer']; subscription: string };

/** With drafts: a renewal is a draft for its first hour. */
async function invoicesFor(stripe: Stripe, about: About): Promise<Stripe.Invoice[]> {
  const subscription = 'subscription' in about ? about.subscription : subscriptionOf(about);
  if (!about.customer || !subscription) return [];
  const { data } = await stripe.invoices
    .list({ customer: idOf(about.customer), limit: PAGE, expand: ['data.payments'] })
    .catch(throwUnavailable);
  return data.filter((one) => subscriptionOf(one) === subscription);
}

function subscriptionOf({ parent }: Stripe.Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription;
  return subscription ? idOf(subscription) : null;
}

/** A change to a cheaper plan is an invoice below zero, which becomes the customer's credit. */
function creditedOf(invoice: Stripe.Invoice, others: readonly Stripe.Invoice[]): number {
  const own = others.filter((one) => subscriptionOf(one) === subscriptionOf(invoice));
  const place = own.findIndex(({ id }) => id === invoice.id);
  const since = own.slice(0, place < 0 ? own.length : place);
  return since.reduce((sum, { total }) => sum + Math.max(0, -total), 0);
}

/** Neither a draft nor an invoice that credit paid is owed. */
function wasOwed({ status, total }: Stripe.Invoice): boolean {
  return status !== 'draft' && total > 0;
}

function invoiceOf(
  invoice: Stripe.Invoice,
  charges: readonly Stripe.Charge[],
  others: readonly Stripe.Invoice[],
): Invoice {
  const { id, created, hosted_invoice_url, status_transitions } = invoice;
  const intent = newestPaid(invoice);
  const at = status_transitions.paid_at ?? created;
  return {
    id,
    subscriptionId: subscriptionOf(invoice),
    ...statusOf(invoice),
    refunded: intent ? refundedOf(intent, charges) : 0,
    credited: creditedOf(invoice, others),
    at: new Date(toMillis(at)).toISOString(),
    url: hosted_invoice_url ?? null,
  };
}

function statusOf({
  status,
  amount_paid,
  amount_remaining,
  total,
}: Stripe.Invoice): Pick<Invoice, 'status' | 'amount'> {
  if (status === 'paid') return { status: 'paid', amount: amount_paid };
  if (status === 'open') return { status: 'open', amount: amount_remaining };
  return { status: 'void', amount: total };
}

/** @returns the id of the newest successful payment; null where nothing was paid by card */
function newestPaid({ payments }: Stripe.Invoice): string | null {
  const paid = (payments?.data ?? []).filter(({ status }) => status === 'paid');
  const [newest] = paid.toSorted((one, other) => other.created - one.created);
  return newest?.payment.payment_intent ? idOf(newest.payment.payment_intent) : null;
}

function refundedOf(intent: string, charges: readonly Stripe.Charge[]): number {
  return sumOf(intent, charges, ({ amount_refunded }) => amount_refunded);
}

function paidOf(intent: string, charges: readonly Stripe.Charge[]): number {
  return sumOf(intent, charges, ({ amount_captured }) => amount_captured);
}

function sumOf(intent: string, charges: readonly Stripe.Charge[], amount: (charge: Stripe.Charge) => number): number {
  return charges
    .filter(({ payment_intent }) => payment_intent && idOf(payment_intent) === intent)
    .reduce((sum, charge) => sum + amount(charge), 0);
}
