import type { BrowserContextOptions, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { startWeb } from '#tests/recipient/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { productInBrowser } from './browser.ts';
import { demoPerson } from './demo.ts';
import { hasFocus, unseenStops } from './focus.ts';
import { goto } from './hydrated.ts';
import { inspect, inspectEverywhere, PHONE, saidAt } from './inspect.ts';
import { everyPage, unvisited } from './pages.ts';

// The browser notes each page that is not to be had, or whose provider is not there; they were asked for.
const product = productInBrowser(startWeb, /status of (404|409|410|503)/, 'everything');

/** Some seventy pages, each loaded, and looked at in each way that it has. What a page waits for has its own, short limit. */
const A_WALK = 1_200_000;

test('every page fits a phone, a desktop and 200 %, and is accessible in both themes', {
  timeout: A_WALK,
}, async () => {
  const visited: string[] = [];
  const page = await product.open();
  for (const { person, paths } of await everyPage(product.web)) {
    if (person) await product.become(page, person);
    for (const path of paths) {
      await goto(page, path);
      await inspectEverywhere(page, path === paths[0]);
    }
    visited.push(...paths);
  }
  expect(unvisited(visited)).toEqual([]);
});

/** Forms that are sent as they are, and the button that sends them. */
const REFUSED = [
  ['/schedule?new', 'Schedule Delivery', 'Content'],
  ['/create', 'Save', 'Title'],
  ['/profile/contacts', 'Add a trusted contact', 'Name'],
  ['/profile/password', 'Save', 'Current password'],
] as const;

test('errors are announced to screen readers', async () => {
  const page = await openSignedIn({ viewport: PHONE });
  for (const [path, button, label] of REFUSED) {
    await goto(page, path);
    await page.getByRole('main').getByRole('button', { name: button }).click();
    // It is at the first field that is wrong, and the field says why.
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

test('going back by keyboard, no focused element is hidden behind a bar', async () => {
  const page = await openSignedIn({ viewport: PHONE });
  for (const path of ['/dashboard', '/schedule?new', '/create', '/emergency']) {
    await goto(page, path);
    expect([path, await unseenStops(page, 'Shift+Tab')]).toEqual([path, []]);
  }
});

test('a title and a letter of one long word stay within their sheet on a phone', async () => {
  const page = await openSignedIn({ viewport: { width: 390, height: 800 } });
  await goto(page, '/create');
  await page.getByLabel('Title').fill('W'.repeat(180));
  await page.getByLabel('Message').fill('Z'.repeat(500));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL((url) => url.pathname !== '/create');
  await goto(page, '/dashboard');
  await page.getByText('W'.repeat(180)).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
});

test('the question before a delivery is deleted holds the keyboard, and Escape keeps the delivery', async () => {
  holds('S5-15');
  const page = await openSignedIn();
  await goto(page, '/schedule');
  const button = page
    .getByRole('main')
    .getByRole('button', { name: /^Delete / })
    .first();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  await inspect(page);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await expect.poll(() => hasFocus(button)).toBe(true);
});

test('a delivery that failed is seen on the dashboard, and goes out again to a corrected address', async () => {
  const page = await openSignedIn();
  await goto(page, '/dashboard');
  await page.getByRole('link', { name: 'Try again About the boat' }).click();
  await page.getByText('It goes to Tomás, tomas.bounce@example.com, by email, as before.').waitFor();
  await page.getByRole('link', { name: 'Correct address' }).click();
  await page.getByRole('heading', { name: 'Correct address' }).waitFor();
  await expect.poll(() => hasFocus(page.getByLabel('Recipient email'))).toBe(true);
  await page.getByLabel('Recipient email').fill('not an address');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Please enter a valid email').waitFor();
  await page.getByLabel('Recipient email').fill('tomas@example.com');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('to Tomás, tomas@example.com').waitFor();
  await page.getByRole('region', { name: 'Scheduled' }).getByText('Waiting to go out.').waitFor();
});

const openSignedIn = async (options: BrowserContextOptions = {}): Promise<Page> =>
  product.open({ as: await demoPerson(product.web), ...options });
