import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { stripePayments } from '#adapters/stripe.ts';
import { CHECKOUT_ID } from '#services/ports/payments.ts';
import { ask, STRIPE, simulator, simulatorFolder } from './stand.ts';

/** A product that accepts Stripe's events and records them. @param answer the status for each type of event */
async function startProduct(answer: (type: string) => number = () => 200) {
  const received: Stripe.Event[] = [];
  const server = createServer(async (request, response) => {
    const signature = request.headers['stripe-signature'] ?? '';
    const event = Stripe.webhooks.constructEvent(await buffer(request), signature, STRIPE.webhookSecret);
    received.push(event);
    response.writeHead(request.url === '/webhooks/stripe' ? answer(event.type) : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const appOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { appOrigin, received, types: () => received.map(({ type }) => type) };
}

type Product = Awaited<ReturnType<typeof startProduct>>;

async function startStripe(product: Product, dataDir = simulatorFolder()) {
  const { origin, close } = await simulator({ appOrigin: product.appOrigin, dataDir });
  const payments = stripePayments({ ...STRIPE, baseUrl: origin, timeout: 1_000 });
  const runAction = async (event: string, email: string) => {
    const { json } = await ask<{ subscription: Stripe.Subscription; events: { id: string; webhook_status: number }[] }>(
      origin,
      '/api/billing',
      { event, customer_email: email },
    );
    return json;
  };
  return { origin, close, payments, runAction };
}

async function subscribe(
  { payments }: Awaited<ReturnType<typeof startStripe>>,
  email: string,
  action = 'pay',
): Promise<void> {
  const address = await payments.createCheckout({
    accountId: '0199a0c0-0000-7000-8000-000000000001',
    email,
    customerId: null,
    planType: 'plus_monthly',
    successUrl: `http://app.example/?token=${CHECKOUT_ID}`,
    cancelUrl: 'http://app.example/',
  });
  await fetch(address, { method: 'POST', body: new URLSearchParams({ action }), redirect: 'manual' });
}

const HELENA = 'helena@example.com';

test('each change of a subscription is posted, signed, with the subscription afterwards', async () => {
  const product = await startProduct();
  const open = await startStripe(product);
  await subscribe(open, HELENA);
  await expect
    .poll(() => product.types().toSorted(), { timeout: 20_000 })
    .toEqual(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid']);
  const typesAfter = async (event: string) => {
    product.received.length = 0;
    const { subscription } = await open.runAction(event, HELENA);
    return [subscription.status, ...product.types()];
  };
  expect(await typesAfter('renew')).toEqual(['active', 'invoice.paid', 'customer.subscription.updated']);
  expect(await typesAfter('payment_failed')).toEqual([
    'past_due',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ]);
  expect(await typesAfter('renew')).toEqual(['active', 'invoice.paid', 'customer.subscription.updated']);
  expect(await typesAfter('refund')).toEqual(['active', 'charge.refunded']);
  expect(await typesAfter('cancel')).toEqual(['canceled', 'customer.subscription.deleted']);
  expect(product.received[0]?.data.object).toMatchObject({ object: 'subscription', status: 'canceled' });
});

test('the fourth failed payment ends a subscription', async () => {
  const open = await startStripe(await startProduct());
  await subscribe(open, HELENA);
  const statuses: string[] = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await open.runAction('payment_failed', HELENA)).subscription.status);
  expect(statuses).toEqual(['past_due', 'past_due', 'past_due', 'canceled']);
});

test('the money of a transfer arrives later', async () => {
  const product = await startProduct();
  const open = await startStripe(product);
  await subscribe(open, HELENA, 'pay-later');
  expect((await open.runAction('renew', HELENA)).subscription.status).toBe('active');
  expect(product.types()).toContain('checkout.session.async_payment_succeeded');
});

test('an event that the product refuses is repeated, and a test can repeat it too, with the same id', async () => {
  let refusals = 1;
  const product = await startProduct((type) => (type === 'charge.refunded' && refusals-- > 0 ? 500 : 200));
  const open = await startStripe(product);
  await subscribe(open, HELENA);
  const { events } = await open.runAction('refund', HELENA);
  expect(events).toMatchObject([{ webhook_status: 500 }]);
  const again = () => product.received.filter(({ id }) => id === events[0]?.id).length;
  const settled = await ask<{ events: { id: string; webhook_status: number }[] }>(open.origin, '/api/billing/settled');
  expect([again(), settled.json.events.find(({ id }) => id === events[0]?.id)?.webhook_status]).toEqual([2, 200]);
  await ask(open.origin, '/api/billing', { repeat: events[0]?.id });
  expect(again()).toBe(3);
});

test('a silent fault suppresses every event', async () => {
  const product = await startProduct();
  const open = await startStripe(product);
  await ask(open.origin, '/api/faults', { vendor: 'stripe', silent: true });
  await subscribe(open, HELENA);
  expect((await open.runAction('renew', HELENA)).events).toEqual([]);
  expect(product.received).toEqual([]);
});

test('an unknown or wrong parameter is refused and named', async () => {
  const { origin } = await startStripe(await startProduct());
  const refused = async (path: string, form: Record<string, string>) => {
    const headers = { authorization: `Bearer ${STRIPE.secretKey}` };
    const answer = await fetch(`${origin}/v1/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) });
    const { error } = (await answer.json()) as { error: { type: string; param?: string } };
    return [answer.status, error.type, error.param];
  };
  const session = { mode: 'subscription', ui_mode: 'hosted_page', success_url: 'https://app.example/' };
  const line = { 'line_items[0][quantity]': '1', 'line_items[0][price]': 'price_none' };
  expect(await refused('checkout/sessions', { ...session, ...line })).toEqual([
    400,
    'invalid_request_error',
    'line_items[0][price]',
  ]);
  expect(await refused('checkout/sessions', { ...session, ...line, 'line_items[0][quantity]': '2' })).toEqual([
    400,
    'invalid_request_error',
    'line_items.0.quantity',
  ]);
  expect((await refused('checkout/sessions', { ...session, ...line, payment_method_types: 'card' }))[0]).toBe(400);
  expect((await refused('refunds', { payment_intent: 'pi_none' }))[0]).toBe(400);
  expect((await refused('refunds', { payment_intent: 'pi_none', amount: '1.5' }))[0]).toBe(400);
  expect((await refused('billing_portal/sessions', { customer: 'cus_none', return_url: 'https://a.example' }))[0]).toBe(
    400,
  );
});

test('a restart restores everything', async () => {
  const [product, folder] = [await startProduct(), simulatorFolder()];
  const first = await startStripe(product, folder);
  await subscribe(first, HELENA);
  const { subscription } = await first.runAction('payment_failed', HELENA);
  await first.close();
  const open = await startStripe(product, folder);
  expect(await open.payments.findSubscription(subscription.id)).toMatchObject({ status: 'past-due' });
  expect(await open.payments.checkPrices()).toEqual([]);
  expect((await open.runAction('renew', HELENA)).subscription.status).toBe('active');
});

test('the page lists the subscriptions, and its buttons run actions', async () => {
  const product = await startProduct();
  const open = await startStripe(product);
  await subscribe(open, 'ana@example.com');
  const page = async () => (await fetch(`${open.origin}/payments`)).text();
  expect(await page()).toContain('Stillhere Plus, $5.00 a month: active');
  const { json } = await ask<{ subscriptions: { id: string }[] }>(open.origin, '/api/billing');
  const pressed = await fetch(`${open.origin}/payments`, {
    method: 'POST',
    body: new URLSearchParams({ subscription: json.subscriptions[0]?.id ?? '', event: 'cancel' }),
  });
  expect(await pressed.text()).toContain('customer.subscription.deleted: 200');
  expect(await page()).toContain(': canceled,');
});
