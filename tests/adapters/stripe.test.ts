import { ClientRequest } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { ask, STRIPE, temporaryFolder } from '#tests/simulators/stand.ts';
import { APP, HELENA, idOf, press, provider, TIMEOUT, wish } from './stripe-stand.ts';

const idOfPrice = (list: Record<string, unknown>) => (list as { data: { id: string }[] }).data[0]?.id;

describe('a checkout', () => {
  test('shows the plan, and leads back with its id after the payment', async () => {
    const { payments } = await provider();
    const address = await payments.createCheckout(wish());
    const page = await (await fetch(address)).text();
    expect(page).toContain('Stillhere Plus');
    expect(page).toContain('$50.00');
    expect(page).toContain('a year, for helena@example.com');
    expect(await payments.findCheckout(idOf(address))).toEqual({ accountId: HELENA, state: { kind: 'open' } });
    expect(await press(address, 'pay')).toBe(`${APP}/subscription/success?token=${idOf(address)}`);
    expect(await payments.findCheckout(idOf(address))).toEqual({
      accountId: HELENA,
      state: {
        kind: 'paid',
        subscription: expect.objectContaining({
          id: expect.stringMatching(/^sub_/),
          customerId: expect.stringMatching(/^cus_/),
          accountId: HELENA,
          planType: 'plus_yearly',
          status: 'active',
        }),
      },
    });
    expect(await press(address, 'pay')).toBe('404');
  });

  test('leads to the cancel page when it is cancelled, and stays open', async () => {
    const { payments } = await provider();
    const address = await payments.createCheckout(wish());
    expect(await press(address, 'cancel')).toBe(`${APP}/subscription/cancel`);
    expect(await payments.findCheckout(idOf(address))).toMatchObject({ state: { kind: 'open' } });
  });

  test('is unpaid while the payment is pending, and expires when it is abandoned', async () => {
    const { payments, ask } = await provider();
    const later = await payments.createCheckout(wish());
    await press(later, 'pay-later');
    expect(await payments.findCheckout(idOf(later))).toMatchObject({ state: { kind: 'unpaid' } });
    const left = await payments.createCheckout(wish());
    await ask('POST', `/checkout/sessions/${idOf(left)}/expire`);
    expect(await payments.findCheckout(idOf(left))).toMatchObject({ state: { kind: 'expired' } });
  });

  test('uses the known customer, whose credit pays first', async () => {
    const { payments, subscribed } = await provider();
    const first = await subscribed({ planType: 'premium_yearly' });
    await payments.cancelSubscription(first.id);
    const second = await subscribed({ customerId: first.customerId, planType: 'plus_yearly' });
    expect(second.customerId).toBe(first.customerId);
    const [bill] = await payments.invoicesOf(first.customerId);
    expect(bill).toMatchObject({ subscriptionId: second.id, status: 'paid', amount: 0 });
  });

  test('creates a new customer where Stripe has deleted the old one', async () => {
    const { payments, subscribed } = await provider();
    const { customerId } = await subscribed({ customerId: 'cus_gone' });
    expect(customerId).not.toBe('cus_gone');
    expect(await payments.invoicesOf('cus_gone')).toEqual([]);
  });

  test('of an older version, with its account on the session only, is still sold', async () => {
    const { payments, ask } = await provider();
    const price = await ask('POST', '/prices', {
      product: 'stillhere_plus',
      currency: 'usd',
      unit_amount: '5000',
      'recurring[interval]': 'year',
    });
    const { id, url } = await ask('POST', '/checkout/sessions', {
      mode: 'subscription',
      ui_mode: 'hosted_page',
      client_reference_id: HELENA,
      customer_email: 'helena@example.com',
      'metadata[plan_type]': 'plus_yearly',
      success_url: APP,
      'line_items[0][quantity]': '1',
      'line_items[0][price]': `${price.id}`,
    });
    await press(`${url}`, 'pay');
    expect(await payments.findCheckout(`${id}`)).toMatchObject({
      accountId: HELENA,
      state: { kind: 'paid', subscription: { accountId: HELENA, planType: 'plus_yearly' } },
    });
  });

  test('of a price that was just replaced is refused once, then sold', async () => {
    const { payments, ask } = await provider();
    const old = idOfPrice(await ask('GET', '/prices?lookup_keys[0]=stillhere_plus_yearly'));
    await payments.createCheckout(wish());
    await ask('POST', `/prices/${old}`, { active: 'false' });
    await ask('POST', '/prices', {
      product: 'stillhere_plus',
      currency: 'usd',
      unit_amount: '5000',
      'recurring[interval]': 'year',
      lookup_key: 'stillhere_plus_yearly',
      transfer_lookup_key: 'true',
    });
    await expect(payments.createCheckout(wish())).rejects.toMatchObject({ code: 'unavailable' });
    expect(await payments.createCheckout(wish())).toContain('/pay/');
  });

  test('is null for an unknown id', async () => {
    const { payments } = await provider();
    expect(await payments.findCheckout('cs_test_none')).toBeNull();
    expect(await payments.findCheckout('../subscriptions/none')).toBeNull();
  });

  test('survives a restart of the simulator', async () => {
    const folder = temporaryFolder();
    const first = await provider({ dataDir: folder });
    const address = await first.payments.createCheckout(wish());
    await press(address, 'pay');
    await first.close();
    const { payments } = await provider({ dataDir: folder });
    expect(await payments.findCheckout(idOf(address))).toMatchObject({ state: { kind: 'paid' } });
  });
});

describe('cancelling', () => {
  test('ends the subscription at once; a second call changes nothing', async () => {
    const { payments, subscribed } = await provider();
    const { id } = await subscribed();
    await payments.cancelSubscription(id);
    expect(await payments.findSubscription(id)).toMatchObject({ status: 'ended' });
    await payments.cancelSubscription(id);
    await payments.cancelSubscription('sub_none');
  });

  test.each(['refund', 'payment_failed'])('gives no credit for a period that is not paid: %s', async (event) => {
    const { payments, subscribed, happen } = await provider();
    const first = await subscribed({ planType: 'premium_yearly' });
    await happen(event, first.id);
    await payments.cancelSubscription(first.id);
    await subscribed({ customerId: first.customerId, planType: 'plus_yearly' });
    const [bill] = await payments.invoicesOf(first.customerId);
    expect(bill).toMatchObject({ status: 'paid', amount: 5_000 });
  });
});

describe('a failing provider', () => {
  test.each([
    ['answers 500', { mode: 'status', status: 500 }],
    ['hangs up', { mode: 'reset' }],
  ])('and %s once is asked again, twice is an outage', async (_what, mode) => {
    const { payments, fault } = await provider();
    await fault({ ...mode, times: 1 });
    expect(await payments.createCheckout(wish())).toContain('/pay/cs_test_');
    // A connection that closes may be asked once more by the SDK itself.
    await fault({ ...mode, times: 3 });
    await expect(payments.findCheckout('cs_test_none')).rejects.toMatchObject({ code: 'unavailable' });
  });

  test('and is silent once is asked again, twice is an outage', async () => {
    const { origin, payments, fault } = await provider();
    const ends: (() => void)[] = [];
    // why: a real time-out may pass before the call has arrived, or before its second try is answered, on a machine that stalls.
    const timeouts = vi.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
      this: ClientRequest,
      _timeout,
      end,
    ) {
      if (end) ends.push(end);
      return this;
    });
    const isSilent = async (left: number) => {
      const faults = async () => (await ask<object[]>(origin, '/api/faults')).json;
      await expect.poll(faults, { timeout: TIMEOUT }).toMatchObject(left > 0 ? [{ times: left }] : []);
      ends.at(-1)?.();
    };
    await fault({ mode: 'timeout', times: 1 });
    const address = payments.createCheckout(wish());
    await isSilent(0);
    expect(await address).toContain('/pay/cs_test_');
    await fault({ mode: 'timeout', times: 2 });
    const outage = expect(payments.findCheckout('cs_test_none')).rejects.toMatchObject({ code: 'unavailable' });
    for (const left of [1, 0]) await isSilent(left);
    await outage;
    expect(new Set(timeouts.mock.calls.map(([timeout]) => timeout))).toEqual(new Set([TIMEOUT]));
  });

  test.each([401, 403, 429])('that answers %i is not called again at once', async (status) => {
    const { payments, fault } = await provider();
    await fault({ mode: 'status', status, times: 1 });
    await expect(payments.createCheckout(wish())).rejects.toMatchObject({
      code: 'unavailable',
      cause: expect.stringMatching(/^Stripe\w+( \w+)?$/),
    });
    expect(await payments.createCheckout(wish())).toContain('/pay/');
  });

  test('that acted before its answer was lost does not act twice', async () => {
    const { payments, fault, ask } = await provider();
    await fault({ mode: 'accept_then_drop', times: 1 });
    const address = await payments.createCheckout(wish());
    const other = await payments.createCheckout(wish());
    expect(other).not.toBe(address);
    const session = await ask('GET', `/checkout/sessions/${idOf(address)}`);
    expect(session).toMatchObject({ client_reference_id: HELENA, status: 'open' });
  });

  test('that refuses our key does not show that to the customer', async () => {
    const { payments } = await provider({ secretKey: 'sk_test_wrong' });
    const refused = await payments.createCheckout(wish()).catch((error: Error) => error);
    expect(refused).toMatchObject({ code: 'unavailable', cause: expect.stringMatching(/^Stripe/) });
    expect(`${refused}`).not.toMatch(/key/i);
  });
});

test('the simulator refuses a parameter that Stripe no longer takes', async () => {
  const { origin } = await provider();
  const response = await fetch(`${origin}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${STRIPE.secretKey}` },
    body: new URLSearchParams({ mode: 'subscription', 'payment_method_types[0]': 'card' }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
});
