/** A page as the keyboard works it: what is wanted is found by its name and reached by Tab, and never clicked. */
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { hasFocus } from './focus.ts';

/** More than any page of these tests has. */
const STOPS_MAX = 100;

/** @param at the page that is worked at that moment */
export function keysOn(at: () => Page) {
  /** Goes on by Tab until that has the focus. */
  async function reach(target: Locator): Promise<void> {
    for (let count = 0; count < STOPS_MAX; count += 1) {
      if (await hasFocus(target)) return;
      await at().keyboard.press('Tab');
    }
    throw new Error(`Tab does not come to ${target}`);
  }

  return {
    reach,
    async press(role: 'link' | 'button', name: string, key = 'Enter'): Promise<void> {
      await reach(at().getByRole(role, { name, exact: true }));
      await at().keyboard.press(key);
    },
    /** Answers the question of this name, which lies over everything else. */
    async answer(question: string, name: string): Promise<void> {
      const dialog = at().getByRole('dialog', { name: question, exact: true });
      await reach(dialog.getByRole('button', { name, exact: true }));
      await at().keyboard.press('Enter');
      // Until it is gone, Tab goes round within it.
      await dialog.waitFor({ state: 'hidden' });
    },
    async type(label: string, text: string): Promise<void> {
      await reach(at().getByLabel(label, { exact: true }));
      await at().keyboard.press('ControlOrMeta+A');
      await at().keyboard.type(text);
    },
    /** Goes from what is chosen to its neighbour. */
    async turnTo(chosen: string, key: 'ArrowRight' | 'ArrowLeft', next: string): Promise<void> {
      await reach(at().getByRole('radio', { name: chosen, exact: true }));
      await at().keyboard.press(key);
      await expect.poll(() => at().getByRole('radio', { name: next, exact: true }).isChecked()).toBe(true);
    },
    sees: (text: string) => at().getByText(text).first().waitFor(),
    heading: (name: string) => at().getByRole('heading', { name, exact: true }).waitFor(),
  };
}
