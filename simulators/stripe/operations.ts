/** The operations of Stripe's API that the simulator supports, by their routes. */
import { Billing } from './billing.ts';
import { addPrice } from './catalogue.ts';
import { createSession, sessionOf } from './checkout.ts';
import * as json from './json.ts';
import { type Ledger, newId, type Subscription } from './ledger.ts';
import * as schemas from './parameters.ts';
import { readParameters } from './parameters.ts';
import { requireReferenced, requireResource, StripeError } from './refusal.ts';
import type { StripeEvent } from './webhook.ts';

/** The answer of an operation, and the events for the webhook. */
export interface OperationResult {
  answer: object;
  events?: StripeEvent[];
}
export type Operation = (call: { id: string; form: URLSearchParams }) => OperationResult;

/** @returns the operations; `form` is the query of a GET or DELETE, and the body of a POST */
export function operations(context: json.StripeContext): Record<string, Operation> {
  return {
    ...products(context),
    ...checkouts(context),
    ...subscriptions(context),
    ...invoices(context),
    ...charges(context),
    ...portals(context),
  };
}

function products(context: json.StripeContext): Record<string, Operation> {
  const { ledger } = context;
  return {
    'POST /v1/products': ({ form }) => {
      const { id = newId('prod'), ...product } = readParameters(schemas.productSchema, form);
      if (ledger.get('product', id)) throw new StripeError(400, 'Product already exists.', { param: 'id' });
      return { answer: json.productJson(ledger.save('product', { id, active: true, ...product })) };
    },
    'GET /v1/products/:id': ({ id }) => ({
      answer: json.productJson(requireResource(ledger.get('product', id), 'product', id)),
    }),
    'POST /v1/prices': ({ form }) => ({ answer: json.priceJson(createPrice(ledger, form)) }),
    'POST /v1/prices/:id': ({ id, form }) => {
      const price = requireResource(ledger.get('price', id), 'price', id);
      const { metadata, active = price.active } = readParameters(schemas.priceChangeSchema, form);
      const changed = { ...price, active, metadata: { ...price.metadata, ...metadata } };
      return { answer: json.priceJson(ledger.save('price', changed)) };
    },
    'GET /v1/prices': ({ form }) => {
      const { lookup_keys, ...page } = readParameters(schemas.pricesSchema, form);
      const keys = lookup_keys && Object.values(lookup_keys);
      const prices = ledger.all('price', ({ lookup_key }) => !keys || keys.includes(lookup_key ?? ''));
      return { answer: json.listJson(prices, page, json.priceJson) };
    },
  };
}

function checkouts(context: json.StripeContext): Record<string, Operation> {
  const { ledger } = context;
  return {
    'POST /v1/checkout/sessions': ({ form }) => {
      const session = createSession(context, readParameters(schemas.sessionSchema, form));
      return { answer: json.sessionJson(context, session, false) };
    },
    'GET /v1/checkout/sessions/:id': ({ id, form }) => {
      const { expand = {} } = readParameters(schemas.retrieveSchema, form);
      const isExpanded = Object.values(expand).includes('subscription');
      return { answer: json.sessionJson(context, sessionOf(context, id), isExpanded) };
    },
    'POST /v1/checkout/sessions/:id/expire': ({ id }) => {
      const session = ledger.save('session', { ...sessionOf(context, id), status: 'expired' });
      return { answer: json.sessionJson(context, session, false) };
    },
  };
}

function createPrice(ledger: Ledger, form: URLSearchParams) {
  const { recurring, transfer_lookup_key, lookup_key = null, ...price } = readParameters(schemas.priceSchema, form);
  requireReferenced(ledger.get('product', price.product), 'product', price.product, 'product');
  const [taken] = lookup_key ? ledger.all('price', (one) => one.lookup_key === lookup_key) : [];
  if (taken && !transfer_lookup_key)
    throw new StripeError(400, `A price (${taken.id}) already uses that lookup key.`, { param: 'lookup_key' });
  return addPrice(ledger, { ...price, lookup_key, active: true, interval: recurring.interval });
}

function subscriptions(context: json.StripeContext): Record<string, Operation> {
  const { ledger } = context;
  const existing = (id: string) => requireResource(ledger.get('subscription', id), 'subscription', id);
  const toJson = (one: Subscription) => json.subscriptionJson(ledger, one);
  return {
    'GET /v1/subscriptions': ({ form }) => {
      const { customer, status, ...page } = readParameters(schemas.subscriptionsSchema, form);
      const matches = (one: Subscription) =>
        (!customer || one.customer === customer) &&
        (status === 'all' || (status ? one.status === status : one.status !== 'canceled'));
      return { answer: json.listJson(ledger.all('subscription', matches), page, toJson) };
    },
    'GET /v1/subscriptions/:id': ({ id, form }) => {
      const { expand = {} } = readParameters(schemas.retrieveSchema, form);
      const isExpanded = Object.values(expand).some((path) => path.startsWith('latest_invoice'));
      return { answer: isExpanded ? json.subscriptionWithInvoiceJson(context, existing(id)) : toJson(existing(id)) };
    },
    'POST /v1/subscriptions/:id': ({ id, form }) => {
      const billing = new Billing(context);
      const answer = toJson(change(billing, existing(id), form));
      return { answer, events: billing.events };
    },
    'DELETE /v1/subscriptions/:id': ({ id, form }) => {
      const subscription = existing(id);
      if (subscription.status === 'canceled') requireResource(undefined, 'subscription', id);
      const { prorate, invoice_now } = readParameters(schemas.cancelSchema, form);
      const billing = new Billing(context);
      const answer = toJson(billing.end(subscription, prorate && invoice_now));
      return { answer, events: billing.events };
    },
    'POST /v1/invoices/create_preview': ({ form }) => {
      const { subscription, subscription_details: details } = readParameters(schemas.previewSchema, form);
      const item = itemOf(existing(subscription), details.items);
      const { lines, due } = new Billing(context).previewChange(
        existing(subscription),
        item.price,
        details.proration_date,
      );
      const data = lines.map(({ amount, description }) => ({ object: 'line_item', amount, description }));
      return { answer: { object: 'invoice', currency: 'usd', amount_due: due, lines: { object: 'list', data } } };
    },
  };
}

function change(billing: Billing, subscription: Subscription, form: URLSearchParams): Subscription {
  const changes = readParameters(schemas.changeSchema, form);
  if (subscription.status === 'canceled')
    throw new StripeError(400, 'A canceled subscription can only update its cancellation_details and metadata.');
  const { cancel_at_period_end = subscription.cancel_at_period_end, pause_collection } = changes;
  const changed: Subscription = {
    ...subscription,
    metadata: { ...subscription.metadata, ...changes.metadata },
    cancel_at_period_end,
    canceled_at: cancel_at_period_end ? Math.floor(Date.now() / 1_000) : null,
    isHeld: pause_collection === undefined ? subscription.isHeld : pause_collection !== '',
  };
  if (!changes.items) return billing.saveSubscription(changed);
  const { price } = itemOf(subscription, changes.items);
  const at = changes.proration_date ?? Math.floor(Date.now() / 1_000);
  return billing.saveSubscription(billing.changePrice(changed, price, at));
}

function itemOf(subscription: Subscription, { 0: item }: { 0: { id: string; price: string } }) {
  if (item.id !== subscription.item) requireReferenced(undefined, 'subscription_item', item.id, 'items[0][id]');
  return item;
}

function invoices(context: json.StripeContext): Record<string, Operation> {
  const { ledger } = context;
  const toJson = (one: Parameters<typeof json.invoiceJson>[1]) => json.invoiceJson(context, one);
  return {
    'GET /v1/invoices': ({ form }) => {
      const { customer, subscription, status, ...page } = readParameters(schemas.invoicesSchema, form);
      if (customer) requireReferenced(ledger.get('customer', customer), 'customer', customer, 'customer');
      if (subscription)
        requireReferenced(ledger.get('subscription', subscription), 'subscription', subscription, 'subscription');
      const matching = ledger.all(
        'invoice',
        (one) =>
          (!customer || one.customer === customer) &&
          (!subscription || one.subscription === subscription) &&
          (!status || one.status === status),
      );
      return { answer: json.listJson(matching, page, toJson) };
    },
    'GET /v1/invoices/:id': ({ id, form }) => {
      readParameters(schemas.retrieveSchema, form);
      return { answer: toJson(requireResource(ledger.get('invoice', id), 'invoice', id)) };
    },
    'POST /v1/invoices/:id': ({ id, form }) => {
      const { auto_advance } = readParameters(schemas.invoiceChangeSchema, form);
      const invoice = requireResource(ledger.get('invoice', id), 'invoice', id);
      return { answer: toJson(ledger.save('invoice', { ...invoice, auto_advance })) };
    },
  };
}

function charges(context: json.StripeContext): Record<string, Operation> {
  const { ledger } = context;
  return {
    'GET /v1/charges': ({ form }) => {
      const { customer, payment_intent: intent, ...page } = readParameters(schemas.ofPaymentSchema, form);
      if (customer) requireReferenced(ledger.get('customer', customer), 'customer', customer, 'customer');
      const matching = ledger.all(
        'charge',
        (one) => (!customer || one.customer === customer) && (!intent || one.payment_intent === intent),
      );
      return { answer: json.listJson(matching, page, json.chargeJson) };
    },
    'GET /v1/refunds': ({ form }) => {
      const { payment_intent: intent, ...page } = readParameters(schemas.ofPaymentSchema, form);
      const refunds = ledger.all('refund', (one) => !intent || one.payment_intent === intent);
      return { answer: json.listJson(refunds, page, json.refundJson) };
    },
    'POST /v1/refunds': ({ form }) => {
      const { payment_intent: intent, amount } = readParameters(schemas.refundSchema, form);
      const [charge] = ledger.all('charge', (one) => one.payment_intent === intent);
      const billing = new Billing(context);
      const refund = billing.refund(requireReferenced(charge, 'payment_intent', intent, 'payment_intent'), amount);
      return { answer: json.refundJson(refund), events: billing.events };
    },
  };
}

function portals(context: json.StripeContext): Record<string, Operation> {
  const { ledger } = context;
  return {
    'POST /v1/billing_portal/sessions': ({ form }) => {
      const portal = readParameters(schemas.portalSchema, form);
      requireReferenced(ledger.get('customer', portal.customer), 'customer', portal.customer, 'customer');
      return { answer: json.portalJson(context, ledger.save('portal', { id: newId('bps'), ...portal })) };
    },
  };
}
