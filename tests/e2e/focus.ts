/** The keyboard's way through a page: where Tab stops, and whether that is seen. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** So many are looked at: the reference of the API has hundreds, all alike. */
const STOPS_MAX = 120;
/** More parts than any field has: the focus that stops so often in one field is caught. */
const SAME_MAX = 20;

interface Stop {
  /** The element's own text of HTML, shortened, for the failure. */
  html: string;
  isSameAsBefore: boolean;
  hasRing: boolean;
  isInSight: boolean;
}

/** @returns whether this is where the keyboard stands */
export function hasFocus(one: Locator): Promise<boolean> {
  return one.evaluate((element) => element === document.activeElement);
}

/** Waits until the keyboard stands here: scripts move the focus a moment after they have changed the page. */
export async function waitForFocus(one: Locator): Promise<void> {
  await expect.poll(() => hasFocus(one), { message: `the focus comes to ${one}` }).toBe(true);
}

/**
 * Goes through a page by Tab, from its beginning, or back from its end.
 * @returns the stops that a person cannot see: without a ring, behind something, or out of view
 */
export async function unseenStops(page: Page, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<string[]> {
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    window.scrollTo(0, 0);
    for (const one of document.querySelectorAll('[data-stopped]')) one.removeAttribute('data-stopped');
  });
  const unseen: string[] = [];
  let same = 0;
  for (let count = 0; count < STOPS_MAX; count += 1) {
    await page.keyboard.press(key);
    const stop = await currentStop(page);
    // Past the last one the focus leaves the page, or begins anew.
    if (!stop || (count > 0 && stop.html.includes('class="skip"'))) return unseen;
    same = stop.isSameAsBefore ? same + 1 : 0;
    if (same > SAME_MAX) return [...unseen, `no way on from: ${stop.html}`];
    if (same > 0) continue;
    // Going back, the focus reaches the icon of a date field first; the browser draws a ring of its own around it.
    const isSign = key === 'Shift+Tab' && /type="(date|time)"/.test(stop.html);
    if (!stop.hasRing && !isSign) unseen.push(`no ring: ${stop.html}`);
    if (!stop.isInSight) unseen.push(`not in sight: ${stop.html}`);
  }
  return unseen;
}

/** @returns what has the focus, or null where nothing has it */
function currentStop(page: Page): Promise<Stop | null> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body) return null;
    // A field of a date has a stop for each of its parts.
    const isSameAsBefore = element.hasAttribute('data-stopped');
    element.setAttribute('data-stopped', '');
    const hasOutline = (one: Element, part?: string) => {
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one, part);
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/ 0\)$/.test(outlineColor);
    };
    // A link may lie over all of its card, and a mark that is not drawn hand its ring to its words.
    let hasRing = hasOutline(element);
    for (let one = element.parentElement, up = 0; one && up < 4 && !hasRing; one = one.parentElement, up += 1)
      hasRing = hasOutline(one);
    // Of words that go over two lines, the first.
    const { top, bottom, left, right, width, height } = element.getClientRects()[0] ?? element.getBoundingClientRect();
    const isDrawn = width > 2 && height > 2;
    const at = document.elementFromPoint(
      Math.min(Math.max((left + right) / 2, 1), window.innerWidth - 1),
      Math.min(Math.max(top + Math.min(height / 2, 12), 1), window.innerHeight - 1),
    );
    const isOnTop = at !== null && (element.contains(at) || at.contains(element) || at.closest('label') !== null);
    const isWithin = bottom > 0 && top < window.innerHeight && right > 0 && left < window.innerWidth;
    return {
      html: element.outerHTML.slice(0, 120),
      isSameAsBefore,
      hasRing,
      isInSight: isWithin && (isOnTop || !isDrawn),
    };
  });
}
