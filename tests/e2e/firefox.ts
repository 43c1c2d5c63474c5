/** The product in Firefox: WebDriver BiDi has no locators by role, so these tests find elements by their markup. */
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchFirefox } from '#dev/browsers.ts';

/**
 * What a page says that is left while it still loads: the router was reading ahead, or a font was on its way
 * (NS_BINDING_ABORTED). A player stops what it has enough of; where a service worker answered, Firefox names no address.
 */
const LEAVING =
  /^Failed to fetch manifest patches|downloadable font: download failed .* status=2152398850|Failed to load ‘’\. A ServiceWorker/;

/**
 * The built web for one file of tests, in a Firefox of its own. Each page has a context of its own, which is closed after
 * its test. What the console shows fails that test.
 * @param start the web
 */
export function productInFirefox<W extends { origin: string; stop(): Promise<void> }>(start: () => Promise<W>) {
  let web: W;
  let browser: Browser;
  const shown: string[] = [];

  beforeAll(async () => {
    [web, browser] = await Promise.all([start(), launchFirefox()]);
  });
  afterEach(async () => {
    const own = browser.browserContexts().filter((context) => context !== browser.defaultBrowserContext());
    await Promise.all(own.map((context) => context.close()));
    expect(shown.splice(0)).toEqual([]);
  });
  afterAll(() => Promise.all([browser?.close(), web?.stop()]));

  return {
    /** The web; there from the first `beforeAll` of the file on. */
    get web(): W {
      return web;
    },
    /** What consoles showed in this test so far: errors, and what scripts wrote. Firefox tells no driver of its warnings. */
    shown,
    /** @param cookies of the person who is signed in */
    async open(cookies: ReadonlyMap<string, string> = new Map()): Promise<Page> {
      const context = await browser.createBrowserContext();
      const { hostname } = new URL(web.origin);
      await context.setCookie(...[...cookies].map(([name, value]) => ({ name, value, domain: hostname, path: '/' })));
      const page = await context.newPage();
      page.setDefaultTimeout(20_000);
      const note = (said: string) => {
        if (!LEAVING.test(said)) shown.push(said);
      };
      page.on('console', (message) => note(message.text()));
      page.on('pageerror', (error) => note(String(error)));
      return page;
    },
    /**
     * Opens a page and waits until every part of it listens. The page before it has loaded then, and has no request under
     * way: Firefox takes the end of its loading for the end of ours.
     */
    async goto(page: Page, path: string): Promise<void> {
      await page.waitForFunction(() => document.readyState === 'complete');
      await page.waitForNetworkIdle({ idleTime: 200 });
      await page.goto(new URL(path, web.origin).href);
      await hydrated(page);
    },
  };
}

/** Waits until the open page listens: a click before that acts as it does without scripts. */
async function hydrated(page: Page): Promise<void> {
  if (await page.evaluate(() => '__reactRouterContext' in window)) await page.waitForSelector('html[data-hydrated]');
}

/** Fills in fields of a form by their names. */
export async function fill(page: Page, form: string, fields: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(fields)) await page.locator(`${form} [name="${name}"]`).fill(value);
}

/** Clicks, and waits for what comes of it. @param then what is on the page afterwards, and was not before */
export async function press(page: Page, selector: string, then: string): Promise<void> {
  await page.locator(selector).click();
  await page.waitForSelector(then);
}
