/** The token of calls in a browser: where it comes from, how it is kept, and how it goes. */
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { startWeb } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { productInBrowser } from './browser.ts';
import { goto, hydrated } from './hydrated.ts';

let email: string;
let page: Page;

// What is not reachable and what is refused is noted by the browser, and meant.
const product = productInBrowser(startWeb, /ERR_|status of 401/);
beforeAll(async () => {
  ({ email } = await product.web.person());
});
beforeEach(async () => {
  page = await product.open();
});

const token = () => page.evaluate(() => localStorage.getItem('session_token'));
const spinner = () => page.getByRole('status').filter({ hasText: 'One moment' });
const meWith = async (held: string | null) =>
  (await product.web.fetch('/api/auth/me', { headers: { authorization: `Bearer ${held}` } })).status;

/** Holds calls to an address back until released. */
async function hold(address: string): Promise<() => void> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

async function signIn(): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('stillhere');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL(`${product.web.origin}/dashboard`);
}

test('the code leaves the address before it is exchanged; the token is checked on each visit, and deleted once it is invalid', async () => {
  holds('S2-7', 'S4-12', 'S4-13', 'S8-34', 'S9-14');
  const swap = await hold('**/api/auth/session?*');
  await signIn();
  await spinner().waitFor();
  expect([page.url(), await token()]).toEqual([`${product.web.origin}/dashboard`, null]);
  swap();
  await spinner().waitFor({ state: 'detached' });
  const held = await token();
  expect(await meWith(held)).toBe(200);

  const check = await hold('**/api/auth/me');
  await page.reload();
  await spinner().waitFor();
  check();
  await spinner().waitFor({ state: 'detached' });
  expect(await token()).toBe(held);

  await page.route('**/api/auth/me', (route) => route.abort());
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/auth/me'));
  await page.reload();
  await failed;
  await spinner().waitFor({ state: 'detached' });
  expect(await token()).toBe(held);
  await page.unrouteAll();

  await product.web.query('update sessions set token_hash = null where token_hash is not null');
  await page.reload();
  await expect.poll(token).toBeNull();
  expect(page.url()).toBe(`${product.web.origin}/dashboard`);
});

test('logging out without a network deletes the token at once, and ends the session with the next request', async () => {
  holds('S4-14', 'S8-33');
  await signIn();
  await page.waitForFunction(() => localStorage.getItem('session_token'));
  const held = await token();
  await page.route('**/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.waitForURL('chrome-error://**');
  expect(await meWith(held)).toBe(200);
  const checks: string[] = [];
  page.on('request', (request) => request.url().includes('/api/') && checks.push(request.url()));
  await goto(page, '/dashboard');
  // That this browser is known here stays: it is what keeps its owner from being locked out.
  const cookies = (await page.context().cookies()).map(({ name }) => name);
  expect([page.url(), await meWith(held), cookies]).toEqual([`${product.web.origin}/`, 401, ['known']]);
  // Forgotten before, not found out now.
  expect([await token(), checks]).toEqual([null, []]);
});

test('a browser without storage signs in and out as well', async () => {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('forbidden', 'SecurityError');
      },
    }),
  );
  await signIn();
  await hydrated(page);
  await spinner().waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Logout' }).first().click();
  await page.waitForURL(`${product.web.origin}/`);
});
