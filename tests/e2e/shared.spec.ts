import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { productInBrowser } from './browser.ts';
import { waitForFocus } from './focus.ts';
import { goto, hydrated } from './hydrated.ts';
import { inspect } from './inspect.ts';

let owner: Awaited<ReturnType<Web['person']>>;
let page: Page;

// The browser notes a page that does not exist and a connection that is lost: they are meant.
const product = productInBrowser(startWeb, /status of 404|ERR_FAILED/);
beforeAll(async () => {
  owner = await product.web.person('Helena Duarte', 'premium');
  for (const title of ['A recipe without numbers', 'Advice about a tree'])
    await owner.post('/create', { type: 'text', title, content: `${title}: a few lines.`, is_public: 'on' });
  const picture = { type: 'image', title: 'The old boat', name: 'boat.png', isPublic: true };
  await keptFile(await upload(owner, PNG, picture));
});

const link = (name: string) => page.getByRole('link', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });

/** Runs in the page: notes what it shows while the next page is on its way, when nobody can ask it. */
function noteLoading(): void {
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map((one) => one.textContent);
  const section = 'section[aria-label="Shared Memories"][aria-busy="true"]';
  const note = () =>
    sessionStorage.setItem(
      'seen',
      JSON.stringify([
        ...seen(`${section} [role=status]`),
        ...seen(`${section} .name`),
        ...seen('.tabs [aria-current=page]'),
      ]),
    );
  new MutationObserver(note).observe(document, { subtree: true, attributes: true });
}

describe('with scripts', () => {
  test('a category loads while the page says so', async () => {
    holds('S2-56');
    page = await product.open();
    await goto(page, '/shared');
    await page.evaluate(noteLoading);
    await link('Images').click();
    await link('The old boat').waitFor();
    await page.waitForURL('**/shared?type=image');
    expect(await page.evaluate(() => JSON.parse(sessionStorage.getItem('seen') ?? ''))).toEqual(['Loading', 'Images']);
    expect(await link('Advice about a tree').count()).toBe(0);
    await link('Audio').click();
    await page.getByText('No content in this category yet.').waitFor();
  });

  test('an item opens over the gallery, closes with Escape, and has an address of its own', async () => {
    holds('S2-54');
    page = await product.open({ viewport: { width: 390, height: 800 } });
    await goto(page, '/shared?type=text');
    await link('A recipe without numbers').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A recipe without numbers' });
    await dialog.getByText('A recipe without numbers: a few lines.').waitFor();
    await page.waitForURL(/\/shared\/[0-9a-f-]{36}$/);
    await inspect(page);
    await page.keyboard.press('Escape');
    await page.waitForURL('**/shared?type=text');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await waitForFocus(link('A recipe without numbers'));

    await page.goForward();
    await dialog.waitFor();
    await page.goBack();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    await page.goForward();
    await dialog.waitFor();
    await page.reload();
    await hydrated(page);
    await heading('A recipe without numbers').waitFor();
    expect([await page.getByRole('dialog').count(), await heading('Shared Memories').count()]).toEqual([0, 0]);
    // The list is behind it only in the history of a page that is gone.
    const address = page.url();
    await page.goBack();
    await heading('Shared Memories').waitFor();
    await goto(page, address);
    await link('Close').click();
    await link('Advice about a tree').waitFor();
    await page.waitForURL('**/shared');
  });

  test('an image that fails to load is hidden', async () => {
    page = await product.open();
    await goto(page, '/shared?type=image');
    await page.route('**/api/content/file/**', (route) => route.abort());
    await goto(page, (await link('The old boat').getAttribute('href')) ?? '');
    const picture = page.getByRole('article').locator('img');
    await picture.waitFor({ state: 'attached' });
    await picture.waitFor({ state: 'hidden' });
  });

  test('a report stays without a connection; its toast disappears by itself, but not while it is read', async () => {
    page = await product.open();
    await goto(page, '/shared?type=image');
    await link('The old boat').click();
    await page.getByRole('dialog').getByRole('link', { name: 'Report it' }).click();
    await page.waitForURL('**/report');
    await hydrated(page);
    await page.getByLabel('Anything we should know').fill('That is my boat.');
    await page.route('**/healthz', (route) => route.abort());
    await page.getByRole('button', { name: 'Report' }).click();
    await page.getByRole('alert').filter({ hasText: 'We lost the connection.' }).waitFor();
    expect(await page.getByLabel('Anything we should know').inputValue()).toBe('That is my boat.');
    await page.unrouteAll();
    await page.getByLabel('Something else').check();
    await page.getByRole('button', { name: 'Report' }).click();
    const toast = page.getByText('Thank you. We’ll look at it.', { exact: true });
    await toast.hover();
    const clock = () => page.evaluate(() => document.getAnimations().map(({ playState }) => playState));
    await expect.poll(clock).toEqual(['paused']);
    await page.mouse.move(0, 0);
    await expect.poll(clock).toEqual(['running']);
    expect(await page.evaluate(() => document.getAnimations()[0]?.effect?.getComputedTiming().endTime)).toBe(4_000);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) {
        animation.playbackRate = 1;
        animation.finish();
      }
    });
    await toast.waitFor({ state: 'hidden' });
    await product.web.query('delete from reports');
  });

  test('an item that was made private while the gallery was open is not shown', async () => {
    page = await product.open();
    await owner.post('/create', { type: 'text', title: 'For an hour', content: 'Nobody reads this.', is_public: 'on' });
    await goto(page, '/shared');
    await product.web.query(
      'update contents set is_public = false where created_at = (select max(created_at) from contents)',
    );
    await link('For an hour').click();
    await page.getByText('This isn’t in the gallery.').waitFor();
  });
});

test('without scripts a category, an item and its report are pages', async () => {
  page = await product.open({ javaScriptEnabled: false });
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Shared' }).click();
  await link('Images').click();
  await page.waitForURL('**/shared?type=image');
  await link('The old boat').click();
  await heading('The old boat').waitFor();
  await link('Report it').click();
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByText('Please choose what’s wrong').waitFor();
  await page.getByLabel('It belongs to someone else').check();
  await page.getByLabel('Anything we should know').fill('That is my boat.');
  await page.getByRole('button', { name: 'Report' }).click();
  await page.getByText('Thank you. We’ll look at it.', { exact: true }).waitFor();
  expect(await product.web.query('select reason from reports')).toEqual([{ reason: 'stolen\nThat is my boat.' }]);
});
