import { expect, test } from 'vitest';
import { APP, press, provider } from './stripe-stand.ts';

test('lists invoices newest first, with their state and what was refunded', async () => {
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

test('refunds all of a payment, once', async () => {
  const { payments, subscribed, ask } = await provider();
  const { customerId } = await subscribed({ planType: 'premium_yearly' });
  const [{ id = '' } = {}] = await payments.invoicesOf(customerId);
  const refund = await payments.refund(id);
  expect(refund).toEqual({ id: expect.stringMatching(/^re_/), amount: 10_000 });
  expect(await payments.refund(id)).toEqual(refund);
  expect(((await ask('GET', '/refunds')) as { data: object[] }).data).toHaveLength(1);
});

test('takes a refund that an operator made at Stripe as the refund', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id, customerId } = await subscribed({ planType: 'plus_monthly' });
  await happen('refund', id);
  const [bill] = await payments.invoicesOf(customerId);
  expect(await payments.refund(bill?.id ?? '')).toEqual({ id: expect.stringMatching(/^re_/), amount: 500 });
});

test('makes one refund when the answer to the first try is lost', async () => {
  const { payments, subscribed, fault, noFaults, ask } = await provider();
  const { customerId } = await subscribed();
  const [{ id = '' } = {}] = await payments.invoicesOf(customerId);
  await fault({ mode: 'accept_then_drop' });
  await expect(payments.refund(id)).rejects.toMatchObject({ code: 'unavailable' });
  await noFaults();
  await Promise.all([payments.refund(id), payments.refund(id)]);
  expect(((await ask('GET', '/refunds')) as { data: object[] }).data).toHaveLength(1);
});

test('refuses to refund an invoice that was never paid', async () => {
  const { payments, subscribed, happen } = await provider();
  const { id, customerId } = await subscribed();
  await happen('payment_failed', id);
  const [open] = await payments.invoicesOf(customerId);
  await expect(payments.refund(open?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
  await expect(payments.refund('in_none')).rejects.toMatchObject({ code: 'conflict' });
});

test('opens a portal at Stripe that can end the plan and leads back', async () => {
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

test('does not refund what became credit by a cheaper plan, and ending the plan adds no credit', async () => {
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

test('gives no credit for a refunded payment, also after a change to a dearer plan', async () => {
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
