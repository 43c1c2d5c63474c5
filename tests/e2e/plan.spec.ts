import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newClient } from '#tests/api/client.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { press } from '#tests/http/vendors.ts';
import { productBesideVendors } from './browser.ts';
import { goto, hydrated } from './hydrated.ts';
import { inspect } from './inspect.ts';

// A payment that is refused is a 409: the browser notes that, and it is no fault.
const product = productBesideVendors(/status of 409/);

/** A person on Plus, paid monthly, on the page of their plan. */
async function payer(): Promise<Page> {
  const { id, email, call } = await newClient(product.web);
  await givePlan(product.web.query, id, 'free');
  const { body } = await call<{ approval_url: string }>('POST /subscription/create?plan_type=plus_monthly');
  await call(`POST /subscription/execute?token=${await press(body.approval_url, 'pay')}`);
  const visitor = product.web.visitor();
  await visitor.post('/auth', { email, password: 'stillhere' });
  visitor.cookies.delete('toast');
  const page = await product.open({ as: visitor, viewport: { width: 390, height: 900 } });
  await goto(page, '/profile/plan');
  return page;
}

async function useCard(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'Cards and invoices' }).click();
  await page.getByRole('button', { name: label }).click();
  await page.getByRole('link', { name: 'Return to Stillhere' }).click();
  await page.getByRole('heading', { name: 'Your plan' }).waitFor();
  await hydrated(page);
}

test('changing a plan costs the price that was shown: a declined card changes nothing, another card pays; then the plan is refunded', async () => {
  const page = await payer();
  await inspect(page);
  await useCard(page, 'Use a card that is declined');
  await page.getByRole('link', { name: 'See what it costs to change to Premium, $100 a year' }).click();
  const change = page.getByRole('button', { name: 'Change it and pay $95' });
  await change.waitFor();
  await inspect(page);
  // Until when that price holds goes with the form, unseen.
  const shownAt = await page.locator('input[name=at]').inputValue();
  // The price is worked out to the second: in the next one it is another.
  await expect.poll(() => Date.now() - Number(shownAt)).toBeGreaterThanOrEqual(1_000);
  await change.click();
  await page.getByText('Your payment was declined, so nothing has changed.').waitFor();
  await expect.poll(() => page.locator('input[name=at]').inputValue()).not.toBe(shownAt);
  await page.getByRole('link', { name: 'Keep Plus, $5 a month' }).click();
  await useCard(page, 'Use a card that pays');
  await page.getByRole('link', { name: /change to Premium, \$100 a year/ }).click();
  await change.click();
  await page.getByText('You’re on Premium now').first().waitFor();
  expect(await product.web.query('select plan, paid_each from subscriptions')).toEqual([
    { plan: 'premium', paid_each: 'year' },
  ]);

  await page.getByRole('link', { name: 'Cancel and refund' }).click();
  await page.getByRole('heading', { name: 'End Premium now and get $95 back?' }).waitFor();
  await inspect(page);
  await page.getByRole('button', { name: 'End it and refund $95' }).click();
  await page.getByText('Nothing to pay.').waitFor();
  await inspect(page);
  expect(await product.web.query('select plan from subscriptions')).toEqual([]);
});
