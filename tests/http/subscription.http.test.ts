/** Subscribing, as programs call it and as people come back from the payment page. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Client, newClient } from '#tests/api/client.ts';
import { holds } from '#tests/spec/holds.ts';
import { press, startWithVendors, type WithVendors } from './vendors.ts';
import type { Visitor } from './visitor.ts';

let vendors: WithVendors;
beforeAll(async () => {
  vendors = await startWithVendors();
});
// What is tried here is coming back: without that, Stripe would tell us in a moment.
beforeEach(() => vendors.fault({ vendor: 'stripe', silent: true }));
afterEach(() => vendors.noFaults());
afterAll(() => vendors?.stop());

async function begun(client: Client, planType: string): Promise<string> {
  const { body } = await client.call<{ approval_url: string }>(`POST /subscription/create?plan_type=${planType}`);
  return body.approval_url;
}

/** A person with both a browser and a program. */
async function helena() {
  const client = await newClient(vendors.web, 'free');
  const visitor = vendors.web.visitor();
  await visitor.post('/auth', { email: client.email, password: 'stillhere' });
  visitor.cookies.delete('toast');
  const paid = async (planType = 'plus_monthly') => `${await press(await begun(client, planType), 'pay')}`;
  const plans = () => vendors.web.query('select plan, paid_each from subscriptions where owner_id = ?', [client.id]);
  return { ...client, visitor, paid, plans };
}

const toastOf = ({ cookies }: Visitor) =>
  JSON.parse(Buffer.from(decodeURIComponent(cookies.get('toast') ?? ''), 'base64').toString()).text as string;

describe('the calls', () => {
  test('open a checkout and turn it into a plan, with any body, and repeatedly', async () => {
    holds('S3-12', 'S7-10');
    const { call, paid, plans } = await helena();
    const token = await paid('premium_yearly');
    const sent = { json: { anything: ['at', 'all'] } };
    for (const _ of [1, 2]) {
      const { status, body } = await call(`POST /subscription/execute?token=${token}`, sent);
      expect([status, body]).toEqual([200, { success: true }]);
    }
    expect(await plans()).toEqual([{ plan: 'premium', paid_each: 'year' }]);
    const again = await call('POST /subscription/create?plan_type=premium_yearly', sent);
    expect([again.status, again.body.code]).toEqual([409, 'conflict']);
  });

  test('refuse a checkout that is unknown, unpaid or of another account', async () => {
    const [owner, stranger] = [await helena(), await helena()];
    const execute = async (who: Client, token: string | null) =>
      (await who.call(`POST /subscription/execute?token=${token}`)).status;
    expect(await execute(stranger, await owner.paid())).toBe(404);
    expect(await execute(stranger, 'cs_test_none')).toBe(404);
    expect(await execute(owner, new URL(await begun(owner, 'plus_yearly')).pathname.split('/').at(-1) ?? '')).toBe(409);
    expect(await execute(owner, await press(await begun(owner, 'plus_yearly'), 'pay-later'))).toBe(409);
    expect([await owner.plans(), await stranger.plans()]).toEqual([[], []]);
  });

  test('answer 503 while the provider cannot be reached, and change nothing', async () => {
    const { call, paid, plans } = await helena();
    const token = await paid();
    await vendors.fault({ vendor: 'stripe', mode: 'status', status: 503 });
    for (const line of [`execute?token=${token}`, 'create?plan_type=plus_yearly']) {
      const { status, headers } = await call(`POST /subscription/${line}`);
      expect([status, headers.has('retry-after')]).toEqual([503, true]);
    }
    expect(await plans()).toEqual([]);
  });
});

describe('the page after the payment', () => {
  test('changes nothing when it is loaded, and has a button', async () => {
    const { visitor, paid, plans } = await helena();
    const response = await visitor.get(`/subscription/success?token=${await paid()}`);
    expect([response.status, response.headers.get('refresh')]).toEqual([200, null]);
    expect(await response.text()).toMatch(/<form[^>]* method="post"[\s\S]*>\s*Activate\s*<\/button>/);
    expect(await plans()).toEqual([]);
  });

  test('activates by its button, says so, and leads on after three seconds unless the person stays', async () => {
    holds('S2-4', 'S2-57', 'S4-9', 'S8-31', 'S9-13');
    const { visitor, paid, plans } = await helena();
    const done = await visitor.post(`/subscription/success?token=${await paid()}`);
    expect([done.status, done.headers.get('location')]).toEqual([302, '/subscription/success?activated']);
    expect(await plans()).toEqual([{ plan: 'plus', paid_each: 'month' }]);
    const page = await visitor.get('/subscription/success?activated');
    expect(page.headers.get('refresh')).toBe('3; url=/dashboard');
    const text = await page.text();
    expect(text).toContain('Subscription activated successfully!');
    const stay = /href="([^"]+)">\s*Stay on this page/.exec(text)?.[1]?.replaceAll('&amp;', '&');
    const staying = await visitor.get(`/subscription/success${stay}`);
    expect([staying.status, staying.headers.get('refresh')]).toEqual([200, null]);
  });

  test('says why it failed, and leads on after two seconds', async () => {
    holds('S4-11', 'S8-16', 'S9-13');
    const { visitor } = await helena();
    const failed = await visitor.post('/subscription/success?token=cs_test_none');
    expect([failed.status, failed.headers.get('refresh')]).toEqual([404, '2; url=/pricing']);
    const text = await failed.text();
    // Without a script, which the two seconds might not leave time for.
    expect(text).toMatch(/<section class="toasts[^>]*><div[^>]*>.{0,200}Failed to activate subscription/s);
    expect(text).toContain('This payment doesn’t exist.');
    expect(text).toContain('/subscription/success?token=cs_test_none&amp;stay');
  });

  test.each(['get', 'post'] as const)('keeps the token while a visitor signs in: %s', async (method) => {
    holds('S6-1');
    const visitor = vendors.web.visitor();
    const sent = await visitor[method]('/subscription/success?token=cs_test_1&to=%2Fcreate');
    expect(sent.status).toBe(302);
    expect(toastOf(visitor)).toBe('Please login first');
    const { email } = await newClient(vendors.web);
    const entered = await visitor.post(sent.headers.get('location') ?? '', { email, password: 'stillhere' });
    const [back] = (entered.headers.get('location') ?? '').split('#session_id=');
    expect(back).toBe('/subscription/success?token=cs_test_1&to=%2Fcreate');
  });

  test.each(['', '?token=', '?token=a%2Fb'])('refuses an invalid token: %j', async (query) => {
    holds('S5-11', 'S8-17');
    const { visitor } = await helena();
    const { status, headers } = await visitor.get(`/subscription/success${query}`);
    expect([status, headers.get('location')]).toEqual([302, '/pricing']);
    expect(toastOf(visitor)).toBe('Invalid subscription token');
  });

  test('does not thank an account that has paid nothing', async () => {
    const { visitor } = await helena();
    for (const who of [visitor, vendors.web.visitor()]) {
      const { status, headers } = await who.get('/subscription/success?activated');
      expect([status, headers.get('location')]).toEqual([302, '/dashboard']);
    }
  });
});

test('says after a cancelled checkout that nothing was charged, and leads on after five seconds unless the person stays', async () => {
  holds('S2-5', 'S2-58', 'S4-10', 'S9-13');
  const visitor = vendors.web.visitor();
  const page = await visitor.get('/subscription/cancel');
  expect([page.status, page.headers.get('refresh')]).toEqual([200, '5; url=/pricing']);
  const text = await page.text();
  expect(text).toContain('Subscription Cancelled');
  expect(text).toContain('You cancelled the subscription process. No charges were made.');
  expect(text).toContain('Back to Pricing');
  expect((await visitor.get('/subscription/cancel?stay')).headers.get('refresh')).toBeNull();
});
