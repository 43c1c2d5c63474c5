import { expect, test } from 'vitest';
import { APP, press, provider } from './stripe-stand.ts';

test('invoices come newest first, as they stand, with what was given back of them', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id, customerId } = await subscribed({ planType: 'plus_monthly' });
  const paid = { subscriptionId: id, amount: 500, refunded: 0, status: 'paid', url: expect.stringMatching(/^http/) };
  expect(await payments.invoicesOf(customerId)).toMatchObject([paid]);
  await happen('refund', id);
  await happen('payment_failed', id);
  const [open, refunded] = await payments.invoicesOf(customerId);
  expect([open, refunded]).toMatchObject([
    { status: 'open', amount: 500 },
    { status: 'paid', amount: 500, refunded: 500 },
  ]);
  expect(Math.abs(Date.parse(refunded?.at ?? '') - Date.now())).toBeLessThan(60_000);
  expect(await payments.findInvoice(open?.id ?? '')).toMatchObject({ status: 'open', planType: 'plus_monthly' });
  expect(await payments.findInvoice(refunded?.id ?? '')).toEqual({ ...refunded, planType: 'plus_monthly' });
  expect(await payments.findInvoice('in_none')).toBeNull();
});

test('a refund gives all of a payment back, once', async () => {
  const { payments, subscribed, ask } = await provider();
  const { customerId } = await subscribed({ planType: 'premium_yearly' });
  const [{ id = '' } = {}] = await payments.invoicesOf(customerId);
  const refund = await payments.refund(id);
  expect(refund).toEqual({ id: expect.stringMatching(/^re_/), amount: 10_000 });
  expect(await payments.refund(id)).toEqual(refund);
  expect(((await ask('GET', '/refunds')) as { data: object[] }).data).toHaveLength(1);
});

test('what somebody gave back at Stripe by hand is the refund that there is', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id, customerId } = await subscribed({ planType: 'plus_monthly' });
  await happen('refund', id);
  const [bill] = await payments.invoicesOf(customerId);
  expect(await payments.refund(bill?.id ?? '')).toEqual({ id: expect.stringMatching(/^re_/), amount: 500 });
});

test('a refund whose answer was lost is not made twice', async () => {
  const { payments, subscribed, fault, noFaults, ask } = await provider();
  const { customerId } = await subscribed();
  const [{ id = '' } = {}] = await payments.invoicesOf(customerId);
  await fault({ mode: 'accept_then_drop' });
  await expect(payments.refund(id)).rejects.toMatchObject({ code: 'unavailable' });
  await noFaults();
  await Promise.all([payments.refund(id), payments.refund(id)]);
  expect(((await ask('GET', '/refunds')) as { data: object[] }).data).toHaveLength(1);
});

test('what was never paid cannot be given back', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id, customerId } = await subscribed();
  await happen('payment_failed', id);
  const [open] = await payments.invoicesOf(customerId);
  await expect(payments.refund(open?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
  await expect(payments.refund('in_none')).rejects.toMatchObject({ code: 'conflict' });
});

test('the portal is a page at Stripe that leads back, where a plan can be let end', async () => {
  const { payments, subscribed } = await provider();
  const { id, customerId } = await subscribed({ planType: 'plus_monthly' });
  const address = await payments.openPortal(customerId, `${APP}/profile`);
  const page = await (await fetch(address)).text();
  expect(page).toContain(`href="${APP}/profile"`);
  expect(page).toContain('Stillhere Plus, $5.00 a month');
  await press(address, 'cancel', { subscription: id });
  expect(await payments.findSubscription(id)).toMatchObject({ isEnding: true });
  await press(address, 'resume', { subscription: id });
  expect(await payments.findSubscription(id)).toMatchObject({ isEnding: false });
});

test('what became credit by a cheaper plan is not given back as well, and ending the plan makes no more of it', async () => {
  const { payments, subscribed, ask } = await provider();
  const { id, customerId } = await subscribed({ planType: 'premium_yearly' });
  const { at } = await payments.previewSwitch(id, 'plus_yearly');
  await payments.switchPlan(id, 'plus_yearly', at);
  const [bill] = await payments.invoicesOf(customerId);
  expect(bill).toMatchObject({ amount: 10_000, refunded: 0, credited: 5_000 });
  expect(await payments.findInvoice(bill?.id ?? '')).toMatchObject({ credited: 5_000 });
  const refund = await payments.refund(bill?.id ?? '');
  expect(refund.amount).toBe(5_000);
  expect(await payments.refund(bill?.id ?? '')).toEqual(refund);
  const before = ((await ask('GET', '/invoices')) as { data: object[] }).data.length;
  await payments.cancelSubscription(id);
  expect(await payments.findSubscription(id)).toMatchObject({ status: 'ended' });
  expect(((await ask('GET', '/invoices')) as { data: object[] }).data).toHaveLength(before);
});

test('a payment that was given back makes no credit either when its plan was changed for a dearer one meanwhile', async () => {
  const { payments, subscribed, ask } = await provider();
  const { id, customerId } = await subscribed({ planType: 'plus_yearly' });
  const [first] = await payments.invoicesOf(customerId);
  const { at } = await payments.previewSwitch(id, 'premium_yearly');
  await payments.switchPlan(id, 'premium_yearly', at);
  await payments.refund(first?.id ?? '');
  const before = ((await ask('GET', '/invoices')) as { data: object[] }).data.length;
  await payments.cancelSubscription(id);
  expect(((await ask('GET', '/invoices')) as { data: object[] }).data).toHaveLength(before);
});
