import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { launchBrowser } from '#dev/chromium.ts';

/** A browser for one file of tests; what pages complain about is collected. */
export async function startBrowser() {
  const browser = await launchBrowser();
  const complaints: string[] = [];
  return {
    /** Errors of scripts, and whatever the Content-Security-Policy refused, since the last look. */
    complaints: () => complaints.splice(0),
    async open(options: BrowserContextOptions): Promise<Page> {
      const context = await browser.newContext({
        timezoneId: 'Europe/Lisbon',
        reducedMotion: 'reduce',
        // What passes through one is out of reach of `page.route`.
        serviceWorkers: 'block',
        ...options,
      });
      const page = await context.newPage();
      page.setDefaultTimeout(10_000);
      page.on('pageerror', (error) => complaints.push(error.message));
      // A form that comes back with its errors is a 422: the browser notes that, and it is no fault.
      page.on('console', (message) => {
        if (message.type() === 'error' && !message.text().includes('status of 422')) complaints.push(message.text());
      });
      return page;
    },
    stop: () => browser.close(),
  };
}

/** Signs in as the demo account that has a delivery in each state. */
export async function signIn(page: Page): Promise<void> {
  await page.goto('/auth');
  await page.getByLabel('Email').fill('premium@example.com');
  await page.getByLabel('Password').fill('stillhere');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('**/dashboard*');
}

/**
 * Looks at a page with axe, without a page of axe's own: opening one each time puts ours into the background, where
 * Chromium slows its timers until a walk takes minutes. What that page is for are frames, and ours have none.
 */
export function axe(page: Page) {
  return (
    new AxeBuilder({ page })
      .setLegacyMode()
      // Of WCAG 2.2, and not asked by itself. Where the places of a phone lie over the page, what happens to be half
      // under them counts as small; so it is asked on wide screens.
      .options({ rules: { 'target-size': { enabled: (page.viewportSize()?.width ?? 0) >= 960 } } })
      .analyze()
  );
}
