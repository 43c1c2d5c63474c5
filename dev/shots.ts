/**
 * `npm run shots`: screenshots of every page and state, on a phone and a desktop, light and dark, and of every mail; into
 * shots/, which git ignores. It builds the app, and gives it a database of its own in which time passes on request.
 *
 *   npm run shots                         all of them
 *   npm run shots -- --only 'landing|phone-dark'   those whose names match
 *   npm run shots -- --readme             and the best of them into the README's folder
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { startTestServices } from '#tests/harness/start-services.ts';
import { launchBrowser } from './browsers.ts';
import { buildIfChanged } from './build.ts';
import { SAMPLES } from './mail-samples/samples.ts';
import { PASSWORD, ZONE } from './seed/accounts.ts';
import type { Scene, Shot } from './shots/scene.ts';
import { SCENES } from './shots/scenes.ts';
import { startWorld, type World } from './shots/world.ts';
import { say, step } from './terminal.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
    into: { type: 'string', default: 'shots' },
  },
});
const wanted = new RegExp(values.only);

/** The height of the window, before it grows with the page. */
const HEIGHT = 900;
const README_FOLDER = 'docs/shots';
/** The sizes and themes. */
const LOOKS = [
  { name: 'phone-light', width: 390, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, colorScheme: 'dark' },
  { name: 'desktop-light', width: 1440, colorScheme: 'light' },
  { name: 'desktop-dark', width: 1440, colorScheme: 'dark' },
] as const;
type Look = (typeof LOOKS)[number];
/** Slow machines fail on taller screenshots. */
const MAX_HEIGHT = 8_000;
/** How long to wait for anything, in milliseconds: the machine may be busy. */
const TIMEOUT = 60_000;
/** The width of a mail beside a list of mails. */
const DESKTOP_MAIL_WIDTH = 680;
/** The screenshots of the README, and their height, in pixels. */
const README_SHOTS = {
  'landing-desktop-light': 860,
  'dashboard-desktop-light': 1100,
  'emergency-desktop-dark': 1000,
  'schedule-new-desktop-light': 1100,
  'letter-phone-light': 844,
  'emergency-phone-dark': 844,
};

async function main(): Promise<void> {
  mkdirSync(values.into, { recursive: true });
  await step('the build', buildIfChanged);
  const services = await step('a database and an object store', startTestServices);
  const browser = await launchBrowser();
  try {
    const world = await step('the demo accounts', () => startWorld(services));
    try {
      const windows = new Windows(browser, world);
      for (const scene of SCENES) await shootScene(windows, world, scene);
      await step('mails', () => shootMails(browser));
    } finally {
      await world.stop();
    }
  } finally {
    await browser.close();
    await services.stop();
  }
  if (values.readme) await copyToReadme();
}

/** The browser's windows: one for each person, size and theme, signed in once. */
class Windows {
  readonly #browser: Browser;
  readonly #world: World;
  readonly #open = new Map<string, Promise<BrowserContext>>();

  constructor(browser: Browser, world: World) {
    this.#browser = browser;
    this.#world = world;
  }

  async page(who: Scene['who'], look: Look): Promise<Page> {
    const key = `${who} ${look.name}`;
    const context = this.#open.get(key) ?? this.#signIn(who, look);
    this.#open.set(key, context);
    return (await context).newPage();
  }

  async #signIn(who: Scene['who'], { name, width, colorScheme }: Look): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme,
      baseURL: this.#world.origin,
      reducedMotion: 'reduce',
      timezoneId: ZONE,
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(TIMEOUT);
    if (who === 'visitor') return context;
    const page = await context.newPage();
    if (who === 'newcomer') {
      await page.goto('/auth?mode=sign-up');
      await page.getByLabel('Full name').fill('Teresa Vaz');
      await page.getByLabel('Email').fill(`teresa.${name}@example.com`);
    } else {
      await page.goto('/auth');
      await page.getByLabel('Email').fill(`${who}@example.com`);
    }
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: /^Sign (In|Up)$/ }).click();
    await page.waitForURL('**/dashboard*');
    await page.close();
    return context;
  }
}

async function shootScene(windows: Windows, world: World, { who, given, shots }: Scene): Promise<void> {
  const selected = Object.entries(shots).filter(([name]) => LOOKS.some((look) => wanted.test(fileName(name, look))));
  // Even if nothing is selected: the next scene may depend on it.
  await given?.(world);
  if (selected.length === 0) return;
  await step(`${selected.length} pages from ${selected[0]?.[0]} on`, async (progress) => {
    for (const [name, shot] of selected) {
      progress(name);
      for (const look of LOOKS.filter((one) => wanted.test(fileName(name, one)))) {
        const page = await windows.page(who, look);
        await shoot(page, world, typeof shot === 'object' ? shot : { path: shot }, look, fileName(name, look));
        await page.close();
      }
    }
  });
}

async function shoot(page: Page, world: World, shot: Shot, { width }: Look, name: string): Promise<void> {
  const { path, given, act, isOver = false } = shot;
  await given?.(world);
  await page.goto(typeof path === 'string' ? path : await path(world), { waitUntil: 'networkidle' });
  await act?.(page);
  await page.waitForLoadState('networkidle');
  if (!isOver) await fitWindow(page, width);
  await page.screenshot({ path: `${values.into}/${name}.png` });
}

/** Makes the window as tall as the page, so that a fixed footer is at its end, and waits for every image. */
async function fitWindow(page: Page, width: number): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    // An image that fails to load belongs to the screenshot.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, MAX_HEIGHT) });
  await page.waitForLoadState('networkidle');
}

/** The mails, as a mail program shows them. */
async function shootMails(browser: Browser): Promise<void> {
  for (const look of LOOKS) {
    const width = Math.min(look.width, DESKTOP_MAIL_WIDTH);
    const page = await browser.newPage({ viewport: { width, height: HEIGHT }, colorScheme: look.colorScheme });
    for (const [name, { mail }] of SAMPLES) {
      const file = fileName(`mail-${name}`, look);
      if (!wanted.test(file)) continue;
      await page.setContent(mail.html);
      await page.screenshot({ path: `${values.into}/${file}.png`, fullPage: true });
    }
    await page.close();
  }
}

async function copyToReadme(): Promise<void> {
  mkdirSync(README_FOLDER, { recursive: true });
  for (const [name, tallest] of Object.entries(README_SHOTS)) {
    const shot = sharp(`${values.into}/${name}.png`);
    const { width, height } = await shot.metadata();
    const top = shot.extract({ left: 0, top: 0, width, height: Math.min(height, tallest) });
    await top.png({ palette: true, colours: 96 }).toFile(`${README_FOLDER}/${name}.png`);
  }
}

const fileName = (name: string, look: Look) => `${name}-${look.name}`;

await main();
say(`The screenshots are in ${values.into}/.`);
