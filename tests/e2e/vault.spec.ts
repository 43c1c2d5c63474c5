/** Items in a browser: over their list, and as a page. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { damageTexts } from '#messages/en/damage.ts';
import { say } from '#messages/say.ts';
import { keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { notices, productInBrowser } from './browser.ts';
import { waitForFocus } from './focus.ts';
import { goto, hydrated } from './hydrated.ts';
import { inspectEverywhere } from './inspect.ts';

const FIXTURES = resolve(import.meta.dirname, '../media/fixtures');

let helena: Awaited<ReturnType<Web['person']>>;
let page: Page;

// The browser notes each refusal that it was sent.
const product = productInBrowser(startWeb, /status of (404|500)/);
beforeEach(async () => {
  helena = await product.web.person('Helena Duarte', 'premium');
  await keepLetter('How we chose your name', 'Dear Ana,\n\nStill here.');
});

/** @returns the id of the letter */
async function keepLetter(title: string, content: string): Promise<string> {
  const { headers } = await helena.post('/create', { title, content });
  return new URL(headers.get('location') ?? '', product.web.origin).searchParams.get('content') ?? '';
}

/** A picture whose small copy has been made. */
async function keepPicture(): Promise<void> {
  const file = await keptFile(await upload(helena, PNG, { type: 'image', title: 'Your room', name: 'room.png' }));
  await makeThumbnail(file);
}

async function makeThumbnail(file: string): Promise<void> {
  await product.web.query(
    `update thumbnails set state = 'ready', width = 64, height = 48, sealed = 'x' where file_id = ?`,
    [file],
  );
}

/** @returns the id of the file */
async function keepFixture(type: string, title: string, name: string): Promise<string> {
  const bytes = new Uint8Array(await readFile(resolve(FIXTURES, name)));
  return keptFile(await upload(helena, bytes, { type, title, name }));
}

/** Three files that nobody waits for: a list with a new one asks for its picture again and again. */
async function keepRecordings(): Promise<void> {
  const files = [
    await keepFixture('audio', 'Goodnight', 'fading.mp3'),
    await keepFixture('video', 'Five candles', 'teal.mp4'),
    await keepFixture('video', 'The old camera', 'teal.avi'),
  ];
  for (const file of files)
    await product.web.query(`update contents set created_at = now() - interval '1 hour' where file_id = ?`, [file]);
}

async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await product.open({ as: helena, ...options });
  // No picture comes: a test below is about what is shown then.
  await page.route('**/thumbnail', (route) => route.fulfill({ status: 404 }));
  if (options.javaScriptEnabled === false) await page.goto(path);
  else await goto(page, path);
}

const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
/** The picture of a thing on the shelf says nothing beside its title, and has no name. */
const thumbnails = () => page.getByRole('main').getByRole('listitem').getByRole('presentation');
const picture = () => page.getByRole('img', { name: 'Your room' });
/** What plays it. */
const player = (name: string) => dialog(name).getByLabel(name, { exact: true });
const address = () => page.url().slice(product.web.origin.length);
const sees = (text: string) => page.getByText(text).first().waitFor();
/** A button of the question of this name. */
const answer = (question: string, name: string) => dialog(question).getByRole('button', { name, exact: true });
const isDisabled = (name: string) => expect.poll(() => button(name).isDisabled());
const dialogs = () => expect.poll(() => page.getByRole('dialog').count());

test.each(['/dashboard', '/dashboard/content?type=text'])(
  'a letter opens over %s, and closes with Escape',
  async (list) => {
    holds('S2-22');
    await open(list);
    await link('How we chose your name').last().focus();
    await page.keyboard.press('Enter');
    await dialog('How we chose your name').getByText('Still here.').waitFor();
    await page.waitForURL(/\/dashboard\/content\/[0-9a-f-]{36}$/);
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
    await dialogs().toBe(0);
    await waitForFocus(link('How we chose your name'));

    await page.goForward();
    await dialog('How we chose your name').waitFor();
    await page.reload();
    await hydrated(page);
    await page.getByRole('heading', { level: 1, name: 'How we chose your name' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await link('Close').click();
    await page.getByRole('heading', { name: 'Your vault' }).waitFor();
  },
);

test('an item is published and hidden without leaving the list, each time after a question', async () => {
  holds('S1-5', 'S4-3');
  await open('/dashboard/content');
  await link('How we chose your name').click();
  await isDisabled('Make Private').toBe(true);
  await button('Make Public').click();
  const question = dialog('Share “How we chose your name” publicly?');
  await question.getByText('Everyone will be able to see it').waitFor();
  await waitForFocus(button('Keep it private'));
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  await waitForFocus(button('Make Public'));
  await button('Make Public').click();
  await question.getByRole('button', { name: 'Make Public' }).click();
  await sees('Content is now public');
  await question.waitFor({ state: 'hidden' });
  await isDisabled('Make Public').toBe(true);
  // Said above the dialog, where it is seen.
  const toasts = notices(page).first();
  await expect.poll(() => toasts.evaluate((one) => one.matches(':popover-open'))).toBe(true);
  await button('Make Private').click();
  await sees('Are you sure? It will no longer be visible to others');
  await answer('Make “How we chose your name” private?', 'Make Private').click();
  await sees('Content is now private');
  await dialog('Make “How we chose your name” private?').waitFor({ state: 'hidden' });
  await isDisabled('Make Private').toBe(true);
  expect(await dialog('How we chose your name').count()).toBe(1);
  await link('Close').click();
  await page.waitForURL('**/dashboard/content');
});

test('an item opened on a slow connection says at once that it is loading; a deleted one links to the list', async () => {
  const id = await keepLetter('Soon gone', 'Rui,');
  await open('/dashboard/content');
  await product.web.query(`delete from contents where id = ?`, [id]);
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
  await dialog('Page not found').getByRole('link', { name: 'Your vault' }).click();
  await page.waitForURL('**/dashboard/content');
  await link('How we chose your name').waitFor();
  expect(await link('Soon gone').count()).toBe(0);
});

test('an item is deleted after a question that names its delivery', async () => {
  await keepLetter('For the morning after', 'Rui,');
  const letters = 'select id from contents where owner_id = (select id from users where email = ?)';
  for (const { id } of await product.web.query<{ id: string }>(letters, [helena.email]))
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
  await sees('Will be sent to Rui on 4 May 2031.');
  await button('Delete').click();
  await sees('to Rui, on Sunday 4 May 2031 at 09:00');
  // Enter once too often keeps it.
  await page.keyboard.press('Enter');
  await page.getByText('This action cannot be undone.').waitFor({ state: 'hidden' });
  await waitForFocus(button('Delete'));
  await page.keyboard.press('Enter');
  await answer('Delete “For the morning after”?', 'Delete').click();
  await sees('Content deleted successfully');
  await page.waitForURL('**/dashboard/content?type=text');
  await link('For the morning after').waitFor({ state: 'detached' });
  await waitForFocus(page.getByRole('heading', { name: 'Texts' }));
  await goto(page, '/schedule');
  expect(await button('Delete For the morning after').count()).toBe(0);
  await button('Delete How we chose your name').click();
  await sees('itself stays in your vault.');
  await waitForFocus(button('Keep it'));
  await button('Delete').click();
  await sees('Nothing is scheduled.');
  // No list is left that it could go to.
  await waitForFocus(page.getByRole('heading', { name: 'Schedule', exact: true }));
});

test('an image that fails to load is hidden, on the shelf and on its page', async () => {
  holds('S8-35');
  await keepPicture();
  await open('/dashboard/content?type=image');
  await sees('PNG, 0.01 MB');
  await expect.poll(() => thumbnails().count()).toBe(0);
  await page.route('**/api/content/file/*', (route) => route.fulfill({ status: 404 }));
  await link('Your room').click();
  await sees('We can’t reach this file right now.');
  expect(await picture().count()).toBe(0);
  expect(await link('Download').count()).toBe(0);
  // The same where it failed before the scripts ran.
  await page.reload();
  await sees('We can’t reach this file right now.');
  await page.unroute('**/api/content/file/*');
  await button('Try again').click();
  await picture().waitFor();
  await link('Download').waitFor();
});

test('a thumbnail that is made meanwhile appears by itself', async () => {
  const file = await keepFixture('video', 'Five candles', 'teal.mp4');
  page = await product.open({ as: helena });
  await page.route('**/thumbnail', (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
  await page.clock.install();
  await goto(page, '/dashboard/content?type=video');
  await sees('MP4, 0.01 MB');
  expect(await thumbnails().count()).toBe(0);
  await makeThumbnail(file);
  // It looks again after three seconds.
  await page.clock.fastForward(3_000);
  await expect.poll(() => thumbnails().evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('recordings and videos play in place, and one that cannot says so', async () => {
  await keepRecordings();
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
  await sees('This browser can’t play AVI files.');
  expect(await player('The old camera').count()).toBe(0);
  const downloading = page.waitForEvent('download');
  await link('Download').click();
  expect((await downloading).suggestedFilename()).toBe('teal.avi');
});

test('without scripts an item is a page, and so is each question', async () => {
  holds('S2-22');
  await keepPicture();
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
  await page.waitForURL('**/dashboard/content');
});

test('a letter over its list, and a question over both, fit every width and are accessible', async () => {
  await open('/dashboard/content');
  await link('How we chose your name').click();
  await dialog('How we chose your name').waitFor();
  await inspectEverywhere(page);
  await button('Make Public').click();
  await dialog('Share “How we chose your name” publicly?').waitFor();
  await inspectEverywhere(page);
});

test('a damaged file says so in the page and on download, and does not blame the browser', async () => {
  await keepRecordings();
  await product.web.query(
    `update files set seal_header = set_byte(seal_header, 9, get_byte(seal_header, 9) # 1)
     where id in (select file_id from contents where owner_id = (select id from users where email = ?))`,
    [helena.email],
  );
  await open('/dashboard/content');
  for (const name of ['Five candles', 'Goodnight']) {
    await link(name).click();
    await page.getByRole('alert').getByText(say(damageTexts.file)).waitFor();
    expect([await player(name).count(), await link('Download').count()]).toEqual([0, 0]);
    await page.goBack();
  }
  await link('The old camera').click();
  await link('Download').click();
  await sees(say(damageTexts.file));
  expect(address()).not.toContain('/api/');
});
