import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '#tests/api/client.ts';
import { startWithVendors, type WithVendors } from '#tests/http/vendors.ts';
import { startBrowser } from './browser.ts';

let vendors: WithVendors;
let browser: Awaited<ReturnType<typeof startBrowser>>;

beforeAll(async () => {
  [vendors, browser] = await Promise.all([startWithVendors(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await vendors?.stop();
});

test('somebody thinks again on the payment page, then pays, and finds the plan active without a click', async () => {
  const { web } = vendors;
  const email = 'helena@example.com';
  const { body } = await call<{ session_token: string }>(web, 'POST /auth/register', {
    json: { email, password: 'stillhere', name: 'Helena Duarte' },
  });
  const { body: begun } = await call<{ approval_url: string }>(
    web,
    'POST /subscription/create?plan_type=premium_monthly',
    { headers: { authorization: `Bearer ${body.session_token}` } },
  );
  const page = await browser.open({ baseURL: web.origin });
  await page.goto(begun.approval_url);
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Subscription Cancelled' }).waitFor();
  await page.getByRole('link', { name: 'Stay on this page' }).click();
  await page.waitForURL('**/subscription/cancel?stay');

  await page.goto(begun.approval_url);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  // Not signed in here: what was paid for waits behind the door.
  await page.getByText('Please login first').first().waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('stillhere');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Thank you. You are on Premium.' }).waitFor();
  await page.getByText('Subscription activated successfully!').first().waitFor();
  await page.waitForURL('**/dashboard');
  expect(await web.query('select plan from subscriptions')).toEqual([{ plan: 'premium' }]);
  expect(browser.complaints()).toEqual([]);
});
