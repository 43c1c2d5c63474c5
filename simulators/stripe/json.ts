/** The rows of the ledger as Stripe's JSON. */
import type { Charge, Invoice, Ledger, Line, Portal, Price, Product, Refund, Session, Subscription } from './ledger.ts';

const SESSION_LIFE = 86_400;

/** What the simulated Stripe needs to answer. */
export interface StripeContext {
  ledger: Ledger;
  /** Where the simulators listen. */
  origin: string;
}

/** @returns a page of Stripe's list */
export function listJson<Row extends { id: string }>(
  rows: Row[],
  { limit, starting_after }: { limit: number; starting_after?: string | undefined },
  toJson: (row: Row) => object,
): object {
  const start = starting_after ? rows.findIndex(({ id }) => id === starting_after) + 1 : 0;
  const data = rows.slice(start, start + limit).map(toJson);
  return { object: 'list', data, has_more: rows.length > start + limit };
}

/** @returns a product as Stripe's JSON */
export function productJson(product: Product): object {
  return { object: 'product', livemode: false, ...product };
}

/** @returns a price as Stripe's JSON */
export function priceJson({ interval, ...price }: Price): object {
  return {
    object: 'price',
    livemode: false,
    type: 'recurring',
    billing_scheme: 'per_unit',
    ...price,
    recurring: { interval, interval_count: 1, usage_type: 'licensed' },
  };
}

/** @param isExpanded whether the subscription is included, not only its id */
export function sessionJson(context: StripeContext, session: Session, isExpanded: boolean): object {
  const { subscription_metadata: _metadata, price, ...rest } = session;
  const subscription = session.subscription ? context.ledger.get('subscription', session.subscription) : undefined;
  return {
    object: 'checkout.session',
    mode: 'subscription',
    ui_mode: 'hosted_page',
    livemode: false,
    currency: 'usd',
    amount_total: context.ledger.get('price', price)?.unit_amount ?? 0,
    ...rest,
    expires_at: session.created + SESSION_LIFE,
    subscription: isExpanded && subscription ? subscriptionJson(context.ledger, subscription) : session.subscription,
    url: session.status === 'open' ? `${context.origin}/pay/${session.id}` : null,
  };
}

/** @returns whether it is too late to pay */
export function isExpired({ created }: Session, now: number): boolean {
  return now - created > SESSION_LIFE;
}

/** @returns the subscription with its newest invoice included, not only its id */
export function subscriptionWithInvoiceJson(context: StripeContext, one: Subscription): object {
  const [latest] = context.ledger.all('invoice', ({ subscription }) => subscription === one.id);
  return { ...subscriptionJson(context.ledger, one), latest_invoice: latest ? invoiceJson(context, latest) : null };
}

/** @returns a subscription with its item, and the id of its newest invoice */
export function subscriptionJson(ledger: Ledger, one: Subscription): object {
  const { item, price, isHeld, current_period_start, current_period_end, ...rest } = one;
  const priceRow = ledger.get('price', price);
  const itemJson = {
    id: item,
    object: 'subscription_item',
    quantity: 1,
    subscription: one.id,
    price: priceRow && priceJson(priceRow),
    current_period_start,
    current_period_end,
  };
  return {
    object: 'subscription',
    livemode: false,
    currency: 'usd',
    collection_method: 'charge_automatically',
    ...rest,
    cancel_at: one.cancel_at_period_end ? current_period_end : null,
    ended_at: one.status === 'canceled' ? one.canceled_at : null,
    pause_collection: isHeld ? { behavior: 'void', resumes_at: null } : null,
    items: { object: 'list', data: [itemJson], has_more: false },
    latest_invoice: ledger.all('invoice', ({ subscription }) => subscription === one.id)[0]?.id ?? null,
  };
}

/** @returns an invoice with its lines and payments */
export function invoiceJson({ ledger, origin }: StripeContext, invoice: Invoice): object {
  const { lines, subscription, metadata, paid_at, ...rest } = invoice;
  const payments = ledger.all('charge', (charge) => charge.invoice === invoice.id).map(paymentJson);
  return {
    object: 'invoice',
    livemode: false,
    currency: 'usd',
    ...rest,
    amount_remaining: rest.status === 'open' ? rest.amount_due : 0,
    status_transitions: { paid_at },
    hosted_invoice_url: `${origin}/invoice/${invoice.id}`,
    parent: { type: 'subscription_details', subscription_details: { subscription, metadata } },
    payments: { object: 'list', data: payments, has_more: false },
    lines: { object: 'list', data: lines.map(lineJson), has_more: false },
  };
}

function lineJson({ price, proration, ...line }: Line, index: number): object {
  return {
    id: `il_${index}`,
    object: 'line_item',
    currency: 'usd',
    ...line,
    pricing: { type: 'price_details', price_details: { price } },
    parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
  };
}

function paymentJson(charge: Charge): object {
  return {
    id: charge.id.replace('ch_', 'inpay_'),
    object: 'invoice_payment',
    created: charge.created,
    status: 'paid',
    amount_paid: charge.amount,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: charge.payment_intent },
  };
}

/** @returns a charge as Stripe's JSON */
export function chargeJson({ invoice: _invoice, ...charge }: Charge): object {
  return {
    object: 'charge',
    livemode: false,
    currency: 'usd',
    status: 'succeeded',
    paid: true,
    ...charge,
    amount_captured: charge.amount,
    refunded: charge.amount_refunded === charge.amount,
  };
}

/** @returns a refund as Stripe's JSON */
export function refundJson(refund: Refund): object {
  return { object: 'refund', currency: 'usd', status: 'succeeded', ...refund };
}

/** @returns a portal session with its address */
export function portalJson({ origin }: StripeContext, portal: Portal): object {
  return { object: 'billing_portal.session', livemode: false, ...portal, url: `${origin}/portal/${portal.id}` };
}
