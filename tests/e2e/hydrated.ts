/** When the scripts of a page listen: what is pressed earlier acts as it does without scripts. */
import type { Page } from 'playwright-core';

/** Waits until every part of the page that is open listens. A page without scripts of React's is ready when it is read. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    if (document.readyState === 'loading') return false;
    return !('__reactRouterContext' in window) || document.documentElement.hasAttribute('data-hydrated');
  });
}

/** Opens a page and waits until it listens. */
export async function goto(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}
