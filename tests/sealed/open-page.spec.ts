/** open.html, opened from a disk by a browser without a network. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { buildOpenPage } from '#app/sealed/build-open-page.ts';
import { codeOf, linesOf } from '#app/sealed/shares.ts';
import { generateWords } from '#app/sealed/words.ts';
import { launchBrowser } from '#dev/browsers.ts';
import { makeParcel, type TestParcel } from './make.ts';

const LETTER = 'Dear Ana, this is for your eighteenth birthday.';

let browser: Browser;
let page: string;
let parcel: TestParcel;
const folder = mkdtempSync(join(tmpdir(), 'parcel-'));
beforeAll(async () => {
  [browser, page, parcel] = await Promise.all([launchBrowser(), buildOpenPage(), makeParcel(LETTER)]);
  writeFileSync(join(folder, 'open.html'), page);
  save(parcel);
});
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

const NAMES = ['content', 'meta', 'key'] as const;
function save(files: Pick<TestParcel, (typeof NAMES)[number]>): void {
  for (const name of NAMES) writeFileSync(join(folder, `${name}.age`), files[name]);
}

/** @returns the page with the files chosen, and what it complained about or asked the network for */
async function opened(): Promise<{ tab: Page; complaints: string[] }> {
  const context = await browser.newContext({ offline: true });
  onTestFinished(() => context.close());
  const tab = await context.newPage();
  const complaints: string[] = [];
  tab.on('console', (message) => complaints.push(message.text()));
  tab.on('pageerror', (error) => complaints.push(error.message));
  tab.on('request', (request) => {
    if (!/^(file|blob):/.test(request.url())) complaints.push(request.url());
  });
  await tab.goto(pathToFileURL(join(folder, 'open.html')).href);
  await tab.setInputFiles(
    '#files',
    NAMES.map((name) => join(folder, `${name}.age`)),
  );
  return { tab, complaints };
}

async function press(tab: Page): Promise<string> {
  await tab.getByRole('button', { name: 'Open' }).click();
  await expect.poll(() => tab.locator('#state').textContent()).toMatch(/^(?!Opening).+/);
  return (await tab.locator('#state').textContent()) ?? '';
}

test('opens a letter by its six words, with the network off and no request', async () => {
  const { tab, complaints } = await opened();
  await tab.getByLabel('The six words').fill(parcel.words.join(' '));
  expect(await press(tab)).toBe('Opened.');
  expect(await tab.getByRole('heading', { level: 2 }).textContent()).toBe('On your eighteenth birthday');
  expect(await tab.locator('#shown').textContent()).toBe(LETTER);
  const [download] = await Promise.all([tab.waitForEvent('download'), tab.getByText('Save the file').click()]);
  expect(download.suggestedFilename()).toBe('letter.txt');
  expect(complaints).toEqual([]);
});

test('opens it by a sheet that was typed and one whose code was scanned', async () => {
  const { tab, complaints } = await opened();
  await tab.getByLabel('two sheets, or one sheet').check();
  await tab.getByLabel('First sheet').fill(linesOf(parcel.shares.a).join('\n'));
  await tab.getByLabel('Second sheet').fill(codeOf('B', parcel.number, parcel.shares.b));
  expect(await press(tab)).toBe('Opened.');
  expect(complaints).toEqual([]);
});

test('tells wrong words, a typing error and damage apart', async () => {
  const { tab } = await opened();
  const words = tab.getByLabel('The six words');
  await words.fill(generateWords().join(' '));
  expect(await press(tab)).toContain('These words do not open this item');
  await words.fill(['abakus', ...parcel.words.slice(1)].join(' '));
  expect(await press(tab)).toContain('not among ours: abakus');
  save({ ...parcel, content: parcel.content.subarray(0, -1) });
  onTestFinished(() => save(parcel));
  const { tab: other } = await opened();
  await other.getByLabel('The six words').fill(parcel.words.join(' '));
  expect(await press(other)).toContain('damaged');
});

test('is the same bytes each time, with at most 90 KB of compressed script', async () => {
  expect(await buildOpenPage()).toBe(page);
  expect(gzipSync(page, { level: 9 }).length).toBeLessThan(90 * 1024);
  expect(brotliCompressSync(page).length).toBeLessThan(90 * 1024);
});
