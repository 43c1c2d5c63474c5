/** What a page is when it has just come: it stands still, and all of it works before any script, or without. */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { LETTER_IDS } from '#dev/seed/ids.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { productInBrowser, signIn } from './browser.ts';

const VISITORS = ['/', '/auth', '/auth?mode=sign-up', '/shared', '/pricing'];
const OWN = [
  ...['/dashboard', '/dashboard/content', `/dashboard/content/${LETTER_IDS.yourName}`, '/create', '/create?type=video'],
  ...[`/content/${LETTER_IDS.yourName}/edit`, '/schedule', '/schedule?new', '/emergency', '/profile', '/profile/plan'],
  ...['/profile/contacts', '/profile/picture', '/shared'],
];
const A_WALK = 180_000;
/** Of the page, times how far: a tenth of what browsers call good. What is measured is a tenth of this, or nothing. */
const STILL = 0.01;
const FONTS_ARE_LATE = 500;

const product = productInBrowser(startWeb);

/** Goes to each page as a visitor, then to each as somebody, and gathers what was found wrong. */
async function walk(page: Page, faultsOn: () => Promise<unknown[]>): Promise<unknown[]> {
  const found: unknown[] = [];
  const look = async (path: string) => {
    await page.goto(path, { waitUntil: 'networkidle' });
    found.push(...(await faultsOn()).map((fault) => [path, fault]));
  };
  for (const path of VISITORS) await look(path);
  await signIn(page);
  for (const path of OWN) await look(path);
  return found;
}

test('nothing moves while a page comes, however late its letters are', { timeout: A_WALK }, async () => {
  const page = await product.open({ viewport: { width: 390, height: 844 } });
  await page.route('**/*.woff2', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, FONTS_ARE_LATE));
    await route.continue();
  });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as unknown as { value: number }[]) moved.push(value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const faults = await walk(page, async () => {
    const sum = await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return (window as unknown as { moved: number[] }).moved.reduce((all, one) => all + one, 0);
    });
    return sum < STILL ? [] : [sum];
  });
  expect(faults).toEqual([]);
});

test('without scripts no button, field or link in sight is a dead one', { timeout: A_WALK }, async () => {
  const page = await product.open({ javaScriptEnabled: false });
  expect(await walk(page, () => page.locator('body').evaluate(deadParts))).toEqual([]);
});

/** Runs in the page: what somebody would press or fill in vain. */
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
