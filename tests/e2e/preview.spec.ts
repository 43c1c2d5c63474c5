/** A delivery as its recipient will see it, from the form and from its page. */
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { notices, productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';
import { inspectEverywhere, PHONE } from './inspect.ts';

let helena: Awaited<ReturnType<Web['person']>>;
const product = productInBrowser(startWeb);
beforeAll(async () => {
  helena = await product.web.person();
  await helena.post('/create', { title: 'How we chose your name', content: 'Dear Ana,\n\nYou are four.' });
});

async function fill(page: Page): Promise<void> {
  await page.getByLabel('Content').selectOption({ label: 'Text: How we chose your name' });
  await page.getByLabel('Recipient name').fill('Ana');
  await page.getByLabel('Recipient email').fill('ana@example.com');
  await page.getByLabel('Date', { exact: true }).fill('2031-05-04');
  await page.getByLabel('Time', { exact: true }).fill('09:00');
  await page.getByLabel('How long the link works').selectOption('20 years');
}

/** Presses the button of the form. @returns the tab that it opens */
async function preview(page: Page): Promise<Page> {
  const [tab] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: 'See it as your recipient will' }).click(),
  ]);
  return tab;
}

async function seesPreview(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'What Ana will get' }).waitFor();
  await page.getByText('Subject: From Helena Duarte, a letter for you').waitFor();
  await page.getByRole('heading', { name: 'Ana, Helena Duarte wrote to you.', level: 1 }).waitFor();
  await page.getByText('You are four.').waitFor();
  // With its style sheets: its words come before them.
  await page.waitForLoadState();
  for (const button of await page.getByRole('button', { name: 'Open the letter' }).all())
    expect(await button.isDisabled()).toBe(true);
}

test('on a phone without scripts a delivery is previewed, scheduled, seen again, and tested', async () => {
  const page = await product.open({ as: helena, javaScriptEnabled: false, viewport: PHONE });
  await page.goto('/schedule?new');
  await fill(page);
  const tab = await preview(page);
  await seesPreview(tab);
  await tab.getByText('until 4 May 2051').first().waitFor();
  await tab.close();

  await page.getByRole('button', { name: 'Schedule Delivery', exact: true }).click();
  await page.getByRole('link', { name: 'How we chose your name' }).first().click();
  await page.getByText('After it is sent, its link works for 20 years.').waitFor();
  await page.getByRole('link', { name: 'See it as Ana will' }).click();
  await seesPreview(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await notices(page).getByText(`We’re sending a test to ${helena.email}`).waitFor();
  expect(await product.web.query('select opened_at from deliveries')).toEqual([{ opened_at: null }]);
});

test('with scripts the preview opens in a tab of its own, and the form keeps what was typed', async () => {
  const page = await product.open({ as: helena });
  await goto(page, '/schedule?new');
  const empty = await preview(page);
  await empty.getByText('Please enter the recipient’s email').waitFor();
  await inspectEverywhere(empty);
  await fill(page);
  const tab = await preview(page);
  await seesPreview(tab);
  await inspectEverywhere(tab);
  await expect.poll(() => page.getByLabel('Recipient email').inputValue()).toBe('ana@example.com');
  expect(new URL(page.url()).pathname).toBe('/schedule');
});
