/**
 * Screenshots of every page, for looking: `npm run shots -- --origin http://localhost:3000`.
 * With `--readme` the best of them also go where the README shows them.
 * Phone and desk, light and dark, signed in as the demo accounts; into shots/, which git ignores.
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { launchBrowser } from './chromium.ts';
import { FILE_IDS, LETTER_IDS } from './seed/ids.ts';

const { values } = parseArgs({
  options: {
    origin: { type: 'string', default: 'http://localhost:3000' },
    email: { type: 'string', default: 'premium@example.com' },
    free: { type: 'string', default: 'free@example.com' },
    password: { type: 'string', default: 'stillhere' },
    readme: { type: 'boolean', default: false },
    into: { type: 'string', default: 'shots' },
  },
});

/** Of the window, before it grows with the page. */
const HEIGHT = 900;
const README_FOLDER = 'docs/shots';
const WIDTHS = { phone: 390, desk: 1440 } as const;
const VISITOR_PAGES = {
  landing: '/',
  'sign-in': '/auth',
  'sign-up': '/auth?mode=sign-up',
  lost: '/nothing-here',
  shared: '/shared',
  pricing: '/pricing',
  'pricing-yearly': '/pricing?interval=yearly',
  cancelled: '/subscription/cancel',
  offline: '/offline',
};
const OWN_PAGES = {
  dashboard: '/dashboard',
  content: '/dashboard/content',
  letter: `/dashboard/content/${LETTER_IDS.yourName}`,
  'letter-edit': `/content/${LETTER_IDS.yourName}/edit`,
  'letter-delete': `/content/${LETTER_IDS.yourName}/delete`,
  video: `/dashboard/content/${FILE_IDS.fiveCandles}`,
  audio: `/dashboard/content/${FILE_IDS.hummed}`,
  create: '/create',
  'create-video': '/create?type=video',
  schedule: '/schedule',
  'schedule-new': '/schedule?new',
  emergency: '/emergency',
  profile: '/profile',
  plan: '/profile/plan',
  'own-pricing': '/pricing',
};
/** As the same pages are on Free. */
const FREE_PAGES = { dashboard: '/dashboard', schedule: '/schedule', emergency: '/emergency', create: '/create' };
/** Behind links of the list, since their addresses are not known before. */
const LINKED_PAGES = {
  'schedule-edit': 'a[href$="/edit"]',
  'schedule-delete': 'a[href$="/delete"]',
  'schedule-retry': 'a[href$="/retry"]',
};
/** What the README shows, and how much of it from the top, in pixels. */
const BEST = {
  'landing-desk-light': 860,
  'dashboard-desk-light': 1100,
  'emergency-desk-dark': 1000,
  'schedule-new-desk-light': 1100,
  'letter-phone-light': 844,
  'emergency-phone-dark': 844,
};

async function main(): Promise<void> {
  mkdirSync(values.into, { recursive: true });
  const browser = await launchBrowser();
  try {
    for (const [name, width] of Object.entries(WIDTHS)) {
      for (const colorScheme of ['light', 'dark'] as const) await shootAll(browser, name, width, colorScheme);
    }
  } finally {
    await browser.close();
  }
  if (values.readme) await keepBest();
}

async function keepBest(): Promise<void> {
  mkdirSync(README_FOLDER, { recursive: true });
  for (const [name, tallest] of Object.entries(BEST)) {
    const shot = sharp(`${values.into}/${name}.png`);
    const { width, height } = await shot.metadata();
    const top = shot.extract({ left: 0, top: 0, width, height: Math.min(height, tallest) });
    await top.png({ palette: true, colours: 96 }).toFile(`${README_FOLDER}/${name}.png`);
  }
}

async function shootAll(browser: Browser, name: string, width: number, colorScheme: 'light' | 'dark'): Promise<void> {
  const context = await browser.newContext({
    viewport: { width, height: HEIGHT },
    colorScheme,
    baseURL: values.origin,
    reducedMotion: 'reduce',
  });
  let page = await context.newPage();
  const visit = async (what: string, path: string) => {
    await page.setViewportSize({ width, height: HEIGHT });
    await page.goto(path, { waitUntil: 'networkidle' });
    // A window as long as the page: what is fixed to its foot stands there, and not across the middle.
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width, height });
    await page.screenshot({ path: `${values.into}/${what}-${name}-${colorScheme}.png` });
  };
  for (const [what, path] of Object.entries(VISITOR_PAGES)) await visit(what, path);
  await signIn(page, values.email);
  for (const [what, path] of Object.entries(OWN_PAGES)) await visit(what, path);
  for (const [what, link] of Object.entries(LINKED_PAGES)) {
    await page.goto('/schedule');
    const path = await page.locator(link).first().getAttribute('href', { timeout: 5_000 });
    if (path) await visit(what, path);
  }
  await context.clearCookies();
  page = await context.newPage();
  await signIn(page, values.free);
  for (const [what, path] of Object.entries(FREE_PAGES)) await visit(`free-${what}`, path);
  await context.close();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(values.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard');
}

await main();
