/**
 * `npm run shots`: screenshots of every page and state, on a phone and at a desk, light and dark, and of every mail; into
 * shots/, which git ignores. It builds what it looks at, over a database of its own in which time goes by as it is told.
 *
 *   npm run shots                         all of them
 *   npm run shots -- --only 'landing|phone-dark'   those whose names have this in them
 *   npm run shots -- --readme             and the best of them where the README shows them
 */
import { mkdirSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import sharp from 'sharp';
import { startTestServices } from '#tests/harness/start-services.ts';
import { buildIfChanged } from './build.ts';
import { launchBrowser } from './chromium.ts';
import { SAMPLES } from './mail-samples/samples.ts';
import { PASSWORD, ZONE } from './seed/accounts.ts';
import { SCENES, type Scene, type Shot } from './shots/scenes.ts';
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

/** Of the window, before it grows with the page. */
const HEIGHT = 900;
const README_FOLDER = 'docs/shots';
/** How somebody may look at a page. */
const LOOKS = [
  { name: 'phone-light', width: 390, colorScheme: 'light' },
  { name: 'phone-dark', width: 390, colorScheme: 'dark' },
  { name: 'desk-light', width: 1440, colorScheme: 'light' },
  { name: 'desk-dark', width: 1440, colorScheme: 'dark' },
] as const;
type Look = (typeof LOOKS)[number];
/** More of a page is not looked at, and slow machines give up on it. */
const TALLEST = 8_000;
/** Of whatever is waited for: a machine may be busy with other things. */
const PATIENCE = 60_000;
/** A mail program beside a list of mails. */
const MAIL_AT_DESK = 680;
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
  await step('the build', buildIfChanged);
  const services = await step('a database and an object store', startTestServices);
  const browser = await launchBrowser();
  try {
    const world = await step('the demo accounts', () => startWorld(services));
    try {
      const rooms = new Rooms(browser, world);
      for (const scene of SCENES) await shootScene(rooms, world, scene);
      await step('mails', () => shootMails(browser));
    } finally {
      await world.stop();
    }
  } finally {
    await browser.close();
    await services.stop();
  }
  if (values.readme) await keepBest();
}

/** Windows of the browser, one for each person and look, signed in once. */
class Rooms {
  readonly #browser: Browser;
  readonly #world: World;
  readonly #open = new Map<string, Promise<BrowserContext>>();

  constructor(browser: Browser, world: World) {
    this.#browser = browser;
    this.#world = world;
  }

  async page(who: Scene['who'], look: Look): Promise<Page> {
    const key = `${who} ${look.name}`;
    const room = this.#open.get(key) ?? this.#enter(who, look);
    this.#open.set(key, room);
    return (await room).newPage();
  }

  async #enter(who: Scene['who'], { name, width, colorScheme }: Look): Promise<BrowserContext> {
    const context = await this.#browser.newContext({
      viewport: { width, height: HEIGHT },
      colorScheme,
      baseURL: this.#world.origin,
      reducedMotion: 'reduce',
      timezoneId: ZONE,
      serviceWorkers: 'block',
    });
    context.setDefaultTimeout(PATIENCE);
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

async function shootScene(rooms: Rooms, world: World, { who, given, shots }: Scene): Promise<void> {
  const asked = Object.entries(shots).filter(([name]) => LOOKS.some((look) => wanted.test(fileName(name, look))));
  // Also where none of it is asked for: the next scene may go on from there.
  await given?.(world);
  if (asked.length === 0) return;
  await step(`${asked.length} pages from ${asked[0]?.[0]} on`, async (progress) => {
    for (const [name, shot] of asked) {
      progress(name);
      for (const look of LOOKS.filter((one) => wanted.test(fileName(name, one)))) {
        const page = await rooms.page(who, look);
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
  if (!isOver) await unroll(page, width);
  await page.screenshot({ path: `${values.into}/${name}.png` });
}

/** A window as long as the page: what is fixed to its foot stands there, and not across the middle; and every picture has come. */
async function unroll(page: Page, width: number): Promise<void> {
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    // One that does not come is part of the picture.
    await Promise.all([...document.images].map((image) => image.decode().catch(() => {})));
  });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height: Math.min(height, TALLEST) });
  await page.waitForLoadState('networkidle');
}

/** Mails as a mail program shows them. */
async function shootMails(browser: Browser): Promise<void> {
  for (const look of LOOKS) {
    const width = Math.min(look.width, MAIL_AT_DESK);
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

async function keepBest(): Promise<void> {
  mkdirSync(README_FOLDER, { recursive: true });
  for (const [name, tallest] of Object.entries(BEST)) {
    const shot = sharp(`${values.into}/${name}.png`);
    const { width, height } = await shot.metadata();
    const top = shot.extract({ left: 0, top: 0, width, height: Math.min(height, tallest) });
    await top.png({ palette: true, colours: 96 }).toFile(`${README_FOLDER}/${name}.png`);
  }
}

const fileName = (name: string, look: Look) => `${name}-${look.name}`;

await main();
say(`They are in ${values.into}/.`);
