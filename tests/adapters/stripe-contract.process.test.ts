/**
 * Every call of ours to Stripe, answered by its simulator, and checked by Stripe's own description of its API:
 * what one takes the other takes, and what one refuses the other refuses.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { stripePriceList } from '#adapters/stripe/price-list.ts';
import { stripePayments } from '#adapters/stripe.ts';
import { BINARIES, findBinary } from '#dev/binaries.ts';
import { freePorts } from '#dev/ports.ts';
import { TestProcess } from '#tests/harness/process.ts';
import { STRIPE } from '#tests/simulators/stand.ts';
import { APP, idOf, press, provider, wish } from './stripe-stand.ts';

let mock: TestProcess;
let mockOrigin = '';

// It may have to be fetched or built first.
beforeAll(async () => {
  const command = await findBinary(BINARIES.stripeMock, () => {});
  const [port] = await freePorts(1);
  mockOrigin = `http://127.0.0.1:${port}`;
  const args = ['-http-addr', `127.0.0.1:${port}`, '-https-addr', '127.0.0.1:0'];
  const isReady = async () => (await fetch(mockOrigin)).status > 0;
  mock = await new TestProcess({ name: 'stripe-mock', command, args, isReady }).start();
}, 300_000);
afterAll(() => mock?.kill());

/** Sends each request to both, returns the first answer, and records both. */
async function both(simulator: string) {
  const asked: { call: string; statuses: [simulator: number, mock: number] }[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request;
    const sent = await buffer(request);
    const init = {
      method,
      headers: {
        authorization: headers.authorization ?? '',
        'content-type': headers['content-type'] ?? 'application/x-www-form-urlencoded',
        ...(headers['idempotency-key'] ? { 'idempotency-key': `${headers['idempotency-key']}` } : {}),
      },
      ...(sent.length > 0 ? { body: new Uint8Array(sent) } : {}),
    };
    const [answer, checked] = await Promise.all([
      fetch(`${simulator}${url}`, init),
      fetch(`${mockOrigin}${url}`, init),
    ]);
    const path = url.replace(/\?.*/, '').replace(/\b(?:cs_test|sub|in|price|cus)_\w+/, ':id');
    asked.push({ call: `${method} ${path}`, statuses: [answer.status, checked.status] });
    await checked.arrayBuffer();
    response
      .writeHead(answer.status, { 'content-type': 'application/json' })
      .end(Buffer.from(await answer.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

test('Stripe’s description has each call, with all its parameters', async () => {
  const { origin: simulator, happen } = await provider({ isEmpty: true });
  const { origin, asked } = await both(simulator);
  const options = { ...STRIPE, baseUrl: origin, timeout: 15_000 };
  await stripePriceList(options).prepare();
  const payments = stripePayments(options);
  expect(await payments.checkPrices()).toEqual([]);

  const address = await payments.createCheckout(wish({ planType: 'plus_monthly' }));
  await press(address, 'pay');
  const found = await payments.findCheckout(idOf(address));
  if (found?.state.kind !== 'paid') throw new Error('It was not paid.');
  const { id, customerId } = found.state.subscription;
  await payments.createCheckout(wish({ customerId }));
  await payments.findSubscription(id);
  for await (const _one of payments.runningSubscriptions());

  const { at } = await payments.previewSwitch(id, 'premium_yearly');
  await payments.switchPlan(id, 'premium_yearly', at);
  for (const isEnding of [true, false]) await payments.setEnding(id, isEnding);
  await happen('payment_failed', id);
  for (const isHeld of [true, false]) await payments.setHeld(id, isHeld);
  await happen('renew', id);
  await payments.openPortal(customerId, `${APP}/profile`);
  const [bill] = await payments.invoicesOf(customerId);
  await payments.findInvoice(bill?.id ?? '');
  await payments.refund(bill?.id ?? '');
  await payments.cancelSubscription(id);

  for (const { call, statuses } of asked) expect(statuses, call).toEqual(statuses[0] === 404 ? [404, 200] : [200, 200]);
  expect([...new Set(asked.map(({ call }) => call))].sort()).toEqual([
    'DELETE /v1/subscriptions/:id',
    'GET /v1/charges',
    'GET /v1/checkout/sessions/:id',
    'GET /v1/invoices',
    'GET /v1/invoices/:id',
    'GET /v1/prices',
    'GET /v1/products/stillhere_plus',
    'GET /v1/products/stillhere_premium',
    'GET /v1/refunds',
    'GET /v1/subscriptions',
    'GET /v1/subscriptions/:id',
    'POST /v1/billing_portal/sessions',
    'POST /v1/checkout/sessions',
    'POST /v1/invoices/:id',
    'POST /v1/invoices/create_preview',
    'POST /v1/prices',
    'POST /v1/products',
    'POST /v1/refunds',
    'POST /v1/subscriptions/:id',
  ]);
});

test.each([
  ['checkout/sessions', { mode: 'subscription', carrier: 'pigeon' }],
  ['subscriptions/sub_1', { cancel_at_period_end: 'perhaps' }],
  ['subscriptions/sub_1', { 'pause_collection[behavior]': 'forget' }],
  ['subscriptions/sub_1', { payment_behavior: 'hope' }],
  ['refunds', { payment_intent: 'pi_1', amount: 'half' }],
  ['prices', { product: 'stillhere_plus', currency: 'usd', unit_amount: '5.5', 'recurring[interval]': 'month' }],
  ['invoices/create_preview', { subscription: 'sub_1', subscription_details: 'none' }],
  ['billing_portal/sessions', { customer: 'cus_1', return_to: 'https://stillhere.example' }],
])('what Stripe does not understand is refused by both: %s %o', async (path, form) => {
  const { origin: simulator, subscribed } = await provider();
  const { id } = await subscribed();
  const statuses = [simulator, mockOrigin].map(async (origin) => {
    const answer = await fetch(`${origin}/v1/${path.replace('sub_1', id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${STRIPE.secretKey}` },
      body: new URLSearchParams(form),
    });
    return answer.status;
  });
  expect(await Promise.all(statuses)).toEqual([400, 400]);
});
