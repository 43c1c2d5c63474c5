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
// A refused sign-in is a 401 on purpose; the browser logs it.
const product = productInBrowser(startWeb, /status of 401/);
beforeEach(async () => {
  page = await product.open();
  await page.clock.install();
  await goto(page, '/auth');
  await page.clock.pauseAt(Date.now() + HOUR);
  await page.getByLabel('Email').fill('nobody@example.com');
});

const notices = () => page.getByRole('region', { name: 'Notices' });
/** Each can be put away. */
const toasts = () => notices().getByRole('button', { name: 'Dismiss' });

/** Tells the newest toast from those before it; null where there is none. */
const newest = () => toasts().evaluateAll((all) => all.at(-1)?.getAttribute('aria-describedby') ?? null);

/** A wrong password is refused by a toast. */
async function fail(): Promise<void> {
  const before = await newest();
  await page.getByLabel('Password').fill('not it at all');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await expect.poll(newest).not.toBe(before);
}

/** Leaves a toast as an accepted form does, and opens the next page. */
async function succeed(text: string): Promise<void> {
  const before = await newest();
  const toast = { id: crypto.randomUUID(), kind: 'success', text };
  const value = encodeURIComponent(Buffer.from(JSON.stringify(toast)).toString('base64'));
  await page.context().addCookies([{ name: 'toast', value, url: product.web.origin }]);
  await page.getByRole('link', { name: /^(Sign Up|Sign In)$/ }).press('Enter');
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
  const words = notices().getByText('That email and password don’t match.');
  await expect.poll(() => words.count()).toBe(1);
  await words.hover();
  await page.clock.runFor(MINUTE);
  await page.clock.resume();
  await inspect(page);
  expect(await toasts().count()).toBe(1);
  await toasts().click();
  await expect.poll(() => toasts().count()).toBe(0);
});
