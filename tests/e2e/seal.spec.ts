/** Sealing in the browser: each type, leaving, wrong words, the sheets, and what leaves the device. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openParcel } from '#app/sealed/parcel.ts';
import { readLines } from '#app/sealed/shares.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { PNG, shapelessBytes } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { parcelOf } from '#tests/sealed/make.ts';
import { notices, productInBrowser } from './browser.ts';
import { choose, message, pick, sees, shelfOf, title } from './create-page.ts';
import { goto } from './hydrated.ts';
import { inspect, inspectEverywhere } from './inspect.ts';
import {
  answerCheck,
  finishSealing,
  heading,
  onDisk,
  openedBytes,
  press,
  readWords,
  recordSent,
  sealBox,
  storedParcel,
} from './seal-page.ts';

const LETTER = 'Dear Ana, the key is under the stone.';
const FILES = {
  Image: { name: 'hills.png', mimeType: 'image/png', buffer: PNG },
  Video: { name: 'film.mp4', mimeType: 'video/mp4', buffer: shapelessBytes(200_000) },
  Audio: { name: 'voice.mp3', mimeType: 'audio/mpeg', buffer: shapelessBytes(70_000) },
  File: { name: 'deed.pdf', mimeType: 'application/pdf', buffer: shapelessBytes(64 * 1024) },
};

let person: Awaited<ReturnType<Web['person']>>;
let page: Page;
const product = productInBrowser(startWeb, /status of 4|ERR_|integrity/);
beforeEach(async () => {
  person = await product.web.person('Helena Duarte', 'premium');
});

async function openCreate(options = {}): Promise<void> {
  page = await product.open({ as: person, ...options });
  await goto(page, '/create');
}

async function writeLetter(): Promise<void> {
  await title(page).fill('Where the key is');
  await message(page).fill(LETTER);
  await sealBox(page).check();
}

const saved = () => notices(page).getByText('Sealed and saved').waitFor();
const shelf = () => shelfOf(product.web, person.email);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillhere-seal-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** So much takes seconds to seal. @returns its path: the browser reads it, where a buffer would have to reach it through its driver */
async function largeFilm(): Promise<string> {
  const path = join(folder, 'film.mp4');
  const file = await open(path, 'w');
  await file.truncate(1_000 * MEGABYTE);
  await file.close();
  return path;
}

describe('each type', () => {
  test('a letter is sealed, and opens again from what the server has', async () => {
    await openCreate();
    await writeLetter();
    await press(page, 'Seal it');
    const { words } = await finishSealing(page);
    await saved();
    await page.waitForURL(/\/dashboard\?content=/);
    const { meta, bytes } = await openedBytes(product.web, person, words);
    expect(bytes.toString()).toBe(LETTER);
    expect(meta).toMatchObject({ title: 'Where the key is', name: 'Where the key is.txt' });
    await expect.poll(() => onDisk(page)).toEqual([]);
    await goto(page, '/create');
    expect(await message(page).inputValue()).toBe('');
  });

  test.each(['Image', 'Video', 'Audio', 'File'] as const)('%s', async (type) => {
    const file = FILES[type];
    await openCreate();
    await choose(page, type);
    await pick(page, file as never);
    await sealBox(page).check();
    await page.getByLabel('Shown before opening').fill('For Ana');
    await press(page, 'Seal it');
    const { words } = await finishSealing(page);
    await saved();
    const { meta, bytes } = await openedBytes(product.web, person, words);
    expect(bytes.equals(file.buffer)).toBe(true);
    expect(meta).toMatchObject({ name: file.name, type: file.mimeType, size: file.buffer.length });
    expect(await shelf().kept()).toEqual(['file']);
    await goto(page, '/dashboard/content');
    await sees(page, 'For Ana');
    await sees(page, 'No preview: not even we can open it');
  });
});

test('nothing that opens it, and nothing that is in it, is sent', async () => {
  page = await product.open({ as: person });
  const sent = await recordSent(page);
  await goto(page, '/create');
  await writeLetter();
  await press(page, 'Seal it');
  const { words, sheets } = await finishSealing(page, true);
  await saved();
  const all = await sent();
  expect(all).toContain('age-encryption.org/v1');
  for (const secret of [LETTER, 'Where the key is', 'Ana Duarte', 'Isabel Moura']) expect(all).not.toContain(secret);
  // Any word may be part of another one: two in their order are not.
  for (const [place, word] of words.slice(1).entries())
    expect(all).not.toMatch(new RegExp(`${words[place]}[^a-z]{1,12}${word}`, 'i'));
  for (const { lines } of sheets) {
    const read = readLines(lines);
    if (!('share' in read)) throw new Error('The sheet has a typing error.');
    const share = Buffer.from(read.share);
    for (const form of ['latin1', 'hex', 'base64'] as const)
      expect(all.toLowerCase()).not.toContain(share.toString(form).toLowerCase());
  }
});

describe('the sheets', () => {
  test('open it together from what the server has, and print on one page each, on A4 and on Letter', async () => {
    await openCreate();
    await writeLetter();
    await press(page, 'Seal it');
    await readWords(page);
    await inspectEverywhere(page);
    const wordsPage = await pagesOf({ format: 'A4' });
    expect(wordsPage).toBe(1);
    await press(page, 'I have written them down');
    await inspectEverywhere(page);
    await press(page, 'Print the two sheets');
    await inspectEverywhere(page);
    expect(await pagesOf({ preferCSSPageSize: true })).toBe(2);
    await page.getByRole('radio', { name: 'Letter' }).check();
    expect(await pagesOf({ preferCSSPageSize: true })).toBe(2);
    const papers = await page.getByRole('article').allInnerTexts();
    expect(papers.map((text) => /Sheet [AB]/.exec(text)?.[0])).toEqual(['Sheet A', 'Sheet B']);
    const lines = await page
      .locator('.hex')
      .evaluateAll((lists) => lists.map((list) => [...list.children].map((line) => line.textContent ?? '')));
    const shares = lines.map((one) => readLines(one)).flatMap((one) => ('share' in one ? [one.share] : []));
    await press(page, 'Back');
    await press(page, 'Continue');
    await inspect(page);
    await press(page, 'Back to the words');
    await finishSealingAfterSheets();
    const opened = await openParcel(parcelOf(await storedParcel(product.web, person)), { shares });
    expect(Buffer.from(await opened.read(0, 1000)).toString()).toBe(LETTER);
    const rows = await product.web.query(
      'select 1 from parcel_shares s join contents c on c.id = s.content_id where c.owner_id = (select id from users where email = ?)',
      [person.email],
    );
    expect(rows).toHaveLength(1);
  });

  /** From the words again, with the sheets that were shown. */
  async function finishSealingAfterSheets(): Promise<void> {
    const words = await readWords(page);
    await press(page, 'I have written them down');
    await press(page, 'Continue');
    await answerCheck(page, words);
    await press(page, 'Finish');
    await saved();
  }

  async function pagesOf(options: Parameters<Page['pdf']>[0]): Promise<number> {
    const pdf = (await page.pdf(options)).toString('latin1');
    return pdf.match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0;
  }
});

describe('before it is saved', () => {
  test('wrong words are named, and nothing is sent', async () => {
    await openCreate();
    await writeLetter();
    await press(page, 'Seal it');
    await readWords(page);
    await press(page, 'I have written them down');
    await press(page, 'No sheets, thank you');
    const [first, second] = await page.getByRole('textbox', { name: /^Word \d$/ }).all();
    await first?.fill('wallnut');
    await second?.fill('kettles');
    await press(page, 'Finish');
    await page
      .getByText(/This is not word \d\. Look at your paper again\./)
      .first()
      .waitFor();
    await expect.poll(() => first?.evaluate((field) => field === document.activeElement)).toBe(true);
    await inspect(page);
    expect(await shelf().kept()).toEqual([]);
  });

  test('leaving is asked about, deletes the sealed copy, and leaves nothing on the server', async () => {
    await openCreate();
    await writeLetter();
    await press(page, 'Seal it');
    await readWords(page);
    expect(await onDisk(page)).toHaveLength(1);
    const goAway = () => page.getByRole('link', { name: 'Dashboard' }).first().click();
    await goAway();
    await page.getByRole('heading', { name: 'Leave before it is saved?' }).waitFor();
    await press(page, 'Stay');
    await readWords(page);
    await goAway();
    await press(page, 'Leave');
    await page.waitForURL('/dashboard');
    await expect.poll(() => onDisk(page)).toEqual([]);
    expect(await shelf().kept()).toEqual([]);
  });

  test('what a closed window left on the disk is deleted when the next one seals', async () => {
    await openCreate();
    await page.evaluate(async () => {
      const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('sealing', { create: true });
      await folder.getFileHandle('left-behind', { create: true });
    });
    await writeLetter();
    await press(page, 'Seal it');
    await readWords(page);
    await expect.poll(async () => (await onDisk(page)).includes('left-behind')).toBe(false);
    expect(await onDisk(page)).toHaveLength(1);
  });

  test('Cancel brings the form back as it was, and leaves nothing', async () => {
    await openCreate();
    await choose(page, 'Video');
    await page.locator('[type=file]').setInputFiles(await largeFilm());
    await page.getByRole('button', { name: 'Remove film.mp4' }).waitFor();
    await sealBox(page).check();
    await press(page, 'Seal it');
    await heading(page, 'Sealing “film.mp4”').waitFor();
    await page.getByRole('button', { name: 'Cancel', exact: true }).click();
    await heading(page, 'Create').waitFor();
    expect(await title(page).inputValue()).toBe('film.mp4');
    expect(await sealBox(page).isChecked()).toBe(true);
    await expect.poll(() => onDisk(page)).toEqual([]);
    expect(await shelf().kept()).toEqual([]);
  });

  test('a lost connection at the end keeps the sealed copy, which is sent again', async () => {
    await openCreate();
    await writeLetter();
    // why: the driver waits for workers that are starting or ending before it watches requests, sometimes for ever
    await page.evaluate(() => {
      const { send } = XMLHttpRequest.prototype;
      XMLHttpRequest.prototype.send = function () {
        XMLHttpRequest.prototype.send = send;
        this.dispatchEvent(new ProgressEvent('error'));
      };
    });
    await press(page, 'Seal it');
    const { words } = await finishSealing(page);
    await heading(page, 'It is not saved yet').waitFor();
    await inspect(page);
    await press(page, 'Try again');
    await saved();
    expect((await openedBytes(product.web, person, words)).bytes.toString()).toBe(LETTER);
  });
});

test('an answer that is lost after it was saved: trying again brings the same item', async () => {
  await openCreate();
  await writeLetter();
  await page.evaluate(() => {
    const { send } = XMLHttpRequest.prototype;
    XMLHttpRequest.prototype.send = function (body) {
      XMLHttpRequest.prototype.send = send;
      this.onload = () => this.dispatchEvent(new ProgressEvent('error'));
      send.call(this, body);
    };
  });
  await press(page, 'Seal it');
  await finishSealing(page);
  await heading(page, 'It is not saved yet').waitFor();
  expect(await shelf().kept()).toEqual(['file']);
  await press(page, 'Try again');
  await saved();
  expect(await shelf().kept()).toEqual(['file']);
});

test('another script than the page names seals nothing: the page says so, and nothing is sent', async () => {
  page = await product.open({ as: person });
  const changed: string[] = [];
  await page.route('**/assets/seal-worker-*', async (route) => {
    const answer = await route.fetch();
    const code = await answer.text();
    changed.push(code);
    await route.fulfill({ response: answer, body: `${code.slice(0, -1)} ` });
  });
  const sent = await recordSent(page);
  await goto(page, '/create');
  await writeLetter();
  await press(page, 'Seal it');
  await heading(page, 'It was not sealed').waitFor();
  await sees(page, 'it is not the one that belongs to this page. Nothing was sealed, and nothing was sent.');
  await inspect(page);
  expect(changed).toHaveLength(1);
  expect(await sent()).not.toContain(LETTER);
  expect(await shelf().kept()).toEqual([]);
  await expect.poll(() => onDisk(page)).toEqual([]);
  await press(page, 'Back');
  expect(await message(page).inputValue()).toBe(LETTER);
});

describe('the choice', () => {
  test('excludes sharing, hides the note, and asks for what is missing', async () => {
    await openCreate();
    await sealBox(page).check();
    await inspectEverywhere(page);
    expect(await page.getByRole('checkbox', { name: /^Share publicly/ }).isDisabled()).toBe(true);
    await press(page, 'Seal it');
    await sees(page, 'Please enter a title');
    await sees(page, 'Please write your letter');
    await choose(page, 'File');
    expect(await page.getByLabel('Note for recipients').isVisible()).toBe(false);
    await press(page, 'Seal it');
    await sees(page, 'Please select a file');
    await page.locator('[type=file]').setInputFiles([FILES.File, FILES.Audio]);
    await press(page, 'Seal it');
    await sees(page, 'Please seal one file at a time');
  });

  test('without JavaScript is explained and off', async () => {
    page = await product.open({ as: person, javaScriptEnabled: false });
    await page.goto('/create');
    expect(await sealBox(page).isDisabled()).toBe(true);
    // By what is shown: the driver looks for no text inside of noscript.
    const shown = await page
      .locator('label')
      .filter({ has: sealBox(page) })
      .innerText();
    expect(shown).toContain('This needs JavaScript.');
    expect(shown).toContain('JavaScript is off in this browser, so this choice is off too.');
  });
});
