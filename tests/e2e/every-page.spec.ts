import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startWeb } from '#tests/recipient/web.ts';
import { axe, signIn, startBrowser } from './browser.ts';
import { unseenStops } from './focus.ts';
import { EMPTY, linkedPages, OWN, unvisited, VISITORS } from './pages.ts';

let web: Awaited<ReturnType<typeof startWeb>>;
let browser: Awaited<ReturnType<typeof startBrowser>>;

beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});

/** From here on the places stand at the top. */
const DESK = 960;
/** What a window of 1280 by 800 has left for a page. */
const AT_200_PERCENT = { width: 640, height: 400 };

/** Some seventy pages, each loaded, scrolled and read by axe. */
const A_WALK = 600_000;

// Colours are a matter of light and dark, room one of the width: two walks see both.
test.each([
  [320, 'light'],
  [1440, 'dark'],
] as const)(
  'every page fits %i pixels, by %s, and nobody is shut out',
  { timeout: A_WALK },
  async (width, colorScheme) => {
    const visited: string[] = [];
    const page = await browser.open({ baseURL: web.origin, colorScheme, viewport: { width, height: 800 } });
    const walk = async (paths: readonly string[]) => {
      for (const path of paths) await inspect(page, path);
      visited.push(...paths);
    };
    await walk(VISITORS);
    await signUp(page, `${width}@example.com`);
    await walk(EMPTY);
    await page.context().clearCookies();
    await page.goto('/auth/forgot');
    await page.getByLabel('Email').fill('premium@example.com');
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST'),
      page.getByRole('button').click(),
    ]);
    await walk(await linkedPages(web));
    await signIn(page);
    await walk(OWN);
    await page.context().close();
    // The browser notes each page that is not to be had, or whose provider is not there; they were asked for.
    expect(browser.complaints().filter((text) => !/status of (404|409|410|503)/.test(text))).toEqual([]);
    expect(unvisited(visited)).toEqual([]);
  },
);

/** Forms that are sent as they are, and the button that sends them. */
const REFUSED = [
  ['/schedule?new', 'Schedule Delivery'],
  ['/create', 'Save'],
  ['/profile/contacts', 'Add a trusted contact'],
  ['/profile/password', 'Save'],
] as const;

test.each(['light', 'dark'] as const)('what is wrong is said to everyone, by %s', async (colorScheme) => {
  const page = await browser.open({ baseURL: web.origin, colorScheme, viewport: { width: 320, height: 800 } });
  await signIn(page);
  for (const [path, button] of REFUSED) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('main').getByRole('button', { name: button }).click();
    // It stands at the first field that is wrong, and the field says why.
    const focused = page.locator(':focus');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true');
    expect(await focused.evaluate(describedBy), path).toMatch(/\w/);
    expect((await axe(page)).violations.map(({ id, nodes }) => [path, id, nodes.map(({ html }) => html)])).toEqual([]);
  }
  // The places that a phone has no room for.
  await page.getByRole('navigation', { name: 'Places' }).getByText('Menu').click();
  expect((await axe(page)).violations.map(({ id }) => id)).toEqual([]);
  await page.context().close();
});

/** The words that a screen reader adds to the name of a field. */
function describedBy(field: Element): string {
  const ids = field.getAttribute('aria-describedby')?.split(' ') ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
}

test('a title and a letter of one long word stay within their sheet on a phone', async () => {
  const page = await browser.open({ baseURL: web.origin, viewport: { width: 390, height: 800 } });
  await signIn(page);
  await page.goto('/create', { waitUntil: 'networkidle' });
  await page.getByLabel('Title').fill('W'.repeat(180));
  await page.getByLabel('Message').fill('Z'.repeat(500));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.waitForURL((url) => url.pathname !== '/create');
  await page.goto('/dashboard', { waitUntil: 'networkidle' });
  await page.getByText('W'.repeat(180)).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await page.context().close();
});

test('the question before a delivery is deleted holds the keyboard, and Escape keeps the delivery', async () => {
  const page = await browser.open({ baseURL: web.origin });
  await signIn(page);
  await page.goto('/schedule', { waitUntil: 'networkidle' });
  const button = page.locator('form[action$="/delete"] > button').first();
  await button.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.context().close();
});

test('a delivery that failed is seen on the dashboard, and goes out again to a corrected address', async () => {
  const page = await browser.open({ baseURL: web.origin });
  await signIn(page);
  await page.getByRole('link', { name: 'Try again About the boat' }).click();
  await page.getByText('It goes to Tomás, tomas.bounce@example.com, by email, as before.').waitFor();
  await page.getByRole('link', { name: 'Correct address' }).click();
  await page.getByRole('heading', { name: 'Correct address' }).waitFor();
  expect(await page.getByLabel('Recipient email').evaluate((field) => field === document.activeElement)).toBe(true);
  await page.getByLabel('Recipient email').fill('not an address');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Please enter a valid email').waitFor();
  await page.getByLabel('Recipient email').fill('tomas@example.com');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('to Tomás, tomas@example.com').waitFor();
  expect(await page.getByRole('region', { name: 'Waiting' }).getByText('Waiting to go out.').count()).toBe(1);
  await page.context().close();
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth?mode=sign-up', { waitUntil: 'networkidle' });
  await page.getByLabel('Full name').fill('Somebody New');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill('three plain words');
  await page.getByRole('button', { name: 'Sign Up' }).click();
  await page.waitForURL('**/dashboard*');
}

async function inspect(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  const { violations } = await axe(page);
  expect(
    violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    path,
  ).toEqual([]);
  expect(await isTooWide(page), `${path} scrolls sideways`).toBe(false);
  expect(await undrawn(page), path).toEqual([]);
  const size = page.viewportSize();
  if (!size || size.width < DESK) {
    // Where bars lie over the page's end.
    expect(await unseenStops(page), `${path} by keyboard`).toEqual([]);
    return;
  }
  expect(await moving(page), `${path} moves`).toEqual([]);
  await page.setViewportSize(AT_200_PERCENT);
  expect(await isTooWide(page), `${path} scrolls sideways at 200 %`).toBe(false);
  await page.setViewportSize(size);
}

function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** What would move for somebody who asked for less of that. */
function moving(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lasts = (times: string) => times.split(',').some((time) => Number.parseFloat(time) > 0);
    return [...document.querySelectorAll('*')]
      .filter((one) => {
        const { transitionDuration, animationName, animationDuration } = getComputedStyle(one);
        return lasts(transitionDuration) || (animationName !== 'none' && lasts(animationDuration));
      })
      .map((one) => one.outerHTML.slice(0, 120));
  });
}

/** The signs and drawings in sight whose shapes are not in the file that they name. */
function undrawn(page: Page): Promise<(string | null)[]> {
  return page
    .locator('use')
    .evaluateAll((uses: SVGUseElement[]) =>
      uses.filter((use) => use.checkVisibility() && use.getBBox().width === 0).map((use) => use.getAttribute('href')),
    );
}
