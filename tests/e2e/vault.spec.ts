/** What is kept, as people look at it in a browser: over the list it stands in, and as a page. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { DAMAGED_FILE } from '#app/http/damaged.ts';
import { keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { notices, productInBrowser } from './browser.ts';
import { hasFocus } from './focus.ts';
import { inspectEverywhere } from './inspect.ts';

const FIXTURES = resolve(import.meta.dirname, '../media/fixtures');

let helena: Awaited<ReturnType<Web['person']>>;
let page: Page;

// The browser notes each refusal that it was sent.
const product = productInBrowser(startWeb, /status of (404|500)/);
beforeAll(async () => {
  helena = await product.web.person('Helena Duarte', 'premium');
  await helena.post('/create', { title: 'How we chose your name', content: 'Dear Ana,\n\nStill here.' });
  const pictureId = await keptFile(await upload(helena, PNG, { type: 'image', title: 'Your room', name: 'room.png' }));
  await product.web.query(
    `update thumbnails set state = 'ready', next_try_at = null, width = 64, height = 48, sealed = 'x' where file_id = ?`,
    [pictureId],
  );
  for (const [name, type, title] of [
    ['fading.mp3', 'audio', 'Goodnight'],
    ['teal.mp4', 'video', 'Five candles'],
    ['teal.avi', 'video', 'The old camera'],
  ] as const)
    await keptFile(
      await upload(helena, new Uint8Array(await readFile(resolve(FIXTURES, name))), { type, title, name }),
    );
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await product.open({ as: helena, ...options });
  // No picture comes: what stands for it then is the matter of a test below.
  await page.route('**/thumbnail', (route) => route.fulfill({ status: 404 }));
  await page.goto(path, { waitUntil: 'networkidle' });
}

const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
/** What stands for a thing on the shelf says nothing beside its title, and has no name. */
const thumbnails = () => page.getByRole('main').getByRole('listitem').getByRole('presentation');
const picture = () => page.getByRole('img', { name: 'Your room' });
/** What plays it. */
const player = (name: string) => dialog(name).getByLabel(name, { exact: true });
const address = () => page.url().slice(product.web.origin.length);
const sees = (text: string) => page.getByText(text).first().waitFor();
/** What is asked lies over everything else. */
const asked = (name: string) => page.getByRole('dialog').last().getByRole('button', { name, exact: true });

test.each(['/dashboard', '/dashboard/content?type=text'])(
  'a letter opens over %s, and goes with Escape',
  async (list) => {
    holds('S2-22');
    await open(list);
    await link('How we chose your name').last().focus();
    await page.keyboard.press('Enter');
    await dialog('How we chose your name').getByText('Still here.').waitFor();
    expect(address()).toMatch(/^\/dashboard\/content\/[0-9a-f-]{36}$/);
    const places: (string | undefined)[] = [];
    for (let n = 0; n < 9; n++) {
      await page.keyboard.press('Tab');
      places.push(await page.evaluate(() => document.activeElement?.closest('dialog, main, header')?.tagName));
    }
    // The browser's own bar may have the focus in between; the page behind never does.
    expect(places).toContain('DIALOG');
    expect(places.filter((place) => place === 'MAIN' || place === 'HEADER')).toEqual([]);

    await page.keyboard.press('Escape');
    await page.waitForURL(`**${list}`);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await hasFocus(link('How we chose your name'))).toBe(true);

    await page.goForward();
    await dialog('How we chose your name').waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await page.getByRole('heading', { level: 1, name: 'How we chose your name' }).waitFor();
    await link('Close').click();
    await page.getByRole('heading', { name: 'Everything you keep' }).waitFor();
  },
);

test('it is shown to everyone and hidden again without leaving the list, each time after a question', async () => {
  holds('S1-5', 'S4-3');
  await open('/dashboard/content');
  await link('How we chose your name').click();
  expect(await button('Make Private').isDisabled()).toBe(true);
  await button('Make Public').click();
  const question = dialog('Share “How we chose your name” publicly?');
  await question.getByText('Everyone will be able to see it').waitFor();
  expect(await hasFocus(button('Keep it private'))).toBe(true);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await hasFocus(button('Make Public'))).toBe(true);
  await button('Make Public').click();
  await question.getByRole('button', { name: 'Make Public' }).click();
  await sees('Content is now public');
  await question.waitFor({ state: 'hidden' });
  expect(await button('Make Public').isDisabled()).toBe(true);
  // Said above the dialog, where it is seen.
  expect(
    await notices(page)
      .first()
      .evaluate((one) => one.matches(':popover-open')),
  ).toBe(true);
  await button('Make Private').click();
  await sees('Are you sure? It will no longer be visible to others');
  await asked('Make Private').click();
  await sees('Content is now private');
  await dialog('Make “How we chose your name” private?').waitFor({ state: 'hidden' });
  expect(await button('Make Private').isDisabled()).toBe(true);
  expect(await dialog('How we chose your name').count()).toBe(1);
  await link('Close').click();
  await page.waitForURL('**/dashboard/content');
});

test('what is opened on a slow line says at once that it comes, and when it is gone the way to the rest', async () => {
  await helena.post('/create', { title: 'Soon gone', content: 'Rui,' });
  await open('/dashboard/content');
  await product.web.query(`delete from contents where id = ?`, [
    (await link('Soon gone').getAttribute('href'))?.split('/').at(-1) ?? '',
  ]);
  const held = Promise.withResolvers<void>();
  await page.route('**/open/*.data*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await link('Soon gone').click();
  const busy = () =>
    page
      .getByRole('listitem')
      .evaluateAll((all) => all.filter((one) => one.ariaBusy === 'true').map((one) => one.textContent));
  await expect.poll(busy).toEqual([expect.stringContaining('Soon gone')]);
  held.resolve();
  await dialog('We looked, and found nothing').getByRole('link', { name: 'Everything you keep' }).click();
  await link('Soon gone').waitFor({ state: 'detached' });
  expect([address(), await link('How we chose your name').count()]).toEqual(['/dashboard/content', 1]);
});

test('it is deleted after a question that names the delivery that goes with it', async () => {
  await helena.post('/create', { title: 'For the morning after', content: 'Rui,' });
  for (const { id } of await product.web.query<{ id: string }>(`select id from contents where type = 'text'`))
    await helena.post('/schedule', {
      content_id: id,
      delivery_type: 'email',
      recipient_email: 'rui@example.com',
      recipient_name: 'Rui',
      date: '2031-05-04',
      time: '09:00',
      time_zone: 'Europe/Lisbon',
    });
  await open('/dashboard/content?type=text');
  await link('For the morning after').click();
  await sees('Sealed until 4 May 2031, for Rui.');
  await button('Delete').click();
  await sees('to Rui, on Sunday 4 May 2031 at 09:00');
  // Enter once too often keeps it.
  await page.keyboard.press('Enter');
  await page.getByText('This action cannot be undone.').waitFor({ state: 'hidden' });
  expect(await hasFocus(button('Delete'))).toBe(true);
  await page.keyboard.press('Enter');
  await asked('Delete').click();
  await sees('Content deleted successfully');
  expect(address()).toBe('/dashboard/content?type=text');
  expect(await link('For the morning after').count()).toBe(0);
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Texts' }))).toBe(true);
  await page.goto('/schedule', { waitUntil: 'networkidle' });
  expect(await button('Delete For the morning after').count()).toBe(0);
  await button('Delete How we chose your name').click();
  await sees('What it carries stays with you.');
  expect(await hasFocus(button('Keep it'))).toBe(true);
  await button('Delete').click();
  await sees('Nothing is waiting to be sent.');
  // No list is left that it could go to.
  await expect.poll(() => hasFocus(page.getByRole('heading', { name: 'Schedule', exact: true }))).toBe(true);
});

test('a picture that does not come hides itself, on the shelf and as a whole', async () => {
  holds('S8-35');
  await open('/dashboard/content?type=image');
  await sees('PNG, 0.01 MB');
  expect(await thumbnails().count()).toBe(0);
  await page.route('**/api/content/file/*', (route) => route.fulfill({ status: 404 }));
  await link('Your room').click();
  await sees('We cannot reach this file just now.');
  expect(await picture().count()).toBe(0);
  expect(await link('Download').count()).toBe(0);
  // The same where it failed before the scripts ran.
  await page.reload({ waitUntil: 'networkidle' });
  await sees('We cannot reach this file just now.');
  await page.unroute('**/api/content/file/*');
  await button('Try again').click();
  await picture().waitFor();
  expect(await link('Download').isVisible()).toBe(true);
});

test('a picture that is made meanwhile appears by itself', async () => {
  await open('/dashboard/content?type=video');
  await sees('MP4, 0.01 MB');
  await page.route('**/thumbnail', (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
  await product.web.query(
    `update thumbnails set state = 'ready', next_try_at = null, width = 64, height = 48, sealed = 'x'
     where file_id = (select file_id from contents where content_type = 'video/mp4')`,
  );
  await thumbnails().waitFor();
});

test('sound and film play in place, and what does not says so', async () => {
  await open('/dashboard/content');
  await link('Goodnight').click();
  const seconds = (name: string) => player(name).evaluate((element: HTMLMediaElement) => element.duration);
  await expect.poll(() => seconds('Goodnight')).toBeGreaterThan(0.5);
  await sees('fading.mp3');
  await page.goBack();
  await link('Five candles').click();
  await expect.poll(() => seconds('Five candles')).toBeGreaterThan(0);
  await page.goBack();
  await link('The old camera').click();
  await sees('This browser does not play AVI files.');
  expect(await player('The old camera').count()).toBe(0);
  const downloading = page.waitForEvent('download');
  await link('Download').click();
  expect((await downloading).suggestedFilename()).toBe('teal.avi');
});

test('without scripts a thing is a page, and each question too', async () => {
  holds('S2-22');
  await open('/dashboard/content', { javaScriptEnabled: false });
  await link('Your room').click();
  await page.getByRole('heading', { level: 1, name: 'Your room' }).waitFor();
  await button('Make Public').click();
  await page.getByRole('heading', { name: 'Share “Your room” publicly?' }).waitFor();
  await link('Keep it private').click();
  await button('Delete').click();
  await page.getByRole('heading', { name: /^Delete “Your room”/ }).waitFor();
  await button('Delete').click();
  await sees('Content deleted successfully');
  expect(address()).toBe('/dashboard/content');
});

test('a letter over its list, and a question over both, fit everywhere and shut nobody out', async () => {
  await open('/dashboard/content');
  await link('How we chose your name').click();
  await dialog('How we chose your name').waitFor();
  await inspectEverywhere(page);
  await button('Make Public').click();
  await dialog('Share “How we chose your name” publicly?').waitFor();
  await inspectEverywhere(page);
});

test('what is damaged says so in its place, and when it is to be downloaded: no browser is blamed', async () => {
  await product.web.query('update files set seal_header = set_byte(seal_header, 9, get_byte(seal_header, 9) # 1)');
  await open('/dashboard/content');
  for (const name of ['Five candles', 'Goodnight']) {
    await link(name).click();
    await page.getByRole('alert').getByText(DAMAGED_FILE).waitFor();
    expect([await player(name).count(), await link('Download').count()]).toEqual([0, 0]);
    await page.goBack();
  }
  await link('The old camera').click();
  await link('Download').click();
  await sees(DAMAGED_FILE);
  expect(address()).not.toContain('/api/');
});
