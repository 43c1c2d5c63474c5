/** What a page is when it has just come: it stands still, and all of it works before any script, or without. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LETTER_IDS } from '#dev/seed/ids.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { productInBrowser } from './browser.ts';
import { filesReady } from './create-page.ts';
import { demoPerson } from './demo.ts';
import { hydrated } from './hydrated.ts';

const VISITORS = ['/', '/auth', '/auth?mode=sign-up', '/shared', '/pricing'];
const WITH_UPLOADER = '/create?type=video';
const OWN = [
  ...['/dashboard', '/dashboard/content', `/dashboard/content/${LETTER_IDS.yourName}`, '/create', WITH_UPLOADER],
  ...[`/content/${LETTER_IDS.yourName}/edit`, '/schedule', '/schedule?new', '/emergency', '/profile', '/profile/plan'],
  ...['/profile/contacts', '/profile/picture', '/shared'],
];
const A_WALK = 180_000;
/** Of the page, times how far: a tenth of what browsers call good. What is measured is a tenth of this, or nothing. */
const STILL = 0.01;
/** Faces with the measures of those that the fallbacks name: a machine may have none of them. */
const STAND_INS = { Arial: 'arimo', 'Times New Roman': 'tinos' };

const product = productInBrowser(startWeb);

/** Visits each page as a visitor and as a signed-in person. @returns what was wrong */
async function walk(page: Page, faultsOn: (path: string) => Promise<unknown[]>): Promise<unknown[]> {
  const found: unknown[] = [];
  const look = async (path: string) => found.push(...(await faultsOn(path)).map((fault) => [path, fault]));
  for (const path of VISITORS) await look(path);
  await product.become(page, await demoPerson(product.web));
  for (const path of OWN) await look(path);
  return found;
}

test('no page shifts while it loads, however late its fonts are', { timeout: A_WALK }, async () => {
  // The fallback fonts are in the style sheet as data, which the page's own policy refuses.
  const page = await product.open({ viewport: { width: 390, height: 844 }, bypassCSP: true });
  await bringStandIns(page);
  const rest = await holdRest(page);
  const faults = await walk(page, async (path) => {
    rest.hold();
    await page.goto(path);
    await hydrated(page);
    if (path === WITH_UPLOADER) await filesReady(page);
    const sum = await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return window.sumOfMoves();
    });
    return sum < STILL ? [] : [sum];
  });
  expect(faults).toEqual([]);
});

test('without scripts, every visible button, field and link works', { timeout: A_WALK }, async () => {
  const page = await product.open({ javaScriptEnabled: false });
  const faults = await walk(page, async (path) => {
    await page.goto(path);
    return page.locator('body').evaluate(deadParts);
  });
  expect(faults).toEqual([]);
});

/** Writes the stand-ins into the style sheet, in place of what the machine may have. */
async function bringStandIns(page: Page): Promise<void> {
  const faces = await Promise.all(
    Object.entries(STAND_INS).map(async ([name, file]) => {
      const face = await readFile(resolve(import.meta.dirname, 'fonts', `${file}-latin-400-normal.woff2`), 'base64');
      return [new RegExp(`local\\("?${name}"?\\)[^;}]*`), `url(data:font/woff2;base64,${face})`] as const;
    }),
  );
  await page.route('**/*.css', async (route) => {
    const sheet = await (await route.fetch()).text();
    for (const [local] of faces) expect(sheet).toMatch(local);
    const body = faces.reduce((text, [local, standIn]) => text.replace(local, standIn), sheet);
    await route.fulfill({ contentType: 'text/css', body });
  });
}

declare global {
  /** With what this file adds to each page. */
  interface Window {
    hasPainted(): void;
    /** The share of the page that moved since it was painted, times how far. */
    sumOfMoves(): number;
  }
}

/** Its fonts, pictures and scripts come only after a page was painted without them; what moves then is summed up. */
async function holdRest(page: Page) {
  let painted = Promise.withResolvers<void>();
  await page.exposeFunction('hasPainted', () => painted.resolve());
  await page.route(/^(?!.*\.css$)/, async (route) => {
    if (route.request().resourceType() !== 'document') await painted.promise;
    await route.continue();
  });
  await page.addInitScript(watchMoves);
  return {
    /** For the page that comes next. */
    hold() {
      painted = Promise.withResolvers();
    },
  };
}

/** Runs in the page. */
function watchMoves(): void {
  let sum = 0;
  const add = (moves: PerformanceEntry[]) => {
    for (const move of moves) if ('value' in move && typeof move.value === 'number') sum += move.value;
  };
  const moves = new PerformanceObserver((list) => add(list.getEntries()));
  moves.observe({ type: 'layout-shift' });
  const sumOfMoves = () => {
    add(moves.takeRecords());
    return sum;
  };
  Object.assign(window, { sumOfMoves });
  new PerformanceObserver(async (list) => {
    if (list.getEntriesByName('first-contentful-paint').length === 0) return;
    // The stand-ins come a moment after the sheet that they are in.
    const standIns = [...document.fonts].filter(({ family }) => family.includes('Fallback'));
    await Promise.all(standIns.map((face) => face.load()));
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    sumOfMoves();
    sum = 0;
    window.hasPainted();
  }).observe({ type: 'paint', buffered: true });
}

/** Runs in the page: controls that would do nothing. */
function deadParts(body: Element): string[] {
  const sends = (form: HTMLFormElement | null) =>
    [...document.querySelectorAll('button')].some((button) => button.type === 'submit' && button.form === form);
  const isDead = (part: Element): boolean => {
    if (part instanceof HTMLAnchorElement) return !part.hasAttribute('href');
    if (part instanceof HTMLButtonElement) return part.type !== 'submit' || part.form === null;
    // How the plans are shown is chosen with these; the style sheet does it.
    if (part instanceof HTMLInputElement && part.name === 'interval') return false;
    if (part instanceof HTMLInputElement || part instanceof HTMLSelectElement || part instanceof HTMLTextAreaElement)
      return part.form === null || !sends(part.form);
    return !part.matches('details > summary');
  };
  const parts = [
    ...body.querySelectorAll('a, button, input, select, textarea, summary, [role="button"], [tabindex="0"]'),
  ];
  const inSight = parts.filter((part) => part.checkVisibility() && !part.matches(':disabled, [aria-disabled="true"]'));
  return inSight.filter(isDead).map((part) => part.outerHTML.slice(0, 160));
}
