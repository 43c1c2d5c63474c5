import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startWeb } from '#tests/recipient/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { notices, productInBrowser, signIn } from './browser.ts';
import { hasFocus, unseenStops } from './focus.ts';
import { inspect, inspectEverywhere, PHONE, saidAt } from './inspect.ts';
import { EMPTY, linkedPages, OWN, unvisited, VISITORS } from './pages.ts';

// The browser notes each page that is not to be had, or whose provider is not there; they were asked for.
const product = productInBrowser(startWeb, /status of (404|409|410|503)/);

/** Some seventy pages, each loaded, and looked at in each way that it has. */
const A_WALK = 600_000;

test('every page fits, small and wide and at 200 %, and by light and dark nobody is shut out', {
  timeout: A_WALK,
}, async () => {
  const visited: string[] = [];
  const page = await product.open();
  const walk = async (paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(path, { waitUntil: 'networkidle' });
      await inspectEverywhere(page);
    }
    visited.push(...paths);
  };
  await walk(VISITORS);
  await signUp(page, 'somebody@example.com');
  await walk(EMPTY);
  await page.context().clearCookies();
  await page.goto('/auth/forgot');
  await page.getByLabel('Email').fill('premium@example.com');
  await Promise.all([
    page.waitForResponse((answer) => answer.request().method() === 'POST'),
    page.getByRole('button').click(),
  ]);
  await walk(await linkedPages(product.web));
  await signIn(page);
  await walk(OWN);
  expect(unvisited(visited)).toEqual([]);
});

/** Forms that are sent as they are, and the button that sends them. */
const REFUSED = [
  ['/schedule?new', 'Schedule Delivery', 'Recipient email'],
  ['/create', 'Save', 'Title'],
  ['/profile/contacts', 'Add a trusted contact', 'Name'],
  ['/profile/password', 'Save', 'Current password'],
] as const;

test('what is wrong is said to everyone', async () => {
  const page = await product.open({ viewport: PHONE });
  await signIn(page);
  for (const [path, button, label] of REFUSED) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('main').getByRole('button', { name: button }).click();
    // It stands at the first field that is wrong, and the field says why.
    const field = page.getByRole('main').getByLabel(label);
    await expect.poll(() => hasFocus(field)).toBe(true);
    expect([path, await field.getAttribute('aria-invalid'), await saidAt(field)]).toEqual([
      path,
      'true',
      expect.stringMatching(/\w/),
    ]);
    await inspect(page);
  }
  // The places that a phone has no room for.
  await page.getByRole('navigation', { name: 'Places' }).getByText('Menu').click();
  await inspect(page);
});

test('nor does whoever goes back by keys come under what lies over a page', async () => {
  const page = await product.open({ viewport: PHONE });
  await signIn(page);
  // What is said about signing in lies over the places for a moment.
  await notices(page).getByRole('button', { name: 'Dismiss' }).click();
  for (const path of ['/dashboard', '/schedule?new', '/create', '/emergency']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    expect([path, await unseenStops(page, 'Shift+Tab')]).toEqual([path, []]);
  }
});

test('a title and a letter of one long word stay within their sheet on a phone', async () => {
  const page = await product.open({ viewport: { width: 390, height: 800 } });
  await signIn(page);
  await page.goto('/create', { waitUntil: 'networkidle' });
  await page.getByLabel('Title').fill('W'.repeat(180));
  await page.getByLabel('Message').fill('Z'.repeat(500));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL((url) => url.pathname !== '/create');
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await page.getByText('W'.repeat(180)).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('the question before a delivery is deleted holds the keyboard, and Escape keeps the delivery', async () => {
  holds('S5-15');
  const page = await product.open();
  await signIn(page);
  await page.goto('/schedule', { waitUntil: 'networkidle' });
  const button = page
    .getByRole('main')
    .getByRole('button', { name: /^Delete / })
    .first();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await inspect(page);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await hasFocus(button)).toBe(true);
});

test('a delivery that failed is seen on the dashboard, and goes out again to a corrected address', async () => {
  const page = await product.open();
  await signIn(page);
  await page.getByRole('link', { name: 'Try again About the boat' }).click();
  await page.getByText('It goes to Tomás, tomas.bounce@example.com, by email, as before.').waitFor();
  await page.getByRole('link', { name: 'Correct address' }).click();
  await page.getByRole('heading', { name: 'Correct address' }).waitFor();
  expect(await hasFocus(page.getByLabel('Recipient email'))).toBe(true);
  await page.getByLabel('Recipient email').fill('not an address');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Please enter a valid email').waitFor();
  await page.getByLabel('Recipient email').fill('tomas@example.com');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('to Tomás, tomas@example.com').waitFor();
  expect(await page.getByRole('region', { name: 'Waiting' }).getByText('Waiting to go out.').count()).toBe(1);
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth?mode=sign-up', { waitUntil: 'networkidle' });
  await page.getByLabel('Full name').fill('Somebody New');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('three plain words');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard*');
}
