import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { call } from '#tests/api/client.ts';
import { holds } from '#tests/spec/holds.ts';
import { productBesideVendors } from './browser.ts';
import { goto, hydrated } from './hydrated.ts';
import { holdRefresh } from './refresh.ts';

const product = productBesideVendors();

const PASSWORD = 'stillhere';

async function signUp(name: string) {
  const email = `${name.toLowerCase()}@example.com`;
  await call(product.web, 'POST /auth/register', { json: { email, password: PASSWORD, name } });
  return email;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** In the page: what its button says while the next page is on its way, when a test can no longer ask. */
function noteBusyButton(): void {
  const look = () => {
    const busy = document.querySelector('button[aria-busy=true]');
    if (busy) sessionStorage.setItem('busy', busy.textContent);
  };
  new MutationObserver(look).observe(document, { subtree: true, attributes: true });
}

/** In the page: a second button while the browser is already on its way. */
function pressBoth(planTypes: string[]): void {
  for (const [index, planType] of planTypes.entries())
    setTimeout(() => document.querySelector<HTMLElement>(`[name=plan_type][value=${planType}]`)?.click(), index);
}

const plans = () => product.web.query('select plan, paid_each from subscriptions');

test('a link leads to the yearly prices in a browser without :has()', async () => {
  const page = await product.open();
  // As a browser of 2022 reads it.
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':unheard-of(') });
  });
  await goto(page, '/pricing?to=/schedule');
  const premium = page.getByRole('region', { name: 'Premium' });
  await premium.getByText('$10', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Yearly prices, two months free' }).click();
  await premium.getByText('$100').waitFor();
  await premium.getByText('$10', { exact: true }).waitFor({ state: 'hidden' });
  expect(await premium.getByRole('button').getAttribute('value')).toBe('premium_yearly');
  expect(new URL(page.url()).search).toBe('?interval=yearly&to=%2Fschedule');
});

test('a visitor chooses a plan, signs in, goes back, pays, and reaches the wanted page', async () => {
  holds('S2-4', 'S2-51', 'S4-9');
  const email = await signUp('Helena');
  const page = await product.open();
  const held = await holdRefresh(page, product.web.origin);
  await page.clock.install();
  await goto(page, '/pricing?to=/schedule');
  const premium = page.getByRole('region', { name: 'Premium' });
  await premium.getByText('$10', { exact: true }).waitFor();
  await page.getByText('Yearly 2 Months Free').click();
  await premium.getByText('$100').waitFor();
  await premium.getByText('$10', { exact: true }).waitFor({ state: 'hidden' });
  await page.clock.pauseAt(Date.now() + HOUR);
  await premium.getByRole('button', { name: 'Subscribe Now' }).click();
  await page.getByText('Please login first').first().waitFor();
  await signIn(page, email);
  // What they chose goes on by itself after a second, to the page where it is paid; not while their token is fetched.
  await page.getByText('You chose Premium, paid yearly, for $100.').waitFor();
  await hydrated(page);
  await page.locator('.checking').waitFor({ state: 'detached' });
  await page.clock.runFor(SECOND);
  await page.waitForURL(`${product.web.vendors.origin}/**`);
  // A person who goes back from there has changed their mind, and is not sent there again.
  await page.goBack();
  await page.waitForURL('**/pricing?to=%2Fschedule');
  await hydrated(page);
  await page.clock.runFor(MINUTE);
  expect(await page.getByText('You chose Premium').count()).toBe(0);
  await page.clock.resume();
  await page.goForward();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Subscription Cancelled' }).waitFor();
  await page.getByRole('link', { name: 'Stay on this page' }).click();
  await page.waitForURL('**/subscription/cancel?stay&to=%2Fschedule');
  await page.getByRole('link', { name: 'Back to Pricing' }).click();
  await page.waitForURL('**/pricing?to=%2Fschedule');
  await page.getByRole('heading', { name: 'Three plans, no surprises' }).waitFor();
  await hydrated(page);

  await page.getByText('Yearly 2 Months Free').click();
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pricing/subscribe')) sent.push(request.postData());
  });
  await page.evaluate(noteBusyButton);
  await page.evaluate(pressBoth, ['premium_yearly', 'plus_yearly']);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  expect(sent).toEqual(['to=%2Fschedule&plan_type=premium_yearly']);
  await page.getByRole('heading', { name: 'Thank you. You’re on Premium.' }).waitFor();
  await page.getByText('Subscription activated successfully!').first().waitFor();
  await page.getByRole('link', { name: 'Continue with your delivery' }).click();
  await page.waitForURL('**/schedule');
  expect(held).toEqual(['5; url=/pricing?to=%2Fschedule', '3; url=/dashboard?next=%2Fschedule']);
  expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('Processing...');
  expect(await plans()).toEqual([{ plan: 'premium', paid_each: 'year' }]);
  await page.goto('/pricing');
  await premium.getByText('Current plan, paid yearly').waitFor();
  expect(await premium.getByRole('link', { name: 'Manage' }).getAttribute('href')).toBe('/profile/plan');
});

test('without scripts the same buttons lead to the payment page and back', async () => {
  const email = await signUp('Ines');
  const page = await product.open({ javaScriptEnabled: false });
  const held = await holdRefresh(page, product.web.origin);
  await page.goto('/auth?to=/pricing');
  await signIn(page, email);
  // With its style sheets: before them it shows what is paid by the month and by the year.
  await page.waitForURL(/\/pricing(#|$)/);
  const plus = page.getByRole('region', { name: 'Plus' });
  await plus.getByRole('button', { name: 'Subscribe Now' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('heading', { name: 'Thank you. You’re on Plus.' }).waitFor();
  await page.getByRole('link', { name: 'Go to the Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  expect(held).toEqual(['3; url=/dashboard']);
});
