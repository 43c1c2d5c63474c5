import { expect, test } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { provider } from './stripe-stand.ts';

async function collected<One>(all: AsyncIterable<One>): Promise<One[]> {
  const list: One[] = [];
  for await (const one of all) list.push(one);
  return list;
}

test('reads a subscription in each of its states', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id, createdAt, periodEndsAt, ...rest } = await subscribed({ planType: 'premium_monthly' });
  expect(rest).toMatchObject({ planType: 'premium_monthly', status: 'active', isEnding: false, isHeld: false });
  expect(Math.abs(createdAt - Date.now())).toBeLessThan(60_000);
  expect((periodEndsAt - createdAt) / DAY).toBeGreaterThanOrEqual(28);
  const statusAfter = async (event: string) => {
    await happen(event, id);
    return (await payments.findSubscription(id))?.status;
  };
  expect(await statusAfter('payment_failed')).toBe('past-due');
  expect(await statusAfter('renew')).toBe('active');
  expect(await statusAfter('cancel')).toBe('ended');
  expect(await payments.findSubscription('sub_none')).toBeNull();
});

test('keeps the plan of a subscription whose price was replaced', async () => {
  const { payments, subscribed, ask } = await provider();
  const { id } = await subscribed({ planType: 'plus_monthly' });
  await ask('POST', '/prices', {
    product: 'stillhere_plus',
    currency: 'usd',
    unit_amount: '700',
    'recurring[interval]': 'month',
    lookup_key: 'stillhere_plus_monthly',
    transfer_lookup_key: 'true',
  });
  expect(await payments.findSubscription(id)).toMatchObject({ planType: 'plus_monthly' });
});

test('finds all running subscriptions, over several pages, and no ended ones', async () => {
  const { payments, subscribed, happen, fault } = await provider();
  // Nobody listens: three hundred events would be tried again and again.
  await fault({ silent: true });
  const ended = await subscribed();
  await happen('cancel', ended.id);
  const ids = new Set<string>();
  for (let count = 0; count < 101; count += 1) ids.add((await subscribed()).id);
  expect(new Set((await collected(payments.runningSubscriptions())).map(({ id }) => id))).toEqual(ids);
});

test('can end with its period, and be resumed before that', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id } = await subscribed();
  for (const isEnding of [true, true, false, false])
    expect(await payments.setEnding(id, isEnding)).toMatchObject({ isEnding, status: 'active' });
  await payments.setEnding(id, true);
  await happen('renew', id);
  await expect(payments.setEnding(id, false)).rejects.toMatchObject({ code: 'conflict' });
});

test('charges nothing while it is held, and nothing for that time afterwards', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id, customerId } = await subscribed();
  for (const _ of [1, 2]) await payments.setHeld(id, true);
  expect(await payments.findSubscription(id)).toMatchObject({ isHeld: true });
  await happen('renew', id);
  for (const _ of [1, 2]) await payments.setHeld(id, false);
  expect(await payments.findSubscription(id)).toMatchObject({ isHeld: false, status: 'active' });
  expect((await payments.invoicesOf(customerId)).map(({ status }) => status)).toEqual(['void', 'paid']);
  await happen('cancel', id);
  await payments.setHeld(id, true);
});

test('stops collecting an open invoice while it is held, and continues afterwards', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id, customerId } = await subscribed();
  await happen('payment_failed', id);
  const statuses = async () => (await payments.invoicesOf(customerId)).map(({ status }) => status);
  await payments.setHeld(id, true);
  await happen('renew', id);
  expect(await statuses()).toEqual(['void', 'open', 'paid']);
  expect(await payments.findSubscription(id)).toMatchObject({ status: 'past-due' });
  await payments.setHeld(id, false);
  await happen('renew', id);
  expect(await statuses()).toEqual(['void', 'paid', 'paid']);
  expect(await payments.findSubscription(id)).toMatchObject({ status: 'active' });
});
