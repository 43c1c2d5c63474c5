import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { call } from '#tests/api/client.ts';
import { holds } from '#tests/spec/holds.ts';
import { productBesideVendors } from './browser.ts';

const product = productBesideVendors();

const PASSWORD = 'stillhere';

async function somebody(name: string) {
  const email = `${name.toLowerCase()}@example.com`;
  await call(product.web, 'POST /auth/register', { json: { email, password: PASSWORD, name } });
  return email;
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** In the page: what its button says while the next page is on its way, when nobody can ask any more. */
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

test('where a style cannot follow the switch, a link leads to the yearly prices', async () => {
  const page = await product.open();
  // As a browser of 2022 reads it.
  await page.route('**/*.css', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(':has(', ':unheard-of(') });
  });
  await page.goto('/pricing?to=/schedule');
  const premium = page.getByRole('region', { name: 'Premium' });
  await premium.getByText('$10', { exact: true }).waitFor();
  await page.getByRole('link', { name: 'Prices by the year, two months free' }).click();
  await premium.getByText('$100').waitFor();
  expect(await premium.getByText('$10', { exact: true }).isVisible()).toBe(false);
  expect(await premium.getByRole('button').getAttribute('value')).toBe('premium_yearly');
  expect(new URL(page.url()).search).toBe('?interval=yearly&to=%2Fschedule');
});

test('a visitor chooses a plan, signs in, thinks again, pays, and is where they wanted to be', async () => {
  holds('S2-4', 'S2-51', 'S4-9');
  const email = await somebody('Helena');
  const page = await product.open();
  await page.goto('/pricing?to=/schedule');
  const premium = page.getByRole('region', { name: 'Premium' });
  await premium.getByText('$10', { exact: true }).waitFor();
  await page.getByText('Yearly').click();
  await premium.getByText('$100').waitFor();
  expect(await premium.getByText('$10', { exact: true }).isVisible()).toBe(false);
  await premium.getByRole('button', { name: 'Subscribe Now' }).click();
  await page.getByText('Please login first').first().waitFor();
  await signIn(page, email);
  // What they chose goes on by itself, to the page where it is paid.
  await page.getByText('You chose Premium, paid yearly, for $100.').waitFor();
  await page.waitForURL(`${product.web.vendors.origin}/**`);
  // Whoever goes back from there has thought again, and is not sent there once more.
  await page.goBack();
  await page.waitForURL('**/pricing?to=%2Fschedule');
  await page.goForward();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Subscription Cancelled' }).waitFor();
  await page.getByRole('link', { name: 'Stay on this page' }).click();
  await page.waitForURL('**/subscription/cancel?stay&to=%2Fschedule');
  await page.getByRole('link', { name: 'Back to Pricing' }).click();
  await page.waitForURL('**/pricing?to=%2Fschedule');

  await page.getByText('Yearly').click();
  const sent: (string | null)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/pricing/subscribe')) sent.push(request.postData());
  });
  await page.evaluate(noteBusyButton);
  await page.evaluate(pressBoth, ['premium_yearly', 'plus_yearly']);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  expect(sent).toEqual(['to=%2Fschedule&plan_type=premium_yearly']);
  await page.getByRole('heading', { name: 'Thank you. You are on Premium.' }).waitFor();
  await page.getByText('Subscription activated successfully!').first().waitFor();
  await page.waitForURL('**/schedule');
  expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('Processing...');
  expect(await plans()).toEqual([{ plan: 'premium', paid_each: 'year' }]);
  await page.goto('/pricing');
  await premium.getByText('Current plan, paid yearly').waitFor();
  expect(await premium.getByRole('link', { name: 'Manage' }).getAttribute('href')).toBe('/profile/plan');
});

test('without scripts the same buttons lead to the payment page and back', async () => {
  const email = await somebody('Ines');
  const page = await product.open({ javaScriptEnabled: false });
  await page.goto('/auth?to=/pricing');
  await signIn(page, email);
  const plus = page.getByRole('region', { name: 'Plus' });
  await plus.getByRole('button', { name: 'Subscribe Now' }).click();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('heading', { name: 'Thank you. You are on Plus.' }).waitFor();
  await page.waitForURL('**/dashboard');
});
