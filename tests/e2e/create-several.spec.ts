/** Several things at once, and files that come between a letter and its end. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { productInBrowser } from './browser.ts';
import { drop, filesReady, message, NOTES, PICTURE, picker, save, sees, shelfOf, title } from './create-page.ts';
import { hasFocus } from './focus.ts';
import { goto } from './hydrated.ts';

const EMPTY = { ...NOTES, name: 'empty.txt', buffer: Buffer.alloc(0) };

let person: Awaited<ReturnType<Web['person']>>;
let shelf: ReturnType<typeof shelfOf>;
let page: Page;

// What is refused is noted by the browser, and meant.
const product = productInBrowser(startWeb, /status of 4/);
beforeEach(async () => {
  person = await product.web.person('Helena Duarte', 'free');
  shelf = shelfOf(product.web, person.email);
});

test('several dropped files become several items; one that fails delays no other', async () => {
  await openCreate();
  await title(page).fill('From the balcony');
  await drop(page, [PICTURE, { ...NOTES, name: 'not-a-picture.jpg', mimeType: 'image/jpeg' }, NOTES]);
  await page.getByRole('heading', { name: '3 files to save' }).waitFor();
  expect(await page.getByLabel('Title of the-hills.png').inputValue()).toBe('From the balcony');
  expect(await page.getByLabel('Title of notes.txt').inputValue()).toBe('notes.txt');
  expect(await page.getByLabel('Type of notes.txt').inputValue()).toBe('file');
  await save(page);
  await sees(page, 'Error creating content: 2 of 3 are saved.');
  await page.getByRole('heading', { name: '2 of 3 are saved' }).waitFor();
  await page.getByRole('heading', { name: '1 file not saved yet' }).waitFor();
  const link = await page.getByRole('link', { name: 'From the balcony' }).getAttribute('href');
  expect(await shelf.addresses('image')).toEqual([link]);
  await sees(page, 'This isn’t an image that we can show. You can save it as a File instead.');
  await page.getByRole('button', { name: 'Keep it as a File not-a-picture.jpg' }).click();
  await sees(page, 'Content created successfully!');
  await page.waitForURL('**/dashboard?content=*');
  expect(await shelf.kept()).toEqual(['file', 'file', 'image']);
});

test('several files picked under "File" get their own types, and continue without one that is refused', async () => {
  await openCreate('?type=file');
  await filesReady(page);
  await picker(page).setInputFiles([PICTURE, { ...PICTURE, name: 'the-sea.png' }, NOTES, EMPTY]);
  await page.getByRole('heading', { name: '4 files to save' }).waitFor();
  const pictures = page.getByText('A picture, so we’ll save it as an Image.');
  await expect.poll(() => pictures.count()).toBe(2);
  await page.getByRole('button', { name: 'Keep it as a File the-sea.png' }).click();
  await expect.poll(() => pictures.count()).toBe(1);
  expect(await page.getByLabel('Type of the-sea.png').inputValue()).toBe('file');
  await save(page);
  await sees(page, 'Error creating content: 3 of 4 are saved.');
  await page.getByRole('button', { name: 'Remove empty.txt' }).click();
  await page.getByRole('heading', { name: 'Everything is saved' }).waitFor();
  await page.getByRole('link', { name: 'Go on', exact: true }).click();
  await page.waitForURL('**/dashboard?content=*');
  expect(await shelf.kept()).toEqual(['file', 'file', 'image']);
});

test('a half-written letter survives dropped files, and comes back when they are saved', async () => {
  await openCreate();
  await title(page).fill('For Ana');
  await message(page).fill('Dear Ana, every word');
  await drop(page, [PICTURE]);
  const status = page.getByRole('status').filter({ hasText: 'Your letter “For Ana” isn’t lost.' });
  await status.getByText('the-hills.png is a picture, so we’ll save it as an Image.').waitFor();
  await expect.poll(() => title(page).inputValue()).toBe('the-hills.png');
  await page.getByRole('button', { name: 'Back to the letter' }).click();
  await expect.poll(() => hasFocus(message(page))).toBe(true);
  expect([await title(page).inputValue(), await message(page).inputValue()]).toEqual([
    'For Ana',
    'Dear Ana, every word',
  ]);
  await sees(page, 'the-hills.png is not saved yet.');
  await page.getByRole('button', { name: 'Back to the file' }).click();
  await title(page).fill('The hills');
  await save(page);
  await sees(page, 'Content created successfully!');
  await page.getByRole('status').getByRole('link', { name: 'The hills' }).waitFor();
  await expect
    .poll(async () => [await title(page).inputValue(), await message(page).inputValue()])
    .toEqual(['For Ana', 'Dear Ana, every word']);
  await save(page);
  await page.waitForURL('**/dashboard?content=*');
  expect(await shelf.kept()).toEqual(['image', 'text']);
});

async function openCreate(query = ''): Promise<void> {
  page = await product.open({ as: person });
  await goto(page, `/create${query}`);
}
