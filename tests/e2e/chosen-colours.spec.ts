/** Where people bring colours of their own, grounds and shadows are gone: what is chosen, and where one is, is still seen. */
import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { startWeb } from '#tests/recipient/web.ts';
import { productInBrowser } from './browser.ts';
import { demoPerson } from './demo.ts';
import { goto } from './hydrated.ts';

const product = productInBrowser(startWeb);

/** The same is painted now and then with an edge that is lighter or darker by one step of 255, which nobody sees. */
const SEEN_FROM = 8;

/** What is painted, without the ring of the focus, which is another matter. */
async function painted(page: Page, one: Locator): Promise<Buffer> {
  await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur());
  return one.screenshot();
}

/** @returns whether a person can tell two pictures apart */
async function areApart(...pictures: [Buffer, Buffer]): Promise<boolean> {
  const [one, other] = await Promise.all(pictures.map((picture) => sharp(picture).raw().toBuffer()));
  if (one?.length !== other?.length) return true;
  return Boolean(one?.some((value, at) => Math.abs(value - (other?.[at] ?? 0)) >= SEEN_FROM));
}

/** How thick the line under it is: with colours of one's own each is seen, also one that was transparent. */
const underline = (one: Locator) =>
  one.evaluate((element) => Number.parseFloat(getComputedStyle(element).borderBottomWidth));

// Chosen dark over a system that is light: the colours of the system win.
test.each(['light', 'dark'] as const)('with colours of one’s own, %s', async (colorScheme) => {
  const page = await product.open({ as: await demoPerson(product.web), colorScheme, forcedColors: 'active' });
  await goto(page, '/emergency');
  const active = page.getByRole('switch', { name: 'Active' });
  const on = await painted(page, active);
  // By key: nothing is pointed at.
  await active.press('Space');
  expect(await areApart(await painted(page, active), on)).toBe(true);

  const places = page.getByRole('navigation', { name: 'Main' });
  expect(await underline(places.getByRole('link', { name: 'Emergency' }))).toBeGreaterThan(0);
  expect(await underline(places.getByRole('link', { name: 'Schedule' }))).toBe(0);

  for (const [path, chosen, other] of [
    ['/create', 'Text', 'Image'],
    ['/pricing', 'Monthly', 'Yearly 2 Months Free'],
  ] as const) {
    await goto(page, path);
    const radio = (name: string) => page.getByRole('radio', { name, exact: true });
    // With the words around it, which may carry the sign.
    const words = radio(other).locator('..');
    const asChosen = async (name: string) => {
      await radio(name).press('Space');
      return painted(page, words);
    };
    const first = await asChosen(other);
    const away = await asChosen(chosen);
    const again = await asChosen(other);
    expect([path, await areApart(first, away), await areApart(first, again)]).toEqual([path, true, false]);
  }

  await goto(page, '/shared');
  const tabs = page.getByRole('navigation', { name: 'Category' });
  expect(await underline(tabs.getByRole('link', { name: 'All' }))).toBeGreaterThan(0);
  expect(await underline(tabs.getByRole('link', { name: 'Texts' }))).toBe(0);
});
