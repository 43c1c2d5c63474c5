/** Keeping things, as people do it: picked, dropped, watched on their way, and without scripts. */
import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { PNG } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { startBrowser } from './browser.ts';

const PICTURE = { name: 'the-hills.png', mimeType: 'image/png', buffer: PNG };
const NOTES = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Water the lemon tree.') };

let web: Web;
let browser: Awaited<ReturnType<typeof startBrowser>>;
let person: Awaited<ReturnType<Web['person']>>;
let page: Page;

beforeAll(async () => {
  [web, browser] = await Promise.all([startWeb(), startBrowser()]);
});
afterAll(async () => {
  await browser?.stop();
  await web?.stop();
});
beforeEach(async () => {
  person = await web.person();
});
afterEach(async () => {
  await page.context().close();
});

describe('one file', () => {
  test('is seen before it is sent, gives its name to an empty title, and is scheduled next', async () => {
    await openCreate();
    await choose('Image');
    await sees('JPG, PNG, GIF. 50.00 MB of your 50.00 MB are left.');
    expect(await picker().getAttribute('accept')).toBe('image/*');
    await pick(PICTURE);
    expect(await title().inputValue()).toBe('the-hills.png');
    const preview = page.getByRole('img', { name: 'Preview of the-hills.png' });
    await preview.waitFor();
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await title().fill('The hills');
    await save();
    await page.waitForURL('**/schedule?content=*');
    await sees('Content created successfully!');
    expect(await kept()).toEqual(['image']);
    expect(await page.getByLabel('Content').textContent()).toContain('The hills');
    expect(browser.complaints()).toEqual([]);
  });

  test('is asked for, and a title that somebody wrote stays', async () => {
    await openCreate('?type=audio');
    await sees('MP3, WAV, OGG');
    await desk();
    await title().fill('Grandmother singing');
    await save();
    await page.locator('.toast').getByText('Please select a file').first().waitFor();
    await page.locator('.error').getByText('Please select a file').waitFor();
    await pick({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') });
    expect(await page.locator('.error').count()).toBe(0);
    expect(await title().inputValue()).toBe('Grandmother singing');
    await page.getByRole('button', { name: 'Remove song.mp3' }).click();
    expect(await title().inputValue()).toBe('Grandmother singing');
    await pick({ ...NOTES, buffer: Buffer.alloc(0) });
    await save();
    await sees('Error creating content: This file is empty. Please choose another.');
    await page.locator('.error').getByText('This file is empty. Please choose another.').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await kept()).toEqual([]);
  });

  test('that is of another type says what it became, and can be kept as a File when it is not what its name says', async () => {
    await openCreate('?type=image');
    await desk();
    await pick({ ...NOTES, name: 'song.mp3', mimeType: 'audio/mpeg' });
    await page.getByRole('status').getByText('song.mp3 is a recording, so it is kept as Audio.').waitFor();
    expect(await page.getByRole('radio', { name: 'Audio' }).isChecked()).toBe(true);
    await save();
    await sees('Error creating content: This is not an audio recording that we can show.');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Keep it as a File song.mp3' }).click();
    await page.waitForURL('**/schedule?content=*');
    expect(await kept()).toEqual(['file']);
  });

  test('that does not fit is not sent, and what is left is said', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'stillhere-create-'));
    const path = join(folder, 'too-long.mp4');
    const file = await openFile(path, 'w');
    await file.truncate(61 * MEGABYTE);
    await file.close();
    await openCreate('?type=video');
    await desk();
    let requests = 0;
    await page.route('**/create/upload', (route) => {
      requests += 1;
      return route.abort();
    });
    await picker().setInputFiles(path);
    await sees('This needs 61.00 MB, and 50.00 MB of your 50.00 MB are left.');
    await sees('It is larger than your whole vault, so removing something would not help.');
    await save();
    await sees('Error creating content: This needs 61.00 MB');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(requests).toBe(0);
    await rm(folder, { recursive: true });
  });

  test('for which there is no room any more says what would help, and can go once there is room', async () => {
    await openCreate('?type=file');
    await desk();
    await pick(NOTES);
    await fill(50 * MEGABYTE);
    await save();
    await sees('Error creating content: ');
    await sees('This needs 0.01 MB, and 0.00 MB of your 50.00 MB are left.');
    await sees('Any file. 0.00 MB of your 50.00 MB are left.');
    expect(await page.getByRole('link', { name: 'everything you keep' }).getAttribute('href')).toBe(
      '/dashboard/content',
    );
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await fill(0);
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await sees('There is room for it now.');
    await page.getByRole('button', { name: 'Try again notes.txt' }).click();
    await page.waitForURL('**/schedule?content=*');
    expect(await kept()).toEqual(['file']);
  });
});

test('an upload shows how far it is, can be cancelled, survives a lost line, and is left only on purpose', async () => {
  await openCreate('?type=file');
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const speed = (uploadThroughput: number, offline = false) =>
    line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput });
  await desk();
  await pick({ name: 'archive.bin', mimeType: '', buffer: Buffer.alloc(4 * MEGABYTE, 7) });
  await speed(MEGABYTE / 2);
  await save();
  await page.getByRole('group', { name: 'Upload of archive.bin' }).waitFor();
  await page.getByText(/^\d\.\d\d of 4\.00 MB$/).waitFor();
  await page.getByText(/^0\.\d\d MB a second, about \d+ seconds? left$/).waitFor();
  expect(await page.getByRole('progressbar').getAttribute('max')).toBe(`${4 * MEGABYTE}`);

  await leave();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(new URL(page.url()).pathname).toBe('/create');
  const isAsked = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));
  expect(await page.evaluate(isAsked)).toBe(true);

  await page.getByRole('button', { name: 'Cancel archive.bin' }).click();
  await sees('Cancelled. Nothing of this file was kept.');
  expect(await page.getByRole('status').filter({ hasText: 'archive.bin: cancelled.' }).count()).toBe(1);
  expect(await page.evaluate(isAsked)).toBe(false);

  await speed(-1, true);
  await page.getByRole('button', { name: 'Try again archive.bin' }).click();
  await sees('The connection was lost, and nothing of this file was kept.');
  expect(await title().inputValue()).toBe('archive.bin');

  await speed(MEGABYTE / 2);
  await page.getByRole('button', { name: 'Try again archive.bin' }).click();
  await page.getByText(/^\d\.\d\d of 4\.00 MB$/).waitFor();
  await leave();
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/dashboard');
  expect(await kept()).toEqual([]);
});

test('a letter that meets a lost line stays on the page, every word of it', async () => {
  await openCreate();
  await title().fill('For Ana');
  await page.getByLabel('Message').fill('Dear Ana, every word.');
  await page.context().setOffline(true);
  await save();
  await sees('The connection was lost. Nothing you wrote was lost');
  expect(await page.getByLabel('Message').inputValue()).toBe('Dear Ana, every word.');
  await page.context().setOffline(false);
  await save();
  await page.waitForURL('**/schedule?content=*');
  expect(await kept()).toEqual(['text']);
});

test('several files that are dropped become several things; one that fails holds up no other', async () => {
  await openCreate();
  await title().fill('From the balcony');
  await drop([PICTURE, { ...NOTES, name: 'not-a-picture.jpg', mimeType: 'image/jpeg' }, NOTES]);
  await page.getByRole('heading', { name: '3 things to keep' }).waitFor();
  expect(await page.getByLabel('Title of the-hills.png').inputValue()).toBe('From the balcony');
  expect(await page.getByLabel('Title of notes.txt').inputValue()).toBe('notes.txt');
  expect(await page.getByLabel('Type of notes.txt').inputValue()).toBe('file');
  await save();
  await sees('Error creating content: 2 of 3 are kept.');
  await page.getByRole('heading', { name: '2 of 3 are kept' }).waitFor();
  await page.getByRole('heading', { name: '1 thing still to keep' }).waitFor();
  const link = await page.getByRole('link', { name: 'From the balcony' }).getAttribute('href');
  expect(await web.query(`select id ${own} and type = 'image'`, [person.email])).toEqual([
    { id: link?.replace('/dashboard/content/', '') },
  ]);
  await sees('This is not an image that we can show. You can keep it under the type File instead.');
  await page.getByRole('button', { name: 'Keep it as a File not-a-picture.jpg' }).click();
  await page.waitForURL('**/dashboard');
  await sees('Content created successfully!');
  expect(await kept()).toEqual(['file', 'file', 'image']);
});

test('several that are picked under "File" are taken for what they are, with the reason and the way back', async () => {
  await openCreate('?type=file');
  await desk();
  await picker().setInputFiles([PICTURE, { ...PICTURE, name: 'the-sea.png' }, NOTES]);
  await page.getByRole('heading', { name: '3 things to keep' }).waitFor();
  expect(await page.getByText('A picture, so it is kept as an Image.').count()).toBe(2);
  await page.getByRole('button', { name: 'Keep it as a File the-sea.png' }).click();
  expect(await page.getByText('A picture, so it is kept as an Image.').count()).toBe(1);
  expect(await page.getByLabel('Type of the-sea.png').inputValue()).toBe('file');
  await save();
  await page.waitForURL('**/dashboard');
  expect(await kept()).toEqual(['file', 'file', 'image']);
});

test('a letter that is half written survives files that are dropped on it, and comes back when they are kept', async () => {
  await openCreate();
  await title().fill('For Ana');
  await message().fill('Dear Ana, every word');
  await drop([PICTURE]);
  const told = page.getByRole('status').filter({ hasText: 'Your letter “For Ana” is still here, every word of it.' });
  await told.getByText('the-hills.png is a picture, so it is kept as an Image.').waitFor();
  expect(await title().inputValue()).toBe('the-hills.png');
  await page.getByRole('button', { name: 'Back to the letter' }).click();
  expect([await title().inputValue(), await message().inputValue()]).toEqual(['For Ana', 'Dear Ana, every word']);
  await sees('the-hills.png is still here, and not kept yet.');
  await page.getByRole('button', { name: 'Back to the file' }).click();
  await title().fill('The hills');
  await save();
  await sees('Content created successfully!');
  await page.getByRole('status').getByRole('link', { name: 'The hills' }).waitFor();
  expect([await title().inputValue(), await message().inputValue()]).toEqual(['For Ana', 'Dear Ana, every word']);
  await save();
  await page.waitForURL('**/schedule?content=*');
  expect(await kept()).toEqual(['image', 'text']);
});

describe('sharing publicly', () => {
  test('is asked before, and only a yes ticks the box', async () => {
    await onPremium();
    await openCreate();
    const box = page.getByLabel('Share publicly PREMIUM');
    await box.click();
    await page.getByRole('dialog', { name: 'Share publicly?' }).getByText('Everyone will be able to see it').waitFor();
    await page.keyboard.press('Escape');
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await page.getByRole('button', { name: 'Keep it private' }).click();
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await page.getByRole('button', { name: 'Share publicly' }).click();
    expect(await box.isChecked()).toBe(true);
    await title().fill('For everyone');
    await page.getByLabel('Message').fill('Good morning.');
    await save();
    await page.waitForURL('**/schedule?content=*');
    expect(await shared()).toEqual([true]);
  });
});

test('without scripts: a type is a link, a file goes with its form, and what was written comes back', async () => {
  await onPremium();
  await openCreate('', { javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Image' }).click();
  await page.waitForURL('**/create?type=image');
  expect(await picker().getAttribute('accept')).toBe('image/*');
  expect(await page.getByLabel('Message').isVisible()).toBe(false);
  await title().fill('The hills');
  await save();
  await page.getByRole('status').getByText('Please select a file').waitFor();
  await sees('Please choose the file again');
  expect(await title().inputValue()).toBe('The hills');
  await picker().setInputFiles(PICTURE);
  await page.locator('summary').click();
  await page.getByLabel('Yes, share it publicly').check();
  await save();
  await page.waitForURL('**/schedule?content=*');
  await sees('Content created successfully!');
  expect(await kept()).toEqual(['image']);
  expect(await shared()).toEqual([true]);
});

test.each([
  ['light', 320],
  ['dark', 1440],
] as const)('files by %s on %i pixels fit, and nobody is shut out', async (colorScheme, width) => {
  await openCreate('?type=image', { colorScheme, viewport: { width, height: 900 } });
  await desk();
  await pick(PICTURE);
  await inspect();
  await drop([NOTES, { ...NOTES, name: `${'long'.repeat(40)}.txt` }]);
  await page.getByRole('heading', { name: '3 things to keep' }).waitFor();
  await inspect();
});

async function openCreate(query = '', options: BrowserContextOptions = {}): Promise<void> {
  page = await browser.open({ baseURL: web.origin, ...options });
  await page.context().addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: web.origin })));
  await page.goto(`/create${query}`, { waitUntil: 'networkidle' });
}

const picker = () => page.getByRole('button', { name: 'File', exact: true });
const title = () => page.getByLabel('Title', { exact: true });
const message = () => page.getByLabel('Message');
const save = () => page.getByRole('button', { name: 'Save' }).click();
const sees = (text: string) => page.getByText(text).first().waitFor();
/** What shows and sends files has been fetched. */
const desk = () => page.locator('input[type=file][multiple]').waitFor({ state: 'attached' });

async function leave(): Promise<void> {
  await page.getByRole('link', { name: 'Dashboard' }).first().click();
  await page.getByRole('heading', { name: 'Leave while this is being kept?' }).waitFor();
}

async function choose(type: string): Promise<void> {
  await page.getByRole('radio', { name: type, exact: true }).check();
  await desk();
}

async function pick(file: typeof PICTURE): Promise<void> {
  await picker().setInputFiles(file);
  await page.getByRole('button', { name: `Remove ${file.name}` }).waitFor();
}

async function drop(files: (typeof PICTURE)[]): Promise<void> {
  await page.dispatchEvent('body', 'dragenter');
  await desk();
  const given = files.map(({ buffer, ...file }) => ({ ...file, text: buffer.toString('base64') }));
  const transfer = await page.evaluateHandle((list) => {
    const made = new DataTransfer();
    for (const { name, mimeType, text } of list) {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      made.items.add(new File([bytes], name, { type: mimeType }));
    }
    return made;
  }, given);
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer });
  await page.locator('.drop-over').waitFor({ state: 'attached' });
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
}

async function inspect(): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
}

const own = 'from contents where owner_id = (select id from users where email = ?)';

async function kept(): Promise<string[]> {
  const rows = await web.query<{ type: string }>(`select type ${own} order by type`, [person.email]);
  return rows.map(({ type }) => type);
}

/** As if so many bytes were kept already. */
async function fill(bytes: number): Promise<void> {
  await web.query(
    `insert into storage_use (owner_id, type, items, bytes) select id, 'video', 1, ? from users where email = ?
     on conflict (owner_id, type) do update set bytes = excluded.bytes`,
    [bytes, person.email],
  );
}

async function shared(): Promise<boolean[]> {
  const rows = await web.query<{ is_public: boolean }>(`select is_public ${own}`, [person.email]);
  return rows.map(({ is_public }) => is_public);
}

async function onPremium(): Promise<void> {
  await web.query(`insert into subscriptions (owner_id, plan) select id, 'premium' from users where email = ?`, [
    person.email,
  ]);
}
