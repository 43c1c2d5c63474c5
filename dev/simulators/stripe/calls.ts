/** The calls of Stripe's API that are known here, by their addresses. */
import { Billing } from './billing.ts';
import { createSession, sessionOf } from './checkout.ts';
import * as forms from './form.ts';
import { type Ledger, newId, type Subscription } from './ledger.ts';
import { found, named, StripeRefused } from './refused.ts';
import * as shown from './shown.ts';
import { addPrice } from './stock.ts';
import type { Happened } from './webhook.ts';

/** What a call gives: its answer, and what has happened by it. */
export interface Made {
  answer: object;
  happened?: Happened[];
}
export type Work = (asked: { id: string; form: URLSearchParams }) => Made;

/** @returns what is done for each address; a form is the query of a GET or DELETE, and the body of a POST */
export function calls(shower: shown.Shower): Record<string, Work> {
  return { ...shop(shower), ...running(shower), ...money(shower), ...portals(shower) };
}

function shop(shower: shown.Shower): Record<string, Work> {
  const { ledger } = shower;
  return {
    'POST /v1/products': ({ form }) => {
      const { id = newId('prod'), ...asked } = forms.understood(forms.productSchema, form);
      if (ledger.get('product', id)) throw new StripeRefused(400, 'Product already exists.', { param: 'id' });
      return { answer: shown.shownProduct(ledger.keep('product', { id, active: true, ...asked })) };
    },
    'GET /v1/products/:id': ({ id }) => ({
      answer: shown.shownProduct(found(ledger.get('product', id), 'product', id)),
    }),
    'POST /v1/prices': ({ form }) => ({ answer: shown.shownPrice(createPrice(ledger, form)) }),
    'POST /v1/prices/:id': ({ id, form }) => {
      const price = found(ledger.get('price', id), 'price', id);
      const { metadata, active = price.active } = forms.understood(forms.priceChangeSchema, form);
      const changed = { ...price, active, metadata: { ...price.metadata, ...metadata } };
      return { answer: shown.shownPrice(ledger.keep('price', changed)) };
    },
    'GET /v1/prices': ({ form }) => {
      const { lookup_keys, ...page } = forms.understood(forms.pricesSchema, form);
      const keys = lookup_keys && Object.values(lookup_keys);
      const prices = ledger.all('price', ({ lookup_key }) => !keys || keys.includes(lookup_key ?? ''));
      return { answer: shown.listOf(prices, page, shown.shownPrice) };
    },
    'POST /v1/checkout/sessions': ({ form }) => {
      const session = createSession(shower, forms.understood(forms.sessionSchema, form));
      return { answer: shown.shownSession(shower, session, false) };
    },
    'GET /v1/checkout/sessions/:id': ({ id, form }) => {
      const { expand = {} } = forms.understood(forms.retrieveSchema, form);
      const isExpanded = Object.values(expand).includes('subscription');
      return { answer: shown.shownSession(shower, sessionOf(shower, id), isExpanded) };
    },
    'POST /v1/checkout/sessions/:id/expire': ({ id }) => {
      const session = ledger.keep('session', { ...sessionOf(shower, id), status: 'expired' });
      return { answer: shown.shownSession(shower, session, false) };
    },
  };
}

function createPrice(ledger: Ledger, form: URLSearchParams) {
  const { recurring, transfer_lookup_key, lookup_key = null, ...asked } = forms.understood(forms.priceSchema, form);
  named(ledger.get('product', asked.product), 'product', asked.product, 'product');
  const [taken] = lookup_key ? ledger.all('price', (one) => one.lookup_key === lookup_key) : [];
  if (taken && !transfer_lookup_key)
    throw new StripeRefused(400, `A price (${taken.id}) already uses that lookup key.`, { param: 'lookup_key' });
  return addPrice(ledger, { ...asked, lookup_key, active: true, interval: recurring.interval });
}

function running(shower: shown.Shower): Record<string, Work> {
  const { ledger } = shower;
  const theOne = (id: string) => found(ledger.get('subscription', id), 'subscription', id);
  const answerOf = (one: Subscription) => shown.shownSubscription(ledger, one);
  return {
    'GET /v1/subscriptions': ({ form }) => {
      const { customer, status, ...page } = forms.understood(forms.subscriptionsSchema, form);
      const fits = (one: Subscription) =>
        (!customer || one.customer === customer) &&
        (status === 'all' || (status ? one.status === status : one.status !== 'canceled'));
      return { answer: shown.listOf(ledger.all('subscription', fits), page, answerOf) };
    },
    'GET /v1/subscriptions/:id': ({ id, form }) => {
      const { expand = {} } = forms.understood(forms.retrieveSchema, form);
      const isWhole = Object.values(expand).some((path) => path.startsWith('latest_invoice'));
      return { answer: isWhole ? shown.shownWithInvoice(shower, theOne(id)) : answerOf(theOne(id)) };
    },
    'POST /v1/subscriptions/:id': ({ id, form }) => {
      const billing = new Billing(shower);
      const answer = answerOf(change(billing, theOne(id), form));
      return { answer, happened: billing.happened };
    },
    'DELETE /v1/subscriptions/:id': ({ id, form }) => {
      const subscription = theOne(id);
      if (subscription.status === 'canceled') found(undefined, 'subscription', id);
      const { prorate, invoice_now } = forms.understood(forms.cancelSchema, form);
      const billing = new Billing(shower);
      const answer = answerOf(billing.end(subscription, prorate && invoice_now));
      return { answer, happened: billing.happened };
    },
    'POST /v1/invoices/create_preview': ({ form }) => {
      const { subscription, subscription_details: details } = forms.understood(forms.previewSchema, form);
      const item = itemOf(theOne(subscription), details.items);
      const { lines, due } = new Billing(shower).switchOf(theOne(subscription), item.price, details.proration_date);
      const data = lines.map(({ amount, description }) => ({ object: 'line_item', amount, description }));
      return { answer: { object: 'invoice', currency: 'usd', amount_due: due, lines: { object: 'list', data } } };
    },
  };
}

function change(billing: Billing, subscription: Subscription, form: URLSearchParams): Subscription {
  const asked = forms.understood(forms.changeSchema, form);
  if (subscription.status === 'canceled')
    throw new StripeRefused(400, 'A canceled subscription can only update its cancellation_details and metadata.');
  const { cancel_at_period_end = subscription.cancel_at_period_end, pause_collection } = asked;
  const changed: Subscription = {
    ...subscription,
    metadata: { ...subscription.metadata, ...asked.metadata },
    cancel_at_period_end,
    canceled_at: cancel_at_period_end ? Math.floor(Date.now() / 1_000) : null,
    isHeld: pause_collection === undefined ? subscription.isHeld : pause_collection !== '',
  };
  if (!asked.items) return billing.keepSubscription(changed);
  const { price } = itemOf(subscription, asked.items);
  const at = asked.proration_date ?? Math.floor(Date.now() / 1_000);
  return billing.keepSubscription(billing.change(changed, price, at));
}

function itemOf(subscription: Subscription, { 0: item }: { 0: { id: string; price: string } }) {
  if (item.id !== subscription.item) named(undefined, 'subscription_item', item.id, 'items[0][id]');
  return item;
}

function money(shower: shown.Shower): Record<string, Work> {
  const { ledger } = shower;
  const showInvoice = (one: Parameters<typeof shown.shownInvoice>[1]) => shown.shownInvoice(shower, one);
  return {
    'GET /v1/invoices': ({ form }) => {
      const { customer, subscription, status, ...page } = forms.understood(forms.invoicesSchema, form);
      if (customer) named(ledger.get('customer', customer), 'customer', customer, 'customer');
      if (subscription) named(ledger.get('subscription', subscription), 'subscription', subscription, 'subscription');
      const invoices = ledger.all(
        'invoice',
        (one) =>
          (!customer || one.customer === customer) &&
          (!subscription || one.subscription === subscription) &&
          (!status || one.status === status),
      );
      return { answer: shown.listOf(invoices, page, showInvoice) };
    },
    'GET /v1/invoices/:id': ({ id, form }) => {
      forms.understood(forms.retrieveSchema, form);
      return { answer: showInvoice(found(ledger.get('invoice', id), 'invoice', id)) };
    },
    'POST /v1/invoices/:id': ({ id, form }) => {
      const { auto_advance } = forms.understood(forms.invoiceChangeSchema, form);
      const invoice = found(ledger.get('invoice', id), 'invoice', id);
      return { answer: showInvoice(ledger.keep('invoice', { ...invoice, auto_advance })) };
    },
    'GET /v1/charges': ({ form }) => {
      const { customer, payment_intent: intent, ...page } = forms.understood(forms.ofPaymentSchema, form);
      if (customer) named(ledger.get('customer', customer), 'customer', customer, 'customer');
      const charges = ledger.all(
        'charge',
        (one) => (!customer || one.customer === customer) && (!intent || one.payment_intent === intent),
      );
      return { answer: shown.listOf(charges, page, shown.shownCharge) };
    },
    'GET /v1/refunds': ({ form }) => {
      const { payment_intent: intent, ...page } = forms.understood(forms.ofPaymentSchema, form);
      const refunds = ledger.all('refund', (one) => !intent || one.payment_intent === intent);
      return { answer: shown.listOf(refunds, page, shown.shownRefund) };
    },
    'POST /v1/refunds': ({ form }) => {
      const { payment_intent: intent, amount } = forms.understood(forms.refundSchema, form);
      const [charge] = ledger.all('charge', (one) => one.payment_intent === intent);
      const billing = new Billing(shower);
      const refund = billing.refund(named(charge, 'payment_intent', intent, 'payment_intent'), amount);
      return { answer: shown.shownRefund(refund), happened: billing.happened };
    },
  };
}

function portals(shower: shown.Shower): Record<string, Work> {
  const { ledger } = shower;
  return {
    'POST /v1/billing_portal/sessions': ({ form }) => {
      const asked = forms.understood(forms.portalSchema, form);
      named(ledger.get('customer', asked.customer), 'customer', asked.customer, 'customer');
      return { answer: shown.shownPortal(shower, ledger.keep('portal', { id: newId('bps'), ...asked })) };
    },
  };
}
