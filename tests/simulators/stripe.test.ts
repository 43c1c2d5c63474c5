import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { stripePayments } from '#adapters/stripe.ts';
import { CHECKOUT_ID } from '#services/ports/payments.ts';
import { ask, STRIPE, simulator, temporaryFolder } from './stand.ts';

/** A product that takes Stripe's events; `answer` decides with which status. */
async function listening(answer: (type: string) => number = () => 200) {
  const heard: Stripe.Event[] = [];
  const server = createServer(async (request, response) => {
    const signature = request.headers['stripe-signature'] ?? '';
    const event = Stripe.webhooks.constructEvent(await buffer(request), signature, STRIPE.webhookSecret);
    heard.push(event);
    response.writeHead(request.url === '/webhooks/stripe' ? answer(event.type) : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const appOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { appOrigin, heard, types: () => heard.map(({ type }) => type) };
}

type Product = Awaited<ReturnType<typeof listening>>;

async function stand(product: Product, dataDir = temporaryFolder()) {
  const { origin, close } = await simulator({ appOrigin: product.appOrigin, dataDir });
  const payments = stripePayments({ ...STRIPE, baseUrl: origin, timeout: 1_000 });
  const happen = async (event: string, email: string) => {
    const { json } = await ask<{ subscription: Stripe.Subscription; events: { id: string; webhook_status: number }[] }>(
      origin,
      '/api/billing',
      { event, customer_email: email },
    );
    return json;
  };
  return { origin, close, payments, happen };
}

async function subscribe({ payments }: Awaited<ReturnType<typeof stand>>, email: string, deed = 'pay'): Promise<void> {
  const address = await payments.createCheckout({
    accountId: '0199a0c0-0000-7000-8000-000000000001',
    email,
    customerId: null,
    planType: 'plus_monthly',
    successUrl: `http://app.example/?token=${CHECKOUT_ID}`,
    cancelUrl: 'http://app.example/',
  });
  await fetch(address, { method: 'POST', body: new URLSearchParams({ deed }), redirect: 'manual' });
}

const HELENA = 'helena@example.com';

test('the whole life of a subscription is told, signed, with what has become of it', async () => {
  const product = await listening();
  const open = await stand(product);
  await subscribe(open, HELENA);
  await expect
    .poll(() => product.types().toSorted())
    .toEqual(['checkout.session.completed', 'customer.subscription.created', 'invoice.paid']);
  const told = async (event: string) => {
    product.heard.length = 0;
    const { subscription } = await open.happen(event, HELENA);
    return [subscription.status, ...product.types()];
  };
  expect(await told('renew')).toEqual(['active', 'invoice.paid', 'customer.subscription.updated']);
  expect(await told('payment_failed')).toEqual(['past_due', 'invoice.payment_failed', 'customer.subscription.updated']);
  expect(await told('renew')).toEqual(['active', 'invoice.paid', 'customer.subscription.updated']);
  expect(await told('refund')).toEqual(['active', 'charge.refunded']);
  expect(await told('cancel')).toEqual(['canceled', 'customer.subscription.deleted']);
  expect(product.heard[0]?.data.object).toMatchObject({ object: 'subscription', status: 'canceled' });
});

test('a fourth payment that fails ends it', async () => {
  const open = await stand(await listening());
  await subscribe(open, HELENA);
  const statuses: string[] = [];
  for (let count = 0; count < 4; count += 1)
    statuses.push((await open.happen('payment_failed', HELENA)).subscription.status);
  expect(statuses).toEqual(['past_due', 'past_due', 'past_due', 'canceled']);
});

test('money that was on its way arrives', async () => {
  const product = await listening();
  const open = await stand(product);
  await subscribe(open, HELENA, 'pay-later');
  expect((await open.happen('renew', HELENA)).subscription.status).toBe('active');
  expect(product.types()).toContain('checkout.session.async_payment_succeeded');
});

test('an event that nobody takes is told again, and one can be repeated with the same id', async () => {
  let refusals = 1;
  const product = await listening((type) => (type === 'charge.refunded' && refusals-- > 0 ? 500 : 200));
  const open = await stand(product);
  await subscribe(open, HELENA);
  const { events } = await open.happen('refund', HELENA);
  expect(events).toMatchObject([{ webhook_status: 500 }]);
  const again = () => product.heard.filter(({ id }) => id === events[0]?.id).length;
  const settled = await ask<{ events: { id: string; webhook_status: number }[] }>(open.origin, '/api/billing/settled');
  expect([again(), settled.json.events.find(({ id }) => id === events[0]?.id)?.webhook_status]).toEqual([2, 200]);
  await ask(open.origin, '/api/billing', { repeat: events[0]?.id });
  expect(again()).toBe(3);
});

test('a fault keeps everything from being told', async () => {
  const product = await listening();
  const open = await stand(product);
  await ask(open.origin, '/api/faults', { vendor: 'stripe', silent: true });
  await subscribe(open, HELENA);
  expect((await open.happen('renew', HELENA)).events).toEqual([]);
  expect(product.heard).toEqual([]);
});

test('what is not known to Stripe, or of another kind, is refused and named', async () => {
  const { origin } = await stand(await listening());
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

test('everything is there after it was started again', async () => {
  const [product, folder] = [await listening(), temporaryFolder()];
  const first = await stand(product, folder);
  await subscribe(first, HELENA);
  const { subscription } = await first.happen('payment_failed', HELENA);
  await first.close();
  const open = await stand(product, folder);
  expect(await open.payments.findSubscription(subscription.id)).toMatchObject({ status: 'past-due' });
  expect(await open.payments.checkPrices()).toEqual([]);
  expect((await open.happen('renew', HELENA)).subscription.status).toBe('active');
});

test('its page lists who pays, and its buttons make things happen', async () => {
  const product = await listening();
  const open = await stand(product);
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
