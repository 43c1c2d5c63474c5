/** What is kept, as Stripe writes it. */
import type { Charge, Invoice, Ledger, Line, Portal, Price, Product, Refund, Session, Subscription } from './ledger.ts';

const SESSION_LIFE = 86_400;

export interface Shower {
  ledger: Ledger;
  /** Where the simulators listen. */
  origin: string;
}

/** @returns a page of a list */
export function listOf<Row extends { id: string }>(
  rows: Row[],
  { limit, starting_after }: { limit: number; starting_after?: string | undefined },
  show: (row: Row) => object,
): object {
  const start = starting_after ? rows.findIndex(({ id }) => id === starting_after) + 1 : 0;
  const data = rows.slice(start, start + limit).map(show);
  return { object: 'list', data, has_more: rows.length > start + limit };
}

export function shownProduct(product: Product): object {
  return { object: 'product', livemode: false, ...product };
}

export function shownPrice({ interval, ...price }: Price): object {
  return {
    object: 'price',
    livemode: false,
    type: 'recurring',
    billing_scheme: 'per_unit',
    ...price,
    recurring: { interval, interval_count: 1, usage_type: 'licensed' },
  };
}

/** @param isExpanded whether the subscription comes whole */
export function shownSession(shower: Shower, session: Session, isExpanded: boolean): object {
  const { subscription_metadata: _metadata, price, ...rest } = session;
  const subscription = session.subscription ? shower.ledger.get('subscription', session.subscription) : undefined;
  return {
    object: 'checkout.session',
    mode: 'subscription',
    ui_mode: 'hosted_page',
    livemode: false,
    currency: 'usd',
    amount_total: shower.ledger.get('price', price)?.unit_amount ?? 0,
    ...rest,
    expires_at: session.created + SESSION_LIFE,
    subscription: isExpanded && subscription ? shownSubscription(shower.ledger, subscription) : session.subscription,
    url: session.status === 'open' ? `${shower.origin}/pay/${session.id}` : null,
  };
}

/** @returns whether nobody can pay it any more */
export function isLate({ created }: Session, now: number): boolean {
  return now - created > SESSION_LIFE;
}

/** @returns the subscription with its newest invoice whole */
export function shownWithInvoice(shower: Shower, one: Subscription): object {
  const [latest] = shower.ledger.all('invoice', ({ subscription }) => subscription === one.id);
  return { ...shownSubscription(shower.ledger, one), latest_invoice: latest ? shownInvoice(shower, latest) : null };
}

export function shownSubscription(ledger: Ledger, one: Subscription): object {
  const { item, price, isHeld, current_period_start, current_period_end, ...rest } = one;
  const kept = ledger.get('price', price);
  const shown = {
    id: item,
    object: 'subscription_item',
    quantity: 1,
    subscription: one.id,
    price: kept && shownPrice(kept),
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
    items: { object: 'list', data: [shown], has_more: false },
    latest_invoice: ledger.all('invoice', ({ subscription }) => subscription === one.id)[0]?.id ?? null,
  };
}

export function shownInvoice({ ledger, origin }: Shower, invoice: Invoice): object {
  const { lines, subscription, metadata, paid_at, ...rest } = invoice;
  const payments = ledger.all('charge', (charge) => charge.invoice === invoice.id).map(shownPayment);
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
    lines: { object: 'list', data: lines.map(shownLine), has_more: false },
  };
}

function shownLine({ price, proration, ...line }: Line, index: number): object {
  return {
    id: `il_${index}`,
    object: 'line_item',
    currency: 'usd',
    ...line,
    pricing: { type: 'price_details', price_details: { price } },
    parent: { type: 'subscription_item_details', subscription_item_details: { proration } },
  };
}

function shownPayment(charge: Charge): object {
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

export function shownCharge({ invoice: _invoice, ...charge }: Charge): object {
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

export function shownRefund(refund: Refund): object {
  return { object: 'refund', currency: 'usd', status: 'succeeded', ...refund };
}

export function shownPortal({ origin }: Shower, portal: Portal): object {
  return { object: 'billing_portal.session', livemode: false, ...portal, url: `${origin}/portal/${portal.id}` };
}
