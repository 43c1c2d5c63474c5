import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { axe, signIn, startBrowser } from './browser.ts';

const VISITORS = [
  ...['/', '/auth', '/auth?mode=sign-up', '/auth/forgot', '/nothing-here'],
  ...['/shared', `/shared/${FILE_IDS.hummed}`, `/shared/${LETTER_IDS.theHat}/report`],
  ...['/pricing', '/pricing?interval=yearly', '/subscription/cancel?stay', '/api'],
];
const OWN = [
  ...['/dashboard', '/dashboard/content', '/create', '/create?type=video', '/schedule', '/schedule?new'],
  ...[LETTER_IDS.yourName, FILE_IDS.fiveCandles, FILE_IDS.schoolPicture].map((id) => `/dashboard/content/${id}`),
  ...['edit', 'delete', 'publish'].map((what) => `/content/${LETTER_IDS.yourName}/${what}`),
  `/content/${FILE_IDS.hummed}/unpublish`,
  ...['/profile', '/profile/password', '/profile/email', '/profile/plan'],
  ...['/emergency', '/emergency/disarm', '/emergency/pause?days=20'],
  '/pricing',
  '/subscription/success?token=cs_1&stay',
];
const LINKED = ['/edit', '/delete', '/retry'];

let web: Awaited<ReturnType<typeof startWeb>>;
let browser: Awaited<ReturnType<typeof startBrowser>>;

beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});

/** Some thirty pages, each loaded, scrolled and read by axe. */
const A_WALK = 180_000;

// Colours are a matter of light and dark, room one of the width: two walks see both.
test.each([
  [320, 'light'],
  [1440, 'dark'],
] as const)(
  'every page fits %i pixels, by %s, and nobody is shut out',
  { timeout: A_WALK },
  async (width, colorScheme) => {
    const page = await browser.open({ baseURL: web.origin, colorScheme, viewport: { width, height: 800 } });
    for (const path of VISITORS) await inspect(page, path);
    await signIn(page);
    for (const path of [...OWN, ...(await linkedPages(page))]) await inspect(page, path);
    await page.context().close();
    // The browser notes the page that does not exist; that is what was asked for.
    expect(browser.complaints().filter((text) => !text.includes('status of 404'))).toEqual([]);
  },
);

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
  const link = page.locator('a[href$="/delete"]').first();
  await link.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor();
  expect((await axe(page)).violations).toEqual([]);
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
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

async function linkedPages(page: Page): Promise<string[]> {
  await page.goto('/schedule');
  const hrefs = LINKED.map((end) => page.locator(`a[href$="${end}"]`).first().getAttribute('href'));
  return (await Promise.all(hrefs)).filter((href) => href !== null);
}

async function inspect(page: Page, path: string): Promise<void> {
  await page.goto(path, { waitUntil: 'networkidle' });
  const { violations } = await axe(page);
  expect(
    violations.map(({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    path,
  ).toEqual([]);
  const isTooWide = await page.evaluate(
    () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
  );
  expect(isTooWide, `${path} scrolls sideways`).toBe(false);
  expect(await undrawn(page), path).toEqual([]);
}

/** The signs and drawings in sight whose shapes are not in the file that they name. */
function undrawn(page: Page): Promise<(string | null)[]> {
  return page
    .locator('use')
    .evaluateAll((uses: SVGUseElement[]) =>
      uses.filter((use) => use.checkVisibility() && use.getBBox().width === 0).map((use) => use.getAttribute('href')),
    );
}
