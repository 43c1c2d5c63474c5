/** Drafts of letters, which only this browser keeps: what is written is never lost. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { message, save, sees, title } from './create-page.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';

let helena: Awaited<ReturnType<Web['person']>>;
let page: Page;

// A session that ended is a 401, a refusal can be a 403, and connections are cut on purpose; the browser logs all three.
const product = productInBrowser(startWeb, /status of 40[13]|ERR_FAILED/);
beforeEach(async () => {
  helena = await product.web.person();
  page = await product.open({ as: helena });
});

const KEPT = 'Draft saved in this browser.';

/** From now on time passes in this browser only when a test says so. */
async function holdTime(): Promise<void> {
  await page.clock.install();
  // Far ahead: a busy browser may be there late, and its time does not go back.
  await page.clock.pauseAt(Date.now() + MINUTE);
}

/** A draft is kept after a pause in writing: it passes at once, and all that was written before it is in the browser. */
async function pause(window: Page): Promise<void> {
  const drafts = () => window.evaluate(() => JSON.stringify(localStorage));
  const before = await drafts();
  await expect
    .poll(async () => {
      await window.clock.runFor(SECOND);
      return drafts();
    })
    .not.toBe(before);
  await sees(window, KEPT);
}

test('a draft survives leaving the page and the end of the session, readable by its owner only, until it is saved', async () => {
  await holdTime();
  await goto(page, '/create');
  await title(page).fill('For Ana');
  await message(page).fill('Dear Ana,\n\nonce there was a lighthouse.');
  await pause(page);
  const inBrowser = await page.evaluate(() => JSON.stringify(localStorage));
  expect(inBrowser).toContain('draft:');
  // With its space, as the sealed draft is base64: it may well contain "Ana".
  expect(inBrowser).not.toContain('For Ana');
  expect(inBrowser).not.toContain('lighthouse');

  await page.goto('/dashboard');
  await goto(page, '/create');
  await sees(page, 'This is your draft of');
  expect(await title(page).inputValue()).toBe('For Ana');
  const written = `${await message(page).inputValue()} And a boat.`;
  await message(page).fill(written);
  await pause(page);
  await page.clock.resume();
  await inspect(page);

  await product.web.query('delete from sessions where user_id = (select id from users where email = ?)', [
    helena.email,
  ]);
  await save(page);
  await sees(page, 'Your session ended before we could save.');
  expect(await message(page).inputValue()).toContain('a boat');

  await product.become(page, await product.web.person('Rui'));
  await goto(page, '/create');
  // What looks for drafts has done so by the time that it keeps one.
  await title(page).fill('For Inês');
  await sees(page, KEPT);
  expect(await message(page).inputValue()).toBe('');

  const { email } = helena;
  await helena.post('/auth', { email, password: 'stillhere' });
  await product.become(page, helena);
  await goto(page, '/create');
  await sees(page, 'This is your draft of');
  expect(await message(page).inputValue()).toBe(written);
  await save(page);
  await page.waitForURL('**/dashboard?content=*');
  await goto(page, '/create');
  await title(page).fill('For Inês');
  await sees(page, KEPT);
  expect(await message(page).inputValue()).toBe('');
  expect(await page.getByText('This is your draft of').count()).toBe(0);
});

test('two windows with a new letter keep a draft each, and what one saves takes nothing from the other', async () => {
  await holdTime();
  const other = await page.context().newPage();
  for (const [window, words] of [
    [page, 'Dear Ana,'],
    [other, 'Dear Rui,'],
  ] as const) {
    await goto(window, '/create');
    await title(window).fill(words);
    await pause(window);
  }
  await message(page).fill('once there was a lighthouse.');
  await pause(page);
  await message(other).fill('the boat is yours.');
  await pause(other);
  const drafts = () => Object.keys(localStorage).filter((name) => name.startsWith('draft:')).length;
  expect(await page.evaluate(drafts)).toBe(2);
  await page.clock.resume();
  await save(page);
  await page.waitForURL('**/dashboard?content=*');
  await other.goto('/create');
  await sees(other, 'This is your draft of');
  expect([await title(other).inputValue(), await message(other).inputValue()]).toEqual([
    'Dear Rui,',
    'the boat is yours.',
  ]);
});

test('a window that is slow to read the draft of another keeps its own apart', async () => {
  await holdTime();
  await goto(page, '/create');
  await title(page).fill('Dear Ana,');
  await pause(page);
  const other = await page.context().newPage();
  await other.addInitScript(() => {
    const { subtle } = crypto;
    const decrypt = subtle.decrypt.bind(subtle);
    const isHeld = new Promise((resolve) => addEventListener('release', resolve, { once: true }));
    subtle.decrypt = async (...args) => {
      document.documentElement.dataset.reads = 'draft';
      return isHeld.then(() => decrypt(...args));
    };
  });
  await goto(other, '/create');
  // The script for drafts comes later than the page. Time that passes before it listens would store nothing.
  await other.locator('[data-reads=draft]').waitFor({ state: 'attached' });
  await title(other).fill('Dear Rui,');
  await other.clock.runFor(2 * SECOND);
  await other.evaluate(() => dispatchEvent(new Event('release')));
  await sees(other, 'Your draft of');
  await sees(other, KEPT);
  await message(page).fill('once there was a lighthouse.');
  await pause(page);
  const drafts = () => Object.keys(localStorage).filter((name) => name.startsWith('draft:')).length;
  expect(await page.evaluate(drafts)).toBe(2);
});

test('the page says so if the script for drafts cannot be loaded', async () => {
  await page.route('**/draft-watch*', (route) => route.abort());
  await goto(page, '/create');
  await title(page).fill('For Ana');
  await sees(page, 'please save before you leave');
});

test('a letter that is being changed has a draft of its own, which can be put aside and brought back', async () => {
  const kept = await helena.post('/create', { title: 'For Ana', content: 'Dear Ana,' });
  const path = `/content/${kept.headers.get('location')?.split('=')[1]}/edit`;
  await holdTime();
  await goto(page, path);
  await message(page).fill('Dear Ana, and Rui,');
  await pause(page);
  await page.clock.resume();
  await page.getByRole('link', { name: 'Cancel' }).click();
  await page.waitForURL('**/dashboard/content/*');
  await goto(page, path);
  await sees(page, 'This is your draft of');
  expect(await message(page).inputValue()).toBe('Dear Ana, and Rui,');
  await page.getByRole('button', { name: 'Hide the draft' }).click();
  await expect.poll(() => message(page).inputValue()).toBe('Dear Ana,');
  await page.getByRole('button', { name: 'Show the draft' }).click();
  await expect.poll(() => message(page).inputValue()).toBe('Dear Ana, and Rui,');
});
