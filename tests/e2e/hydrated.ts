/** When the scripts of a page listen: a click before that acts as it does without scripts. */
import type { Page } from 'playwright-core';

/** Waits until every part of the open page listens. A page that does not run the application listens when it has loaded. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if ('__reactRouterContext' in window) return document.documentElement.hasAttribute('data-hydrated');
    return document.readyState === 'complete';
  });
}

/** Opens a page and waits until it listens. */
export async function goto(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}
