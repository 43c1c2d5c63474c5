/** Keeping things, as people do it: picked, dropped, watched on their way, and without scripts. */
import { mkdtemp, open as openFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { holds } from '#tests/spec/holds.ts';
import { notices, productInBrowser } from './browser.ts';
import {
  choose,
  drop,
  filesReady,
  leave,
  message,
  NOTES,
  PICTURE,
  pick,
  picker,
  save,
  sees,
  shelfOf,
  title,
} from './create-page.ts';
import { goto } from './hydrated.ts';
import { inspectEverywhere, saidAt } from './inspect.ts';

let person: Awaited<ReturnType<Web['person']>>;
let shelf: ReturnType<typeof shelfOf>;
let page: Page;

// What is refused, and a line that is lost, is noted by the browser, and meant.
const product = productInBrowser(startWeb, /status of 4|ERR_/);
beforeEach(async () => {
  person = await product.web.person('Helena Duarte', 'free');
  shelf = shelfOf(product.web, person.email);
});

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillhere-create-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file of zeros. @returns its path: the browser reads it, where a buffer would have to reach it through its driver */
async function largeFile(name: string, bytes: number): Promise<string> {
  const path = join(folder, name);
  const file = await openFile(path, 'w');
  await file.truncate(bytes);
  await file.close();
  return path;
}

/** So much, at bytes a second, takes minutes: it does not arrive while a test looks at it. */
const SIZE = 8 * MEGABYTE;
const SLOW = MEGABYTE / 16;

const saidAtPicker = () => expect.poll(() => saidAt(picker(page)));

describe('one file', () => {
  test('has a preview before it is sent, fills an empty title with its name, and is scheduled next', async () => {
    holds('S5-4', 'S8-25');
    await openCreate();
    await choose(page, 'Image');
    await sees(page, 'JPG, PNG, GIF. 50.00 MB of 50.00 MB left.');
    expect(await picker(page).getAttribute('accept')).toBe('image/*');
    await pick(page, PICTURE);
    await expect.poll(() => title(page).inputValue()).toBe('the-hills.png');
    const preview = page.getByRole('img', { name: 'Preview of the-hills.png' });
    await preview.waitFor();
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await title(page).fill('The hills');
    await shelf.onPremium();
    await save(page);
    await sees(page, 'Content created successfully!');
    await page.waitForURL('**/dashboard?content=*');
    expect(await shelf.kept()).toEqual(['image']);
    await page.getByRole('status').getByText('“The hills” is in your vault.').waitFor();
    await page.getByRole('link', { name: 'Choose who and when' }).first().click();
    await expect.poll(() => page.getByLabel('Content').textContent()).toContain('The hills');
  });

  test('is required, and a title that the owner wrote stays', async () => {
    holds('S5-3');
    await openCreate('?type=audio');
    await sees(page, 'MP3, WAV, OGG');
    await filesReady(page);
    await title(page).fill('Grandmother singing');
    await save(page);
    await notices(page).getByText('Please select a file').first().waitFor();
    await saidAtPicker().toContain('Please select a file');
    await pick(page, { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('ID3') });
    await saidAtPicker().not.toContain('Please select a file');
    expect(await title(page).inputValue()).toBe('Grandmother singing');
    await page.getByRole('button', { name: 'Remove song.mp3' }).click();
    expect(await title(page).inputValue()).toBe('Grandmother singing');
    await pick(page, { ...NOTES, buffer: Buffer.alloc(0) });
    await save(page);
    await sees(page, 'Error creating content: This file is empty. Please choose another.');
    // Where it happened, and not in the toast alone.
    await sees(page.getByRole('main'), 'This file is empty. Please choose another.');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(await shelf.kept()).toEqual([]);
  });

  test('that is of another type says what it became, and can be kept as a File when it is not what its name says', async () => {
    await openCreate('?type=image');
    await filesReady(page);
    await pick(page, { ...NOTES, name: 'song.mp3', mimeType: 'audio/mpeg' });
    await page.getByRole('status').getByText('song.mp3 is a recording, so we’ll save it as Audio.').waitFor();
    await expect.poll(() => page.getByRole('radio', { name: 'Audio' }).isChecked()).toBe(true);
    await save(page);
    await sees(page, 'Error creating content: This isn’t an audio recording that we can show.');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Keep it as a File song.mp3' }).click();
    await page.waitForURL('**/dashboard?content=*');
    expect(await shelf.kept()).toEqual(['file']);
  });

  test('that does not fit is not sent, and the page says how much room is left', async () => {
    const path = await largeFile('too-long.mp4', 61 * MEGABYTE);
    await openCreate('?type=video');
    await filesReady(page);
    let requests = 0;
    await page.route('**/create/upload', (route) => {
      if (route.request().method() === 'GET') return route.continue();
      requests += 1;
      return route.abort();
    });
    await picker(page).setInputFiles(path);
    await sees(page, 'This needs 61.00 MB, and you have 50.00 MB of 50.00 MB left.');
    await sees(page, 'It is larger than your whole vault, so deleting something wouldn’t help.');
    await save(page);
    await sees(page, 'Error creating content: This needs 61.00 MB');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    expect(requests).toBe(0);
  });

  test('without room for it says which plan would help, and can be sent once there is room', async () => {
    await openCreate('?type=file');
    await filesReady(page);
    await pick(page, NOTES);
    await shelf.fill(50 * MEGABYTE);
    await save(page);
    await sees(page, 'Error creating content: This needs 0.01 MB, and you have 0.00 MB of 50.00 MB left.');
    await sees(page.getByRole('main'), 'This needs 0.01 MB, and you have 0.00 MB of 50.00 MB left.');
    await sees(page, 'Any file. 0.00 MB of 50.00 MB left.');
    expect(await page.getByRole('link', { name: 'your vault' }).getAttribute('href')).toBe('/dashboard/content');
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await shelf.fill(0);
    // Again and again: the page listens for it only once it has shown that there is no room.
    await expect
      .poll(async () => {
        await page.evaluate(() => dispatchEvent(new Event('focus')));
        return page.getByText('There is room for it now.').count();
      })
      .toBe(1);
    await page.getByRole('button', { name: 'Try again notes.txt' }).click();
    await page.waitForURL('**/dashboard?content=*');
    expect(await shelf.kept()).toEqual(['file']);
  });
});

test('an upload shows how far it is, can be cancelled, survives a lost line, and is left only on purpose', async () => {
  await openCreate('?type=file');
  const line = await page.context().newCDPSession(page);
  await line.send('Network.enable');
  const speed = (uploadThroughput: number, offline = false) =>
    line.send('Network.emulateNetworkConditions', { offline, latency: 0, downloadThroughput: -1, uploadThroughput });
  await filesReady(page);
  await picker(page).setInputFiles(await largeFile('archive.bin', SIZE));
  await page.getByRole('button', { name: 'Remove archive.bin' }).waitFor();
  await speed(SLOW);
  await save(page);
  await page.getByRole('group', { name: 'Upload of archive.bin' }).waitFor();
  await page.getByText(/^\d\.\d\d of 8\.00 MB$/).waitFor();
  await page.getByText(/^0\.\d\d MB a second, about \d+ (seconds?|minutes?) left$/).waitFor();
  expect(await page.getByRole('progressbar').getAttribute('max')).toBe(`${SIZE}`);

  await leave(page);
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(new URL(page.url()).pathname).toBe('/create');
  const isAsked = () => page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })));
  await expect.poll(isAsked).toBe(true);

  await page.getByRole('button', { name: 'Cancel archive.bin' }).click();
  await sees(page, 'Cancelled. This file wasn’t saved.');
  await page.getByRole('status').filter({ hasText: 'archive.bin: cancelled.' }).waitFor({ state: 'attached' });
  await expect.poll(isAsked).toBe(false);

  await speed(-1, true);
  await page.getByRole('button', { name: 'Try again archive.bin' }).click();
  await sees(page, 'The connection was lost, so this file wasn’t saved.');
  expect(await title(page).inputValue()).toBe('archive.bin');

  await speed(SLOW);
  await page.getByRole('button', { name: 'Try again archive.bin' }).click();
  await page.getByText(/^\d\.\d\d of 8\.00 MB$/).waitFor();
  await leave(page);
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL('**/dashboard*');
  expect(await shelf.kept()).toEqual([]);
});

test('a letter that cannot be sent without a connection stays on the page, every word of it', async () => {
  await openCreate();
  await title(page).fill('For Ana');
  await message(page).fill('Dear Ana, every word.');
  await page.context().setOffline(true);
  await save(page);
  await sees(page, 'We lost the connection. Nothing you wrote is lost');
  expect(await message(page).inputValue()).toBe('Dear Ana, every word.');
  await page.context().setOffline(false);
  await save(page);
  await page.waitForURL('**/dashboard?content=*');
  expect(await shelf.kept()).toEqual(['text']);
});

describe('sharing publicly', () => {
  test('asks first, and only a yes ticks the box', async () => {
    holds('S4-4', 'S5-13');
    await shelf.onPremium();
    await openCreate();
    const box = page.getByLabel('Share publicly PREMIUM');
    const question = page.getByRole('dialog', { name: 'Share it with everyone?' });
    await box.click();
    await question.getByText('Everyone will be able to see it').waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await page.getByRole('button', { name: 'Keep it private' }).click();
    await question.waitFor({ state: 'hidden' });
    expect(await box.isChecked()).toBe(false);
    await box.click();
    await page.getByRole('button', { name: 'Share publicly' }).click();
    await expect.poll(() => box.isChecked()).toBe(true);
    await title(page).fill('For everyone');
    await message(page).fill('Good morning.');
    await save(page);
    await page.waitForURL('**/dashboard?content=*');
    expect(await shelf.shared()).toEqual([true]);
  });
});

test('without scripts: a type is a link, a file goes with its form, and what was written comes back', async () => {
  await shelf.onPremium();
  await openCreate('', { javaScriptEnabled: false });
  await page.getByRole('link', { name: 'Image' }).click();
  await page.waitForURL('**/create?type=image');
  expect(await picker(page).getAttribute('accept')).toBe('image/*');
  expect(await message(page).isVisible()).toBe(false);
  await title(page).fill('The hills');
  await save(page);
  await page.getByRole('status').getByText('Please select a file').waitFor();
  await picker(page).setInputFiles({ ...PICTURE, buffer: Buffer.alloc(0) });
  await save(page);
  await sees(page, 'Please choose the file again');
  expect(await title(page).inputValue()).toBe('The hills');
  await picker(page).setInputFiles(PICTURE);
  await page.getByRole('group').getByText('Share publicly').click();
  await page.getByLabel('Yes, share it publicly').check();
  await save(page);
  await page.waitForURL('**/dashboard?content=*');
  await sees(page, 'Content created successfully!');
  expect(await shelf.kept()).toEqual(['image']);
  expect(await shelf.shared()).toEqual([true]);
});

test('the page with picked files fits every width, and is accessible', async () => {
  await openCreate('?type=image');
  await filesReady(page);
  await pick(page, PICTURE);
  await inspectEverywhere(page);
  await drop(page, [NOTES, { ...NOTES, name: `${'long'.repeat(40)}.txt` }]);
  await page.getByRole('heading', { name: '3 files to save' }).waitFor();
  await inspectEverywhere(page);
});

async function openCreate(query = '', options: BrowserContextOptions = {}): Promise<void> {
  page = await product.open({ as: person, ...options });
  await goto(page, `/create${query}`);
}
