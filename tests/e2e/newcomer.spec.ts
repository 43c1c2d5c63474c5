/** What a person who has just signed up does first, in as few clicks as we say. */
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { linkSecret } from '#services/crypto/link.ts';
import { productBesideVendors } from './browser.ts';
import { goto, hydrated } from './hydrated.ts';
import { holdRefresh } from './refresh.ts';

/** From the link that confirms the address to the story of a scheduled letter. Fields that are filled in are not clicks. */
const CLICKS_MAX = 10;

const product = productBesideVendors();

test(`a newcomer writes a letter, chooses a plan and schedules it in at most ${CLICKS_MAX} clicks`, async () => {
  const page = await product.open();
  await holdRefresh(page, product.web.origin);
  await goto(page, '/auth?mode=sign-up');
  await page.getByLabel('Name').fill('Nora');
  await page.getByLabel('Email').fill('nora@example.com');
  await page.getByLabel('Password', { exact: true }).fill('three plain words');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard');
  const [secret] = await product.web.query<{ id: string }>(
    "select id from secrets where email = 'nora@example.com' and purpose = 'confirm-email'",
  );
  await goto(page, `/auth/confirm/${linkSecret(product.web.keyring, 'confirm-email', secret?.id ?? '', 0)}`);

  let clicks = 0;
  const click = async (target: Locator) => {
    clicks += 1;
    await target.first().waitFor();
    await hydrated(page);
    await target.first().click();
  };
  await click(page.getByRole('button', { name: 'Confirm this address' }));
  await click(page.getByRole('link', { name: 'Write the first letter' }));
  await page.getByLabel('Title').waitFor();
  await hydrated(page);
  await page.getByLabel('Title').fill('How we chose your name');
  await page.getByLabel('Message').fill('Dear Ann,');
  await click(page.getByRole('button', { name: 'Save' }));
  await click(page.getByRole('link', { name: 'Choose who and when' }));
  await click(page.getByRole('link', { name: 'See plans' }));
  await click(page.getByRole('region', { name: 'Plus' }).getByRole('button', { name: 'Subscribe Now' }));
  await click(page.getByRole('button', { name: 'Pay', exact: true }));
  await click(page.getByRole('link', { name: 'Continue with your delivery' }));
  await page.getByRole('heading', { name: 'Schedule Delivery' }).waitFor();
  await hydrated(page);
  await page.getByLabel('Recipient name').fill('Ann');
  await page.getByLabel('Recipient email').fill('ann@example.com');
  await page.getByLabel('Date', { exact: true }).fill('2031-05-04');
  await page.getByLabel('Time', { exact: true }).fill('09:00');
  await click(page.getByRole('button', { name: 'Schedule Delivery' }));
  await page.getByText('Sunday 4 May 2031 at 09:00, to Ann, ann@example.com').first().waitFor();
  await click(page.getByRole('link', { name: 'How we chose your name' }));
  await page.getByText('You scheduled it.').waitFor();
  expect(clicks).toBeLessThanOrEqual(CLICKS_MAX);
});
