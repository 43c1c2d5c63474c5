/** What was paid and is owed at Stripe, and giving it back. */
import type Stripe from 'stripe';
import { AppError } from '#domain/errors.ts';
import { isPlanType } from '#domain/subscription/plan.ts';
import type { Invoice, Payments } from '#services/ports/payments.ts';
import { idOf, namesMissing, nullIfMissing, orUnavailable, orUnknown, toMillis } from './client.ts';

const SHOWN = 24;
/** Charges may have failed, and be more than the invoices. */
const PAGE = 100;
const BEGINS_PERIOD: ReadonlySet<Stripe.Invoice['billing_reason']> = new Set([
  'subscription_create',
  'subscription_cycle',
]);

/** @returns the part of payments that is about money already asked for */
export function invoices(stripe: Stripe): Pick<Payments, 'invoicesOf' | 'findInvoice' | 'refund' | 'openPortal'> {
  const find = (id: string) => stripe.invoices.retrieve(id, { expand: ['payments'] });
  return {
    async invoicesOf(customer) {
      const both = await Promise.all([
        stripe.invoices.list({ customer, limit: SHOWN, expand: ['data.payments'] }),
        stripe.charges.list({ customer, limit: PAGE }),
      ]).catch((error: unknown) => (namesMissing(error, 'customer') ? null : orUnavailable(error)));
      if (!both) return [];
      const [found, charges] = both;
      return found.data.filter(wasOwed).map((invoice) => invoiceOf(invoice, charges.data, found.data));
    },
    async findInvoice(id) {
      const found = await find(id).catch(nullIfMissing);
      if (!found) return null;
      const intent = newestPaid(found);
      const charges =
        intent === null ? null : await stripe.charges.list({ payment_intent: intent }).catch(orUnavailable);
      const planType = found.parent?.subscription_details?.metadata?.plan_type;
      const others = await ofSubscription(stripe, found);
      return { ...invoiceOf(found, charges?.data ?? [], others), planType: isPlanType(planType) ? planType : null };
    },
    refund: (id) => refund(stripe, id),
    async openPortal(customer, returnUrl) {
      const session = await stripe.billingPortal.sessions
        .create({ customer, return_url: returnUrl })
        .catch(orUnavailable);
      return session.url;
    },
  };
}

/**
 * @returns whether what is left of a subscription's period is its owner's: its newest invoice is settled, and nothing was
 *   given back of what the period was paid with, which a change of plan has carried over
 */
export async function isPaidAndKept(stripe: Stripe, { id, customer }: Stripe.Subscription): Promise<boolean> {
  const own = await everyOf(stripe, { customer, subscription: id });
  if (own[0]?.status !== 'paid') return false;
  const first = own.findIndex(({ billing_reason }) => BEGINS_PERIOD.has(billing_reason));
  const intents = own.slice(0, first < 0 ? own.length : first + 1).map(newestPaid);
  // Credit has paid for all of it: that cannot be given back.
  if (intents.every((intent) => intent === null)) return true;
  const charges = await stripe.charges.list({ customer: idOf(customer), limit: PAGE }).catch(orUnavailable);
  return intents.every((intent) => intent === null || refundedOf(intent, charges.data) === 0);
}

async function refund(stripe: Stripe, invoiceId: string): Promise<{ id: string; amount: number }> {
  const found = await stripe.invoices.retrieve(invoiceId, { expand: ['payments'] }).catch(nullIfMissing);
  const payment_intent = found && newestPaid(found);
  if (!payment_intent) throw new AppError('conflict', 'Nothing was paid with this invoice that could be given back.');
  const [charges, refunds] = await Promise.all([
    stripe.charges.list({ payment_intent, limit: PAGE }),
    stripe.refunds.list({ payment_intent, limit: PAGE }),
  ]).catch(orUnavailable);
  const undone = refunds.data.filter(({ status }) => status === 'failed' || status === 'canceled');
  const made = refunds.data.find((one) => !undone.includes(one));
  const refunded = refundedOf(payment_intent, charges.data);
  const credited = creditedOf(found, await ofSubscription(stripe, found));
  const rest = paidOf(payment_intent, charges.data) - refunded - credited;
  // All of it, also where somebody at the provider gave back a part before.
  if (made && rest <= 0) return { id: made.id, amount: refunded };
  if (rest <= 0) throw new AppError('conflict', 'All that was paid became credit when the plan was changed.');
  const asked = { payment_intent, ...(credited > 0 ? { amount: rest } : {}) };
  // One refund from two tabs; after one that a bank sent back, and of another amount, it is a new one.
  const idempotencyKey = `refund:${invoiceId}:${rest}:${undone.length}`;
  const { id, amount } = await stripe.refunds.create(asked, { idempotencyKey }).catch(orUnknown);
  return { id, amount };
}

/** @returns what was ever asked for a subscription, newest first, settled by credit or not */
async function ofSubscription(stripe: Stripe, about: About): Promise<Stripe.Invoice[]> {
  return (await everyOf(stripe, about)).filter(({ status }) => status !== 'draft');
}

type About = Stripe.Invoice | { customer: Stripe.Subscription['customer']; subscription: string };

/** The same, and what will be asked within the hour: a renewal is a draft first, and not paid. */
async function everyOf(stripe: Stripe, about: About): Promise<Stripe.Invoice[]> {
  const subscription = 'subscription' in about ? about.subscription : subscriptionOf(about);
  if (!about.customer || !subscription) return [];
  const { data } = await stripe.invoices
    .list({ customer: idOf(about.customer), limit: PAGE, expand: ['data.payments'] })
    .catch(orUnavailable);
  return data.filter((one) => subscriptionOf(one) === subscription);
}

function subscriptionOf({ parent }: Stripe.Invoice): string | null {
  const subscription = parent?.subscription_details?.subscription;
  return subscription ? idOf(subscription) : null;
}

/** A change to a cheaper plan is an invoice below zero: it becomes what the customer has in credit. */
function creditedOf(invoice: Stripe.Invoice, others: readonly Stripe.Invoice[]): number {
  const own = others.filter((one) => subscriptionOf(one) === subscriptionOf(invoice));
  const place = own.findIndex(({ id }) => id === invoice.id);
  const since = own.slice(0, place < 0 ? own.length : place);
  return since.reduce((sum, { total }) => sum + Math.max(0, -total), 0);
}

/** A draft is asked of nobody yet, and what credit has paid for is not owed. */
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
    ...standOf(invoice),
    refunded: intent ? refundedOf(intent, charges) : 0,
    credited: creditedOf(invoice, others),
    at: new Date(toMillis(at)).toISOString(),
    url: hosted_invoice_url ?? null,
  };
}

function standOf({ status, amount_paid, amount_remaining, total }: Stripe.Invoice): Pick<Invoice, 'status' | 'amount'> {
  if (status === 'paid') return { status: 'paid', amount: amount_paid };
  if (status === 'open') return { status: 'open', amount: amount_remaining };
  return { status: 'void', amount: total };
}

/** @returns the id of the newest payment that went through; null where nothing was paid by card */
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
