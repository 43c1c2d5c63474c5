/** A plan as a program changes, cancels and refunds it: with the price first, as the page shows it. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startWithVendors, type WithVendors } from '#tests/http/vendors.ts';
import { newClient } from './client.ts';
import { payForPlan } from './rows.ts';

let vendors: WithVendors;
beforeAll(async () => {
  vendors = await startWithVendors();
});
afterEach(() => vendors.noFaults());
afterAll(() => vendors?.stop());

interface Quote {
  due_now: number;
  charge: number;
  credit: number;
  price: number;
  next_payment_at: string;
  quoted_at: string;
  good_until: string;
}

async function payer(planType = 'plus_monthly') {
  const client = await newClient(vendors.web, 'free');
  await payForPlan(client, planType);
  // An event that is handled while the next call changes the plan may save for a moment what was before.
  await vendors.settled();
  return client;
}
const MINUTE = 60_000;
const instant = (text: string | undefined) => Date.parse(text ?? '');

describe('changing a plan', () => {
  test('costs what the quote said, once, and the quote changes nothing', async () => {
    const helena = await payer();
    const { status, body: quote } = await helena.call<Quote>('GET /subscription/change?plan_type=premium_yearly');
    expect([status, quote]).toMatchObject([200, { due_now: 9_500, charge: 10_000, credit: 500, price: 10_000 }]);
    expect(instant(quote.good_until) - instant(quote.quoted_at)).toBe(15 * MINUTE);
    expect(instant(quote.next_payment_at) - instant(quote.quoted_at)).toBeGreaterThan(364 * 24 * 60 * MINUTE);
    expect((await helena.call('GET /subscription')).body).toMatchObject({ plan: 'plus', interval: 'month' });

    const json = { plan_type: 'premium_yearly', quoted_at: quote.quoted_at };
    for (const _ of [1, 2]) {
      const changed = await helena.call('POST /subscription/change', { json });
      expect([changed.status, changed.body]).toMatchObject([200, { plan: 'premium', interval: 'year' }]);
    }
    expect((await helena.call('GET /subscription/refund')).body).toMatchObject({ amount: 9_500 });
  });

  test('is refused for a quote that is too old, and for the plan that one has', async () => {
    const helena = await payer();
    const quoted_at = new Date(Date.now() - 16 * MINUTE).toISOString();
    const old = await helena.call('POST /subscription/change', { json: { plan_type: 'premium_yearly', quoted_at } });
    const same = await helena.call('GET /subscription/change?plan_type=plus_monthly');
    expect([old.status, same.status, same.body.detail]).toEqual([409, 409, 'You are already on the Plus plan.']);
    expect((await helena.call('GET /subscription')).body).toMatchObject({ plan: 'plus' });
  });

  test('is refused while nobody pays, and while the provider is away', async () => {
    const given = await newClient(vendors.web, 'plus');
    expect((await given.call('GET /subscription/change?plan_type=premium_yearly')).status).toBe(409);
    const helena = await payer();
    await vendors.fault({ vendor: 'stripe', mode: 'status', status: 503 });
    expect((await helena.call('GET /subscription/change?plan_type=premium_yearly')).status).toBe(503);
  });
});

describe('ending a plan', () => {
  test('at the end of what was paid for can be undone, and each can be repeated', async () => {
    const helena = await payer();
    for (const [verb, is_ending] of [
      ['cancel', true],
      ['cancel', true],
      ['resume', false],
      ['resume', false],
    ] as const) {
      const { status, body } = await helena.call(`POST /subscription/${verb}`);
      await vendors.settled();
      expect([verb, status, body]).toMatchObject([verb, 200, { plan: 'plus', is_ending }]);
    }
  });

  test('with a refund says the amount first, and gives it back once', async () => {
    const helena = await payer('premium_yearly');
    const quoted = await helena.call('GET /subscription/refund');
    expect([quoted.status, quoted.body]).toMatchObject([200, { amount: 10_000, credited: 0 }]);
    expect((await helena.call('GET /subscription')).body).toMatchObject({ plan: 'premium', is_ending: false });
    const refunded = await helena.call('POST /subscription/refund');
    expect([refunded.status, refunded.body]).toEqual([200, { amount: 10_000 }]);
    expect((await helena.call('GET /subscription')).body).toMatchObject({ plan: 'free', interval: null });
    const again = await helena.call('POST /subscription/refund');
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
    const mails = await vendors.web.query(`select amount from billing_mails where owner_id = ? and kind = 'refund'`, [
      helena.id,
    ]);
    expect(mails).toEqual([{ amount: 10_000 }]);
  });

  test.each([
    'POST /subscription/cancel',
    'POST /subscription/resume',
    'GET /subscription/refund',
    'POST /subscription/refund',
    'POST /subscription/portal',
  ])('is refused while nobody pays: %s', async (line) => {
    const { status, body } = await (await newClient(vendors.web, 'free')).call(line);
    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});

test('the page for cards leads back to the plan', async () => {
  const helena = await payer();
  const { status, body } = await helena.call<{ portal_url: string }>('POST /subscription/portal');
  expect(status).toBe(200);
  expect(await (await fetch(body.portal_url)).text()).toContain(`href="${vendors.web.origin}/profile/plan"`);
});
