/** Sealing while something fails: the connection, or the script that seals. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { startWeb, type Web } from '#tests/http/web.ts';
import { notices, productInBrowser } from './browser.ts';
import { message, sees, shelfOf, title } from './create-page.ts';
import { goto } from './hydrated.ts';
import { inspect } from './inspect.ts';
import { finishSealing, heading, onDisk, openedBytes, press, recordSent, sealBox } from './seal-page.ts';

const LETTER = 'Dear Ana, the key is under the stone.';

let person: Awaited<ReturnType<Web['person']>>;
let page: Page;
const product = productInBrowser(startWeb, /status of 4|ERR_|integrity/);
beforeEach(async () => {
  person = await product.web.person('Helena Duarte', 'premium');
});

async function openCreate(): Promise<void> {
  page = await product.open({ as: person });
  await goto(page, '/create');
}

async function writeLetter(): Promise<void> {
  await title(page).fill('Where the key is');
  await message(page).fill(LETTER);
  await sealBox(page).check();
}

const saved = () => notices(page).getByText('Sealed and saved').waitFor();
const shelf = () => shelfOf(product.web, person.email);

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
