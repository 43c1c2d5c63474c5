/** Toasts: how long they are visible, how many at once, and that screen readers announce them. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { productInBrowser } from '#tests/e2e/browser.ts';
import { goto } from '#tests/e2e/hydrated.ts';
import { inspect } from '#tests/e2e/inspect.ts';
import { startWeb } from '#tests/http/web.ts';
import { holds } from './holds.ts';

let page: Page;
const product = productInBrowser(startWeb);
beforeEach(async () => {
  page = await product.open({ as: await product.web.person() });
  await page.clock.install();
  await goto(page, '/profile/password');
  await page.clock.pauseAt(Date.now() + HOUR);
});

const notices = () => page.getByRole('region', { name: 'Notices' });
/** Each can be dismissed. */
const toasts = () => notices().getByRole('button', { name: 'Dismiss' });

/** Tells the newest toast from those before it; null where there is none. */
const newest = () => toasts().evaluateAll((all) => all.at(-1)?.getAttribute('aria-describedby') ?? null);

/** A wrong password is refused by a toast. */
async function fail(): Promise<void> {
  const before = await newest();
  await page.getByLabel('Current password').fill('not it at all');
  await page.getByLabel('New password').fill('three plain words');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect.poll(newest).not.toBe(before);
}

/** Leaves a toast as an accepted form does, and opens the next page: a link to the page that is open asks for all of it. */
async function succeed(text: string): Promise<void> {
  const link = page.getByRole('link', { name: 'Create', exact: true }).first();
  await link.press('Enter');
  await page.waitForURL('**/create');
  await page.getByRole('heading', { name: 'Create', exact: true }).waitFor();
  const before = await newest();
  const toast = { id: crypto.randomUUID(), kind: 'success', text };
  const value = encodeURIComponent(Buffer.from(JSON.stringify(toast)).toString('base64'));
  await page.context().addCookies([{ name: 'toast', value, url: product.web.origin }]);
  await link.press('Enter');
  await expect.poll(newest).not.toBe(before);
}

test('toasts are announced, stay for four seconds, and are three at most', async () => {
  holds('S2-8', 'S9-9');
  expect(await notices().getAttribute('aria-live')).toBe('polite');
  for (const [index, seen] of [1, 2, 3, 3].entries()) {
    await succeed(`Form ${index} accepted`);
    expect(await toasts().count()).toBe(seen);
  }
  await page.clock.runFor(4 * SECOND - 1);
  expect(await toasts().count()).toBe(3);
  await page.clock.runFor(1);
  await expect.poll(() => toasts().count()).toBe(0);
});

test('the same toast again is shown once, and a new answer takes the place of a refusal', async () => {
  for (let tries = 0; tries < 3; tries++) {
    await fail();
    expect(await toasts().count()).toBe(1);
  }
  await succeed('Accepted after all');
  expect(await notices().textContent()).toContain('Accepted after all');
  expect(await toasts().count()).toBe(1);
  await succeed('Accepted after all');
  expect(await toasts().count()).toBe(1);
});

test('a toast stays while a person reads it, and can be dismissed', async () => {
  await fail();
  // Its text is on the page once.
  const words = notices().getByText('Failed to update profile');
  await expect.poll(() => words.count()).toBe(1);
  await words.hover();
  await page.clock.runFor(MINUTE);
  await page.clock.resume();
  await inspect(page);
  expect(await toasts().count()).toBe(1);
  await toasts().click();
  await expect.poll(() => toasts().count()).toBe(0);
});
