import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startWeb } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';

const product = productInBrowser(startWeb);

/** How light the paper is, from 0 to 1. */
const paper = (page: Page) =>
  page.evaluate(() => Number(/oklch\(([\d.]+)/.exec(getComputedStyle(document.body).backgroundColor)?.[1]));
const isLight = (page: Page) => expect.poll(() => paper(page)).toBeGreaterThan(0.9);
const isDark = (page: Page) => expect.poll(() => paper(page)).toBeLessThan(0.3);
const isChosen = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Theme' }).getByRole('button', { pressed: true }).filter({ hasText: name }).waitFor();
async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click();
  await isChosen(page, name);
}

// The first answer of the server is what is seen first: without scripts there is nothing that could mend it.
test.each([true, false])(
  'the chosen theme is in the first response, and can be reset to the system’s (scripts: %s)',
  async (javaScriptEnabled) => {
    holds('S2-9');
    const page = await product.open({ colorScheme: 'light', javaScriptEnabled });
    if (javaScriptEnabled) await goto(page, '/pricing');
    else await page.goto('/pricing');
    await isChosen(page, 'System');
    await isLight(page);
    await choose(page, 'Dark');
    await isDark(page);
    expect(new URL(page.url()).pathname).toBe('/pricing');
    const first = await page.request.get('/');
    expect(await first.text()).toMatch(/<html lang="en" data-theme="dark">.*<meta name="color-scheme" content="dark"/s);
    await page.emulateMedia({ colorScheme: 'dark' });
    await choose(page, 'Light');
    await isLight(page);
    await choose(page, 'System');
    await isDark(page);
  },
);

/** The paper of a static page, the lightest of its three colours, from 0 to 255. */
const staticPaper = (page: Page) =>
  page.evaluate(() => Math.max(...(getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []).map(Number)));

test.each(['/auth/forgot', '/api'])('%s has the chosen theme as well', async (path) => {
  const page = await product.open({ colorScheme: 'light', javaScriptEnabled: false });
  await page.goto(path);
  expect(await staticPaper(page)).toBeGreaterThan(230);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await staticPaper(page)).toBeLessThan(50);
  await page.goto('/pricing');
  await choose(page, 'Light');
  // Also where it was kept for five minutes.
  await page.goto(path);
  expect(await staticPaper(page)).toBeGreaterThan(230);
  await page.goto('/pricing');
  await choose(page, 'Dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto(path);
  expect(await staticPaper(page)).toBeLessThan(50);
});
