import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { stripePriceList } from '#adapters/stripe/price-list.ts';
import { STRIPE } from '#tests/simulators/stand.ts';
import { provider, wish } from './stripe-stand.ts';

/** Of one try, in milliseconds. No try that gets its answer may reach it, however busy the machine is. */
const TIMEOUT = 15_000;
const NAMES = ['plus_monthly', 'plus_yearly', 'premium_monthly', 'premium_yearly'].map((name) => `stillhere_${name}`);

async function emptyProvider() {
  const running = await provider({ isEmpty: true });
  return { ...running, list: stripePriceList({ ...STRIPE, baseUrl: running.origin, timeout: TIMEOUT }) };
}

/** Changes one price at Stripe, as an operator could. */
const replaced = (over: Record<string, string>) => ({
  product: 'stillhere_plus',
  currency: 'usd',
  unit_amount: '500',
  'recurring[interval]': 'month',
  lookup_key: 'stillhere_plus_monthly',
  transfer_lookup_key: 'true',
  ...over,
});

test('sells nothing in an account without prices, and names the missing ones', async () => {
  const { payments } = await emptyProvider();
  expect(await payments.checkPrices()).toEqual(NAMES.map((name) => `The price ${name} is missing.`));
  await expect(payments.createCheckout(wish())).rejects.toMatchObject({
    code: 'unavailable',
    cause: 'the price stillhere_plus_yearly is missing or wrong',
  });
});

test('creates all prices with one run of the command; then every plan is sold', async () => {
  const { payments, list } = await emptyProvider();
  expect(list.isLive).toBe(false);
  expect(await list.prepare()).toEqual(NAMES.map((name) => expect.stringMatching(`^The price ${name} is price_`)));
  expect(await payments.checkPrices()).toEqual([]);
  expect(await payments.createCheckout(wish())).toContain('/pay/');
  expect(await list.prepare()).toEqual(NAMES.map((name) => `The price ${name} is right.`));
});

test.each([
  [{ unit_amount: '600' }, 'is 600 cents, and not 500.'],
  [{ currency: 'eur' }, 'is in eur, and not in usd.'],
  [{ 'recurring[interval]': 'year' }, 'is not paid once a month.'],
])('one that is not what our table says is not sold, and setting up mends it: %o', async (over, sentence) => {
  const { payments, ask, origin } = await provider();
  await ask('POST', '/prices', replaced(over));
  expect(await payments.checkPrices()).toEqual([`The price stillhere_plus_monthly ${sentence}`]);
  await expect(payments.createCheckout(wish({ planType: 'plus_monthly' }))).rejects.toMatchObject({
    code: 'unavailable',
  });
  expect(await payments.createCheckout(wish({ planType: 'premium_monthly' }))).toContain('/pay/');
  const done = await stripePriceList({ ...STRIPE, baseUrl: origin, timeout: TIMEOUT }).prepare();
  expect(done.filter((one) => !one.endsWith('is right.'))).toHaveLength(1);
  expect(await payments.checkPrices()).toEqual([]);
});

test('replaces an archived price, and its subscriptions keep their plan', async () => {
  const { payments, ask, subscribed, origin } = await provider();
  const { id } = await subscribed({ planType: 'plus_monthly' });
  // Made by hand: nothing but its name says whose it is.
  const { id: byHand } = await ask('POST', '/prices', replaced({ unit_amount: '600' }));
  await ask('POST', `/prices/${byHand}`, { active: 'false' });
  expect(await payments.checkPrices()).toEqual(['The price stillhere_plus_monthly is archived.']);
  await stripePriceList({ ...STRIPE, baseUrl: origin, timeout: TIMEOUT }).prepare();
  expect(await payments.checkPrices()).toEqual([]);
  expect(await ask('GET', `/prices?limit=100`)).toMatchObject({
    data: expect.arrayContaining([
      expect.objectContaining({ id: byHand, lookup_key: null, metadata: { plan_type: 'plus_monthly' } }),
    ]),
  });
  expect(await payments.findSubscription(id)).toMatchObject({ planType: 'plus_monthly' });
});

test('changes nothing in a live account without --live', () => {
  const env = { PATH: process.env.PATH, STRIPE_SECRET_KEY: 'rk_live_1', STRIPE_BASE_URL: 'http://127.0.0.1:9' };
  const command = (...args: string[]) =>
    spawnSync(process.execPath, ['worker/commands/prepare-prices.ts', ...args], { env, encoding: 'utf8' });
  expect(command()).toMatchObject({ status: 1, stderr: expect.stringContaining('real money') });
  expect(command('--live')).toMatchObject({ status: 1, stderr: expect.stringContaining('did not answer') });
});
