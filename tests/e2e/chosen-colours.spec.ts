/** Where people bring colours of their own, grounds and shadows are gone: what is chosen, and where one is, is still seen. */
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb } from '#tests/recipient/web.ts';
import { signIn, startBrowser } from './browser.ts';

let web: Awaited<ReturnType<typeof startWeb>>;
let browser: Awaited<ReturnType<typeof startBrowser>>;
beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});

/** What is painted, without the ring of the focus, which is another matter. */
async function painted(page: Page, one: Locator): Promise<string> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return (await one.screenshot()).toString('base64');
}

/** The line under it, as it is painted. */
const underline = (one: Locator) =>
  one.evaluate((element) => {
    const { borderBottomColor, backgroundColor } = getComputedStyle(element);
    return borderBottomColor === backgroundColor ||
      borderBottomColor === getComputedStyle(document.body).backgroundColor
      ? null
      : borderBottomColor;
  });

// Chosen dark over a system that is light: the colours of the system win.
test.each(['light', 'dark'] as const)('with colours of one’s own, %s', async (colorScheme) => {
  const page = await browser.open({ baseURL: web.origin, colorScheme, forcedColors: 'active' });
  await signIn(page);
  await page.goto('/emergency', { waitUntil: 'networkidle' });
  const active = page.getByRole('switch', { name: 'Active' });
  const on = await painted(page, active);
  await active.uncheck();
  expect(await painted(page, active)).not.toBe(on);

  const places = page.getByRole('navigation', { name: 'Main' });
  expect(await underline(places.getByRole('link', { name: 'Emergency' }))).not.toBeNull();
  expect(await underline(places.getByRole('link', { name: 'Schedule' }))).toBeNull();

  await page.goto('/shared', { waitUntil: 'networkidle' });
  const tabs = page.getByRole('navigation', { name: 'Category' });
  expect(await underline(tabs.getByRole('link', { name: 'All' }))).not.toBeNull();
  expect(await underline(tabs.getByRole('link', { name: 'Texts' }))).toBeNull();
  expect(browser.complaints()).toEqual([]);
  await page.context().close();
});
