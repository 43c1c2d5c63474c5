/** Toasts: how long they are seen, how many at once, and that they are told to whoever does not see them. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { startBrowser } from '#tests/e2e/browser.ts';
import { startWeb, type Web } from '#tests/http/web.ts';

let web: Web;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let page: Page;
beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
  page = await browser.open({ baseURL: web.origin });
  await page.clock.install();
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});

const notices = () => page.getByRole('region', { name: 'Notices' });
const toasts = () => notices().locator('.toast');

/** Each wrong password is a toast. */
async function fail(): Promise<void> {
  await page.getByLabel('Password').fill('not it at all');
  const answer = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await answer;
}

test('toasts are announced, stay for four seconds, and are three at most', async () => {
  await page.goto('/auth', { waitUntil: 'networkidle' });
  expect(await notices().getAttribute('aria-live')).toBe('polite');
  await page.clock.pauseAt(Date.now() + HOUR);
  await page.getByLabel('Email').fill('nobody@example.com');
  for (const seen of [1, 2, 3, 3]) {
    await fail();
    await expect.poll(() => toasts().count()).toBe(seen);
  }
  await page.clock.runFor(4 * SECOND - 1);
  expect(await toasts().count()).toBe(3);
  await page.clock.runFor(1);
  await expect.poll(() => toasts().count()).toBe(0);
});

test('a toast that somebody reads stays until they are done, and can be dismissed', async () => {
  await fail();
  // Its words are found once, whoever looks for them.
  expect(await notices().getByText('This email and password do not belong together.').count()).toBe(1);
  await toasts().hover();
  await page.clock.runFor(MINUTE);
  expect(await toasts().count()).toBe(1);
  await notices().getByRole('button', { name: 'Dismiss' }).click();
  await expect.poll(() => toasts().count()).toBe(0);
});
