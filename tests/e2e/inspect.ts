/** What every page owes to everyone, whatever it is about: asked wherever a test happens to stand. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { unseenStops } from './focus.ts';

export const PHONE = { width: 320, height: 800 };
const DESK = { width: 1440, height: 800 };
/** What a window of 1280 by 800 has left for a page. */
const AT_200_PERCENT = { width: 640, height: 400 };
/** All that the light changes of a page. */
const COLOURS = ['color-contrast', 'link-in-text-block'];
/** Of WCAG 2.2, and not asked by itself. */
const ALL_RULES: RunOptions = { rules: { 'target-size': { enabled: true } } };
/** All that the width changes of a page which shows the same parts. */
const OF_A_WIDTH: RunOptions = { runOnly: [...COLOURS, 'target-size', 'scrollable-region-focusable'] };
/** The reference of the API has hundreds of calls, all alike: two of each chapter are asked. */
const ALIKE = '.calls article:nth-of-type(n + 3)';
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * A page is accessible as it is, in both themes, and nothing is wider than it. A walk goes on where one
 * page fails, and reports all faults at once.
 */
export async function inspect(page: Page): Promise<void> {
  await inspectAsItIs(page);
  await inTheOtherTheme(page, async () => {
    const { pathname } = new URL(page.url());
    expect.soft(await violations(page, { runOnly: COLOURS }), `${pathname} in the other theme`).toEqual([]);
  });
}

async function inspectAsItIs(page: Page, rules: RunOptions = ALL_RULES): Promise<void> {
  // With its style sheets: its words come before them.
  await page.waitForLoadState();
  const { pathname } = new URL(page.url());
  expect.soft(await shutOut(page, rules), pathname).toEqual([]);
  expect.soft(await isTooWide(page), `${pathname} scrolls sideways`).toBe(false);
}

/**
 * The same on a phone, on a desktop and at 200 %, with checks of focus and keyboard. The desktop shows the other theme, and asks
 * the rules about structure again where it shows other parts. The frame of a page differs by width: `isFirst` looks at it in
 * both themes.
 * @param isFirst of the pages with this frame; the walk through every page meets each frame
 */
export async function inspectEverywhere(page: Page, isFirst = false): Promise<void> {
  const { pathname } = new URL(page.url());
  await page.setViewportSize(PHONE);
  await (isFirst ? inspect(page) : inspectAsItIs(page));
  const parts = await partsShown(page);
  expect.soft(await undrawn(page), pathname).toEqual([]);
  // Where bars lie over the page's end.
  expect.soft(await unseenStops(page), `${pathname} by keyboard`).toEqual([]);
  await page.setViewportSize(DESK);
  const rules = (await parts.evaluate((areSame) => areSame())) ? OF_A_WIDTH : ALL_RULES;
  await (isFirst ? inspect(page) : inTheOtherTheme(page, () => inspectAsItIs(page, rules)));
  expect.soft(await moving(page), `${pathname} moves`).toEqual([]);
  await page.setViewportSize(AT_200_PERCENT);
  expect.soft(await isTooWide(page), `${pathname} scrolls sideways at 200 %`).toBe(false);
}

/** The words that a screen reader adds to the name of a field: its hint, and what is wrong with it. */
export function saidAt(field: Locator): Promise<string> {
  return field.evaluate((element) => {
    const ids = element.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  });
}

/** @returns what axe finds in the theme of the page */
async function shutOut(page: Page, rules: RunOptions): Promise<string[]> {
  const lay = await layBars(page);
  await bringAxe(page);
  const seen = await violations(page, rules);
  await lay.evaluate(({ back }) => back());
  return seen;
}

/** @returns whether the page, apart from its frame, shows the same parts as now: asked in the page at another width */
function partsShown(page: Page) {
  return page.evaluateHandle(() => {
    const shown = () =>
      [...document.querySelectorAll('main *, dialog *')].filter((one) =>
        one.checkVisibility({ visibilityProperty: true }),
      );
    const before = shown();
    return () => {
      const now = shown();
      return now.length === before.length && now.every((one, n) => one === before[n]);
    };
  });
}

async function inTheOtherTheme(page: Page, look: () => Promise<void>): Promise<void> {
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  await page.emulateMedia({ colorScheme: isDark ? 'light' : 'dark' });
  await look();
  await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
}

declare global {
  interface Window {
    /** The page's own copy, after `bringAxe`. */
    axe: { run(where: { exclude: string[] }, options: RunOptions): Promise<AxeResults> };
  }
}

/** It is large: once brought into a browser it is there on each page that follows. */
async function bringAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.addInitScript(AXE);
  await page.evaluate(AXE);
}

/** Only what is wrong leaves the page: all that is right would cost many times as much. */
function violations(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(
    async ([alike, asked]) => {
      const found = await window.axe.run({ exclude: [alike] }, asked);
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    [ALIKE, { ...options, resultTypes: ['violations'] }] satisfies [string, RunOptions],
  );
}

/** Lays the bars that lie over a page into it: what happens to be half under them would count as small. */
function layBars(page: Page) {
  return page.evaluateHandle(() => {
    const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter(
      (one) => getComputedStyle(one).position === 'sticky',
    );
    for (const { style } of bars) Object.assign(style, { position: 'relative', inset: 'auto' });
    return {
      back() {
        for (const { style } of bars) Object.assign(style, { position: '', inset: '' });
      },
    };
  });
}

function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
}

/** What would move although the person asked for reduced motion. */
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
