/** The product in a browser: what the tests of one file stand on, and how they look at a page. */
import type { Browser, BrowserContext, BrowserContextOptions, ConsoleMessage, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { launchBrowser } from '#dev/browsers.ts';
import { SECOND } from '#domain/time/durations.ts';
import { startWithVendors } from '#tests/http/vendors.ts';

/** A person who is signed in in their browser. */
interface SignedIn {
  cookies: ReadonlyMap<string, string>;
}

interface Opening extends BrowserContextOptions {
  /** Who is signed in in it. */
  as?: SignedIn;
}

/** A form that comes back with its errors is a 422: the browser notes that, and it is no fault. */
const COMES_BACK = 'status of 422';

/** Closes a context; what a test still holds back of its requests ends with it, and fails nobody. */
async function leave(context: BrowserContext): Promise<void> {
  const holders = [context, ...context.pages()];
  await Promise.all(holders.map((holder) => holder.unrouteAll({ behavior: 'ignoreErrors' })));
  await context.close();
}

/** How long a page is waited for, in milliseconds: as `expect.poll` waits. */
const PATIENCE = 20 * SECOND;

/** How long the application shows a toast, in milliseconds. */
const TOAST_SHOWN_FOR = 4 * SECOND;

/**
 * Runs in each page: no toast goes by itself, as a busy machine stalls for longer than one is shown. Pages whose clock a
 * test holds have timers of its own.
 */
function holdToasts(shownFor: number): void {
  const { setTimeout } = window;
  const others = (handler: TimerHandler, wait?: number, ...args: unknown[]) =>
    wait === shownFor ? 0 : setTimeout(handler, wait, ...args);
  Object.assign(window, { setTimeout: others });
  // Without the application styles take it away.
  addEventListener('animationstart', ({ target, animationName }) => {
    if (animationName !== 'leave' || !(target instanceof Element)) return;
    for (const animation of target.getAnimations()) animation.playbackRate = 0;
  });
}

/** What a console shows only to a person who asks for more. */
const HIDDEN: readonly string[] = ['debug', 'verbose'];

/** Whether a console shows this, and it is not from Playwright. */
function isShown(message: ConsoleMessage): boolean {
  return !HIDDEN.includes(message.type()) && !message.text().startsWith('Service Worker registration blocked');
}

let launched: Promise<Browser> | null = null;

/** @returns the browser of this worker, which all its files share; it ends with the worker */
async function sharedBrowser(): Promise<Browser> {
  const known = await launched;
  if (known?.isConnected()) return known;
  launched = launchBrowser();
  return launched;
}

/**
 * The built web for one file of tests, started before its first and stopped after its last. Each page has a context of
 * its own: it is closed after its test, and what it complained about fails that test.
 * @param start the web, over a world of this file's own
 * @param meant complaints that are no fault in this file
 * @param heard of the console: errors, or everything that it shows
 */
export function productInBrowser<W extends { origin: string; stop(): Promise<void> }>(
  start: () => Promise<W>,
  meant?: RegExp,
  heard: 'errors' | 'everything' = 'errors',
) {
  let web: W;
  let browser: Browser;
  const complaints: string[] = [];
  const note = (complaint: string) => {
    if (!complaint.includes(COMES_BACK)) complaints.push(complaint);
  };
  const enter = (page: Page, { cookies }: SignedIn) =>
    page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: web.origin })));

  beforeAll(async () => {
    [web, browser] = await Promise.all([start(), sharedBrowser()]);
  });
  afterEach(async () => {
    await Promise.all(browser.contexts().map(leave));
    expect(complaints.splice(0).filter((one) => !meant?.test(one))).toEqual([]);
  });
  afterAll(() => web?.stop());

  return {
    /** The web; there from the first `beforeAll` of the file on. */
    get web(): W {
      return web;
    },
    /** Signs a person in in the browser of a page, in place of the present one. */
    async become(page: Page, person: SignedIn): Promise<void> {
      await page.context().clearCookies();
      await enter(page, person);
    },
    async open({ as, ...options }: Opening = {}): Promise<Page> {
      const context = await browser.newContext({
        baseURL: web.origin,
        timezoneId: 'Europe/Lisbon',
        reducedMotion: 'reduce',
        // What passes through one is out of reach of `page.route`.
        serviceWorkers: 'block',
        ...options,
      });
      context.setDefaultTimeout(PATIENCE);
      await context.addInitScript(holdToasts, TOAST_SHOWN_FOR);
      const page = await context.newPage();
      // Errors of scripts, and whatever the Content-Security-Policy refused.
      page.on('pageerror', (error) => note(error.message));
      page.on('console', (message) => {
        const isHeard = heard === 'everything' ? isShown(message) : message.type() === 'error';
        if (isHeard) note(message.text());
      });
      if (as) await enter(page, as);
      return page;
    },
  };
}

/** The same beside a Google and a Stripe of its own. */
export function productBesideVendors(meant?: RegExp) {
  return productInBrowser(async () => {
    const { web, ...vendors } = await startWithVendors();
    return { ...web, vendors, stop: vendors.stop };
  }, meant);
}

/** The toasts of a page; without scripts a line where it stands. */
export function notices(page: Page): Locator {
  return page.getByRole('region', { name: 'Notices' }).or(page.getByRole('status'));
}
