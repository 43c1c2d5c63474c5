import { expect, test } from 'vitest';
import { APP, press, provider } from './stripe-stand.ts';

test('charges what the preview said: the new price less the rest of the old one', async () => {
  const { payments, subscribed } = await provider();
  const { id, customerId } = await subscribed({ planType: 'plus_monthly' });
  const { price, credit, dueNow, at } = await payments.previewSwitch(id, 'premium_monthly');
  // Nothing of the month has passed yet but a second or two.
  expect([price, credit, dueNow]).toEqual([1_000, 500, 500]);
  expect(await payments.switchPlan(id, 'premium_monthly', at)).toMatchObject({ planType: 'premium_monthly' });
  const [bill] = await payments.invoicesOf(customerId);
  expect(bill).toMatchObject({ amount: dueNow, status: 'paid' });
});

test('begins a new period with another interval, and credits the rest of a dearer plan', async () => {
  const { payments, subscribed } = await provider();
  const { id, periodEndsAt, customerId } = await subscribed({ planType: 'premium_yearly' });
  const { price, credit, dueNow, at } = await payments.previewSwitch(id, 'plus_monthly');
  expect([price, credit, dueNow]).toEqual([500, 10_000, 0]);
  const switched = await payments.switchPlan(id, 'plus_monthly', at);
  expect(switched.periodEndsAt).toBeLessThan(periodEndsAt);
  // Credit is no invoice that anybody owes.
  expect(await payments.invoicesOf(customerId)).toHaveLength(1);
});

test('changes nothing and says so when the card is declined', async () => {
  const { payments, subscribed, ask } = await provider();
  const { id, customerId } = await subscribed({ planType: 'plus_monthly' });
  await press(await payments.openPortal(customerId, `${APP}/profile`), 'bad-card');
  const { at } = await payments.previewSwitch(id, 'premium_yearly');
  await expect(payments.switchPlan(id, 'premium_yearly', at)).rejects.toMatchObject({
    code: 'conflict',
    message: 'Your payment was declined, so nothing has changed. Please check your card, or use another one.',
  });
  expect(await payments.findSubscription(id)).toMatchObject({ planType: 'plus_monthly', status: 'active' });
  expect(await ask('GET', `/subscriptions/${id}`)).toMatchObject({ metadata: { plan_type: 'plus_monthly' } });
});

test('asks for a new preview when the period of the old one is over', async () => {
  const { payments, subscribed } = await provider();
  const { id, createdAt } = await subscribed({ planType: 'plus_monthly' });
  await expect(payments.switchPlan(id, 'premium_monthly', createdAt - 60_000)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringMatching(/^The price has changed/),
  });
});

test('charges once when the answer to the first try is lost', async () => {
  const { payments, subscribed, fault } = await provider();
  const { id, customerId } = await subscribed({ planType: 'plus_monthly' });
  const { at } = await payments.previewSwitch(id, 'premium_monthly');
  // The subscription is asked for first: that may hang up as well.
  await fault({ mode: 'accept_then_drop', times: 4 });
  await payments.switchPlan(id, 'premium_monthly', at).catch(() => null);
  const [again, more] = [
    payments.switchPlan(id, 'premium_monthly', at),
    payments.switchPlan(id, 'premium_monthly', at),
  ];
  expect(await again).toEqual(await more);
  expect(await payments.invoicesOf(customerId)).toHaveLength(2);
});

test('refuses while a payment is open: the rest of an unpaid period would become credit', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id } = await subscribed({ planType: 'plus_monthly' });
  await happen('payment_failed', id);
  await expect(payments.previewSwitch(id, 'premium_yearly')).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('settle it first'),
  });
  await expect(payments.switchPlan(id, 'premium_yearly', Date.now())).rejects.toMatchObject({ code: 'conflict' });
  await happen('renew', id);
  expect(await payments.previewSwitch(id, 'premium_yearly')).toMatchObject({ dueNow: 9_500, credit: 500 });
});

test('refuses for a subscription that has ended', async () => {
  const { payments, subscribed } = await provider();
  const { id } = await subscribed();
  await payments.cancelSubscription(id);
  await expect(payments.previewSwitch(id, 'premium_yearly')).rejects.toMatchObject({ code: 'conflict' });
});
