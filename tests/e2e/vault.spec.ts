/** What is kept, as people look at it in a browser: over the list it stands in, and as a page. */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAMAGED_FILE } from '#app/http/damaged.ts';
import { keptFile, PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { axe, startBrowser } from './browser.ts';

const FIXTURES = resolve(import.meta.dirname, '../media/fixtures');

let web: Web;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let helena: Awaited<ReturnType<Web['person']>>;
let page: Page;

beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
  helena = await web.person('Helena Duarte', 'premium');
  await helena.post('/create', { title: 'How we chose your name', content: 'Dear Ana,\n\nStill here.' });
  const pictureId = await keptFile(await upload(helena, PNG, { type: 'image', title: 'Your room', name: 'room.png' }));
  await web.query(
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
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});
afterEach(async () => {
  await page.context().close();
  expect(browser.complaints().filter((one) => !one.includes('status of 404'))).toEqual([]);
});

async function open(path: string, options: BrowserContextOptions = {}): Promise<void> {
  page = await browser.open({ baseURL: web.origin, ...options });
  await page.context().addCookies([...helena.cookies].map(([name, value]) => ({ name, value, url: web.origin })));
  // No picture comes: what stands for it then is the matter of a test below.
  await page.route('**/thumbnail', (route) => route.fulfill({ status: 404 }));
  await page.goto(path, { waitUntil: 'networkidle' });
}

const link = (name: string) => page.getByRole('link', { name, exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const address = () => page.url().slice(web.origin.length);
const sees = (text: string) => page.getByText(text).first().waitFor();
/** What is asked lies over everything else. */
const asked = (name: string) => page.getByRole('dialog').last().getByRole('button', { name, exact: true });
const hasFocus = (name: string) => focused(link(name));
const focused = (one: Locator) => one.evaluate((element) => element === document.activeElement);

test.each(['/dashboard', '/dashboard/content?type=text'])(
  'a letter opens over %s, and goes with Escape',
  async (list) => {
    await open(list);
    await link('How we chose your name').last().focus();
    await page.keyboard.press('Enter');
    await dialog('How we chose your name').getByText('Still here.').waitFor();
    expect(address()).toMatch(/^\/dashboard\/content\/[0-9a-f-]{36}$/);
    expect((await axe(page)).violations).toEqual([]);
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
    expect(await hasFocus('How we chose your name')).toBe(true);

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
  await open('/dashboard/content');
  await link('How we chose your name').click();
  expect(await button('Make Private').isDisabled()).toBe(true);
  await button('Make Public').click();
  const question = dialog('Share “How we chose your name” publicly?');
  await question.getByText('Everyone will be able to see it').waitFor();
  expect(await focused(button('Keep it private'))).toBe(true);
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
  expect(await focused(button('Make Public'))).toBe(true);
  await button('Make Public').click();
  await question.getByRole('button', { name: 'Make Public' }).click();
  await sees('Content is now public');
  await question.waitFor({ state: 'hidden' });
  expect(await button('Make Public').isDisabled()).toBe(true);
  // Said above the dialog, where it is seen.
  expect(await page.locator('.toasts').evaluate((one) => one.matches(':popover-open'))).toBe(true);
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
  await web.query(`delete from contents where id = ?`, [
    (await link('Soon gone').getAttribute('href'))?.split('/').at(-1) ?? '',
  ]);
  const held = Promise.withResolvers<void>();
  await page.route('**/open/*.data*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await link('Soon gone').click();
  await page.locator('.keep[aria-busy=true]', { hasText: 'Soon gone' }).waitFor();
  expect(await page.locator('.keep[aria-busy=true]').count()).toBe(1);
  held.resolve();
  await dialog('We looked, and found nothing').getByRole('link', { name: 'Everything you keep' }).click();
  await link('Soon gone').waitFor({ state: 'detached' });
  expect([address(), await link('How we chose your name').count()]).toEqual(['/dashboard/content', 1]);
});

test('it is deleted after a question that names the delivery that goes with it', async () => {
  await helena.post('/create', { title: 'For the morning after', content: 'Rui,' });
  for (const { id } of await web.query<{ id: string }>(`select id from contents where type = 'text'`))
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
  expect(await focused(button('Delete'))).toBe(true);
  await page.keyboard.press('Enter');
  await asked('Delete').click();
  await sees('Content deleted successfully');
  expect(address()).toBe('/dashboard/content?type=text');
  expect(await link('For the morning after').count()).toBe(0);
  await expect.poll(() => focused(page.getByRole('heading', { name: 'Texts' }))).toBe(true);
  await page.goto('/schedule', { waitUntil: 'networkidle' });
  expect(await button('Delete For the morning after').count()).toBe(0);
  await button('Delete How we chose your name').click();
  await sees('What it carries stays with you.');
  expect(await focused(button('Keep it'))).toBe(true);
  await button('Delete').click();
  await sees('Nothing is waiting to be sent.');
  // No list is left that it could go to.
  await expect.poll(() => focused(page.getByRole('heading', { name: 'Schedule', exact: true }))).toBe(true);
});

test('a picture that does not come hides itself, on the shelf and as a whole', async () => {
  await open('/dashboard/content?type=image');
  await sees('PNG, 0.01 MB');
  expect(await page.locator('.keep img').count()).toBe(0);
  await page.route('**/api/content/file/*', (route) => route.fulfill({ status: 404 }));
  await link('Your room').click();
  await sees('We cannot reach this file just now.');
  expect(await dialog('Your room').locator('img').count()).toBe(0);
  expect(await link('Download').count()).toBe(0);
  // The same where it failed before the scripts ran.
  await page.reload({ waitUntil: 'networkidle' });
  await sees('We cannot reach this file just now.');
  await page.unroute('**/api/content/file/*');
  await button('Try again').click();
  await page.locator('img.picture').waitFor();
  expect(await link('Download').isVisible()).toBe(true);
});

test('a picture that is made meanwhile appears by itself', async () => {
  await open('/dashboard/content?type=video');
  await sees('MP4, 0.01 MB');
  await page.route('**/thumbnail', (route) => route.fulfill({ contentType: 'image/png', body: PNG }));
  await web.query(
    `update thumbnails set state = 'ready', next_try_at = null, width = 64, height = 48, sealed = 'x'
     where file_id = (select file_id from contents where content_type = 'video/mp4')`,
  );
  await page.locator('.film img').waitFor();
});

test('sound and film play in place, and what does not says so', async () => {
  await open('/dashboard/content');
  await link('Goodnight').click();
  const seconds = (element: HTMLMediaElement) => element.duration;
  const isLoaded = (tag: string) =>
    page.waitForFunction((name) => (document.querySelector(name) as HTMLMediaElement)?.duration > 0, tag);
  await isLoaded('audio');
  expect(await page.locator('audio').evaluate(seconds)).toBeGreaterThan(0.5);
  await sees('fading.mp3');
  await page.goBack();
  await link('Five candles').click();
  await isLoaded('video');
  await page.goBack();
  await link('The old camera').click();
  await sees('This browser does not play AVI files.');
  expect(await page.locator('video').count()).toBe(0);
  const downloading = page.waitForEvent('download');
  await link('Download').click();
  expect((await downloading).suggestedFilename()).toBe('teal.avi');
});

test('without scripts a thing is a page, and each question too', async () => {
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

test.each([
  [320, 'light'],
  [1440, 'dark'],
] as const)('every page of the vault fits %i pixels, by %s, and nobody is shut out', async (width, colorScheme) => {
  await open('/dashboard/content', { colorScheme, viewport: { width, height: 800 } });
  const letter = await link('How we chose your name').getAttribute('href');
  const id = letter?.split('/').at(-1);
  const audio = await link('Goodnight').getAttribute('href');
  const questions = ['edit', 'delete'].map((verb) => `/content/${id}/${verb}`);
  for (const path of ['/dashboard/content', letter ?? '', audio ?? '', ...questions]) {
    await page.goto(path, { waitUntil: 'networkidle' });
    const { violations } = await axe(page);
    expect([path, violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)]).toEqual([path, []]);
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect([path, Math.max(0, wider)]).toEqual([path, 0]);
  }
});

test('what is damaged says so in its place, and when it is to be downloaded: no browser is blamed', async () => {
  await web.query('update files set seal_header = set_byte(seal_header, 9, get_byte(seal_header, 9) # 1)');
  await open('/dashboard/content');
  for (const [name, tag] of [
    ['Five candles', 'video'],
    ['Goodnight', 'audio'],
  ] as const) {
    await link(name).click();
    await page.getByRole('alert').getByText(DAMAGED_FILE).waitFor();
    expect([await page.locator(tag).count(), await link('Download').count()]).toEqual([0, 0]);
    await page.goBack();
  }
  await link('The old camera').click();
  await link('Download').click();
  await sees(DAMAGED_FILE);
  expect(address()).not.toContain('/api/');
  // The browser notes each refusal that it was sent.
  expect(browser.complaints().filter((one) => !/status of (404|500)/.test(one))).toEqual([]);
});
