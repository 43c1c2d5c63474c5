/**
 * The pseudo-language on a phone that is 320 pixels wide: its sentences are a third longer. Nothing scrolls sideways, and
 * no text is cut off.
 */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ACCOUNT_IDS, deliveryId, FILE_IDS, LETTER_IDS } from '#dev/seed/ids.ts';
import { loadLocale } from '#messages/load-locale.ts';
import type { Mail } from '#services/mails/layout.ts';
import { startWeb } from '#tests/recipient/web.ts';
import { productInBrowser } from './browser.ts';
import { demoPerson } from './demo.ts';
import { goto } from './hydrated.ts';
import { PHONE } from './inspect.ts';

const product = productInBrowser(() => startWeb(undefined, { APP_LANGUAGE: 'en-XA' }), /status of 404/);

const VISITORS = ['/', '/auth', '/auth?mode=sign-up', '/auth/forgot', '/shared', `/shared/${FILE_IDS.hummed}`];
const MORE = ['/pricing', '/offline', '/nothing-here', `/shared/${LETTER_IDS.theHat}/report`];
const WAITING = deliveryId(LETTER_IDS.yourKey);
const SENT = deliveryId(LETTER_IDS.onThePlatform);
const OWN = [
  ...[
    '/dashboard',
    '/dashboard/content',
    `/dashboard/content/${FILE_IDS.fiveCandles}`,
    '/create',
    '/create?type=video',
  ],
  ...['/schedule', '/schedule?new', `/schedule/${WAITING}`, `/schedule/${SENT}`, '/emergency', '/emergency/arm'],
  ...['/profile', '/profile/contacts', '/profile/plan', '/profile/delete', '/profile/export'],
  `/content/${LETTER_IDS.yourName}/delete`,
];

test('every page fits', { timeout: 120_000 }, async () => {
  const page = await product.open({ viewport: PHONE });
  const linked = [
    ...[product.web.delivery('onThePlatform').link, `${product.web.delivery('onThePlatform').link}?refuse`],
    `/check-in/${product.web.secret('check-in', ACCOUNT_IDS.premium, 1)}`,
    `/address/${product.web.secret('address', WAITING, 1)}`,
  ];
  await walk(page, [...VISITORS, ...MORE, ...linked]);
  await product.become(page, await demoPerson(product.web));
  await walk(page, OWN);
});

/** A walk goes on where one page fails: all that is wrong is told at once. */
async function walk(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await goto(page, path);
    expect.soft(await page.evaluate(faults), path).toEqual([]);
  }
}

let mails: ReadonlyMap<string, { mail: Mail }>;
beforeAll(async () => {
  await loadLocale('en-XA');
  // The samples are written when their module loads, so the query makes it load once more.
  mails = (await import(`${import.meta.resolve('#dev/mail-samples/samples.ts')}?on-a-phone`)).SAMPLES;
});
afterAll(() => loadLocale('en'));

test('every mail fits', async () => {
  const page = await product.open({ viewport: PHONE });
  for (const [name, { mail }] of mails) {
    await page.setContent(mail.html);
    expect.soft(await page.evaluate(faults), name).toEqual([]);
  }
});

/** Runs in the browser. @returns what is too wide, and which texts are cut off */
function faults(): string[] {
  const width = document.scrollingElement?.scrollWidth ?? 0;
  const sideways = width > innerWidth ? [`scrolls sideways: ${width} pixels`] : [];
  const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
  const cut = [...document.querySelectorAll<HTMLElement>('body, body *')].filter((one) => {
    const { overflowX, overflowY, textOverflow, clip, clipPath, webkitLineClamp, display } = getComputedStyle(one);
    // What is for screen readers only, and what people typed, which ends in an ellipsis.
    if (clip !== 'auto' || clipPath !== 'none' || textOverflow === 'ellipsis' || webkitLineClamp !== 'none')
      return false;
    if (!one.checkVisibility() || !one.innerText) return false;
    const hasText = [...one.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim());
    // A text that leaves its box lies over its neighbour.
    const isCutBeside = (hides(overflowX) || hasText) && display !== 'inline' && one.scrollWidth > one.clientWidth + 1;
    return isCutBeside || (hides(overflowY) && one.scrollHeight > one.clientHeight + 1);
  });
  return [...sideways, ...cut.map((one) => `cut off ${one.tagName}.${one.className}: ${one.innerText.slice(0, 80)}`)];
}
