/** Opening a sealed item: in the vault, on a recipient's page and on a release page, by each way. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { inGroups } from '#app/sealed/parcel-number.ts';
import { linesOf } from '#app/sealed/shares.ts';
import { generateWords } from '#app/sealed/words.ts';
import { type Client, newClient } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { startWeb } from '#tests/http/web.ts';
import { type Delivered, markSent, openedDelivery, schedule, sentRelease } from '#tests/sealed/delivered.ts';
import { changed, makeParcel, type TestParcel } from '#tests/sealed/make.ts';
import { formOf, type Item, partsOf, upload } from '#tests/sealed/upload.ts';
import { productInBrowser } from './browser.ts';
import { goto } from './hydrated.ts';
import { inspectEverywhere } from './inspect.ts';
import { keysOn } from './keys.ts';
import {
  choose,
  expectNothingLeft,
  noteRequests,
  pressOpen,
  trouble,
  typeSheet,
  typeWords,
} from './open-sealed-page.ts';

const LETTER = 'Dear Ana,\n\nThis is for your eighteenth birthday.\nAnd for the day after.\n\nMamã';
const TITLE = 'On your eighteenth birthday';

let helena: Client;
let parcel: TestParcel;
let item: Item;
let delivery: Delivered;
// A refusal is noted in the console: by the tests that are about one.
const product = productInBrowser(startWeb, /status of (410|404|503)|net::ERR_FAILED|integrity/);
beforeAll(async () => {
  helena = await newClient(product.web);
  parcel = await makeParcel(LETTER);
  item = await upload(helena, parcel, { title: 'For Ana' });
  delivery = await openedDelivery(product.web, helena, item);
});

const openAddress = ({ link }: Delivered, { file_id }: Item) => `${link}/open/${file_id}`;

async function seesLetter(page: Page): Promise<void> {
  await page.getByRole('heading', { name: TITLE, level: 1 }).waitFor();
  expect(await page.locator('.letter p').allInnerTexts()).toEqual([
    'Dear Ana,',
    'This is for your eighteenth birthday.\nAnd for the day after.',
    'Mamã',
  ]);
  await page.getByText('It is complete, and unchanged since it was sealed.').waitFor();
}

const WAYS = {
  'six words': async (page: Page) => {
    await choose(page, 'Six words');
    await typeWords(page, parcel.words);
  },
  'one sheet and our part': async (page: Page) => {
    await choose(page, 'One sheet');
    await typeSheet(page, parcel.shares.b, 'The sheet');
  },
  'two sheets': async (page: Page) => {
    await choose(page, 'Two sheets');
    await typeSheet(page, parcel.shares.b, 'The sheet');
    await typeSheet(page, parcel.shares.a, 'The other sheet');
  },
};
type Way = keyof typeof WAYS;

describe.each(Object.keys(WAYS) as Way[])('by %s', (way) => {
  test('a recipient opens it, and nothing of it leaves the browser or stays in it', async () => {
    const page = await product.open();
    const sent = noteRequests(page.context());
    await page.goto(delivery.link);
    await page.getByRole('button', { name: /^Open/ }).click();
    await page.getByRole('link', { name: 'Open it here' }).click();
    await page.getByRole('heading', { name: `Ana, Helena Duarte sealed this for you.` }).waitFor();
    await WAYS[way](page);
    await pressOpen(page);
    await seesLetter(page);
    expect(sent.join('\n')).toContain('/sealed');
    await expectNothingLeft(page, sent, parcel);
  });

  test('a trusted contact opens it after a release', async () => {
    const owner = await newClient(product.web);
    const items = [await upload(owner, parcel), await upload(owner, await makeParcel('Another letter'))];
    const { link } = await sentRelease(product.web, owner, items);
    const page = await product.open();
    await page.goto(link);
    await page.getByRole('button', { name: 'Open what was left for you' }).click();
    await page.locator(`a[href$="/open/${items[0]?.file_id}"]`).click();
    await WAYS[way](page);
    await pressOpen(page);
    await seesLetter(page);
  });
});

describe('in the vault', () => {
  test.each(['six words', 'two sheets'] as const)('its owner opens it by %s', async (way) => {
    const page = await product.open({ as: (await byPage(product.web, helena)).visitor });
    const sent = noteRequests(page.context());
    await goto(page, `/dashboard/content/${item.id}`);
    await page.getByRole('link', { name: 'Open it here' }).click();
    await page.getByRole('heading', { name: 'Open “For Ana” here.' }).waitFor();
    // We give our part to nobody before a delivery.
    expect(await page.getByRole('radio', { name: 'One sheet' }).count()).toBe(0);
    await WAYS[way](page);
    await pressOpen(page);
    await seesLetter(page);
    await expectNothingLeft(page, sent, parcel);
  });

  test('the dialog over the list leads to the same page', async () => {
    const page = await product.open({ as: (await byPage(product.web, helena)).visitor });
    await goto(page, '/dashboard/content');
    await page
      .getByRole('link', { name: /For Ana/ })
      .first()
      .click();
    await page.getByRole('dialog').getByRole('link', { name: 'Open it here' }).click();
    await page.getByRole('heading', { name: 'Open “For Ana” here.' }).waitFor();
  });

  test('nobody else opens it', async () => {
    const stranger = (await byPage(product.web, await newClient(product.web))).visitor;
    for (const path of [`/content/${item.id}/open`, `/content/${item.id}/sealed`])
      expect((await stranger.get(path)).status).toBe(404);
  });
});

async function openPage(of: Delivered = delivery, which: Item = item): Promise<Page> {
  const page = await product.open();
  await page.goto(openAddress(of, which));
  await page.getByRole('button', { name: 'Open it', exact: true }).waitFor();
  return page;
}

describe('what does not fit is told apart, calmly:', () => {
  test('words of another item', async () => {
    const page = await openPage();
    await typeWords(page, generateWords());
    await pressOpen(page);
    const said = await trouble(page);
    expect(said).toContain('These six words do not open this item.');
    expect(said).toContain(inGroups(parcel.number));
    // What was typed is still there, and the right words open it.
    await typeWords(page, parcel.words);
    await pressOpen(page);
    await seesLetter(page);
  });

  test('a mistyped word, which is marked', async () => {
    const page = await openPage();
    await typeWords(page, ['abakus', ...parcel.words.slice(1)]);
    await pressOpen(page);
    expect(await trouble(page)).toContain('There is a typing error');
    const first = page.getByLabel('Word 1', { exact: true });
    expect(await first.getAttribute('aria-invalid')).toBe('true');
    await page.getByText('This word is not one of ours.').filter({ visible: true }).waitFor();
    await first.fill(parcel.words[0] ?? '');
    await pressOpen(page);
    await seesLetter(page);
  });

  test('a missing word', async () => {
    const page = await openPage();
    await typeWords(page, parcel.words.slice(0, 5));
    await pressOpen(page);
    expect(await trouble(page)).toContain('One is still missing');
  });

  test('a typing error in a line, which is named as soon as the line is complete', async () => {
    const page = await openPage();
    await choose(page, 'One sheet');
    const [line = ''] = linesOf(parcel.shares.a);
    const wrong = line.startsWith('0') ? `1${line.slice(1)}` : `0${line.slice(1)}`;
    const sheet = page.getByRole('group', { name: 'The sheet', exact: true });
    await sheet.getByLabel('Line 1', { exact: true }).fill(wrong);
    await sheet.getByText('Line 1 has a typing error.').waitFor();
    await sheet.getByLabel('Line 1', { exact: true }).fill(line);
    await sheet.getByRole('img', { name: 'Line 1 is right' }).waitFor();
    await pressOpen(page);
    expect(await trouble(page)).toContain('There is a typing error in at least one line');
  });

  test('a sheet of another item', async () => {
    const page = await openPage();
    await choose(page, 'One sheet');
    await typeSheet(page, (await makeParcel('Another')).shares.a, 'The sheet');
    await pressOpen(page);
    const said = await trouble(page);
    expect(said).toContain('The sheet seems to belong to another one');
    expect(said).toContain('Try the other sheet');
  });

  test('the same sheet twice', async () => {
    const page = await openPage();
    await choose(page, 'Two sheets');
    await typeSheet(page, parcel.shares.a, 'The sheet');
    await typeSheet(page, parcel.shares.a, 'The other sheet');
    await pressOpen(page);
    expect(await trouble(page)).toContain('This is the same sheet twice');
  });

  test('no connection', async () => {
    const page = await openPage();
    await page.route('**/sealed', (route) => route.abort());
    await typeWords(page, parcel.words);
    await pressOpen(page);
    expect(await trouble(page)).toContain('We could not be reached just now. Nothing is lost.');
  });
});

test('a link that was revoked while the page is open gives nothing more, and the page says so', async () => {
  const own = await openedDelivery(product.web, helena, item);
  const page = await openPage(own);
  await helena.call(`POST /delivery/${own.id}/revoke-link`);
  await choose(page, 'One sheet');
  await typeSheet(page, parcel.shares.a, 'The sheet');
  await pressOpen(page);
  expect(await trouble(page)).toContain('no longer given out here');
  await page.goto(openAddress(own, item));
  await page
    .getByText('Ask the sender')
    .or(page.getByText(/withdrawn|no longer/))
    .first()
    .waitFor();
});

test('a delivery that was not opened yet leads to its invitation', async () => {
  const own = await schedule(product.web, helena, item);
  await markSent(product.web, own.id);
  const page = await product.open();
  await page.goto(openAddress(own, item));
  await page.getByText('This is not for me').waitFor();
  expect(new URL(page.url()).pathname).toBe(own.link);
});

test('an item without sheets asks for its words only', async () => {
  const own = await makeParcel(LETTER);
  const { share: _, ...parts } = partsOf(own);
  const { body: wordsOnly } = await helena.call<Item>('POST /content/upload-file', { form: formOf(parts) });
  const page = await openPage(await openedDelivery(product.web, helena, wordsOnly), wordsOnly);
  expect(await page.getByRole('radio').count()).toBe(0);
  await typeWords(page, own.words);
  await pressOpen(page);
  await seesLetter(page);
});

test('a title that the server replaced shows beside the one that was sealed', async () => {
  const page = await openPage();
  await typeWords(page, parcel.words);
  await pressOpen(page);
  await seesLetter(page);
  await page.getByText('Before it was opened, it was called “For Ana”.').waitFor();
});

describe('a dishonest server is found out:', () => {
  async function openChanged(change: Partial<Record<'content' | 'meta' | 'key', Uint8Array>>): Promise<string> {
    const page = await openPage();
    const { content, meta, key } = { ...parcel, ...change };
    const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
    await page.route(`**/file/${item.file_id}/sealed`, (route) =>
      route.fulfill({ json: { label: 'x', size: content.length, meta: base64(meta), key: base64(key), share: null } }),
    );
    await page.route(`**/file/${item.file_id}`, (route) => {
      const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(route.request().headers().range ?? '') ?? [];
      const part = Buffer.from(content.subarray(Number(from), Number(to) + 1));
      return route.fulfill({ status: 206, headers: { 'content-length': `${part.length}` }, body: part });
    });
    await typeWords(page, parcel.words);
    await pressOpen(page);
    const said = await trouble(page);
    expect(await page.getByRole('heading', { level: 1, name: TITLE }).count()).toBe(0);
    return said;
  }

  test.each([
    ['a changed header', () => ({ content: changed(parcel.content, 60) })],
    ['a cut end', () => ({ content: parcel.content.subarray(0, -1) })],
    ['a changed byte', () => ({ content: changed(parcel.content, parcel.content.length - 30) })],
    ['a changed description', () => ({ meta: changed(parcel.meta, parcel.meta.length - 30) })],
    ['a file that is no parcel', () => ({ content: Buffer.from('Hello') })],
    ['meta and content exchanged', () => ({ content: parcel.meta, meta: parcel.content })],
    ['a key that asks for all the memory', () => ({ key: Buffer.from(slowKey(parcel.key)) })],
    ['a key that is too long', () => ({ key: Buffer.alloc(100_000, 'age-encryption.org/v1\n') })],
  ])('%s', async (_, change) => {
    expect(await openChanged(change())).toContain('is damaged: it is not as it was sealed');
  });

  test('another script than the page names does not run', async () => {
    const page = await product.open();
    await page.route('**/assets/open-sealed-page*', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'document.title = "taken over"' }),
    );
    await page.goto(openAddress(delivery, item));
    await page.getByRole('heading', { name: 'It cannot be opened in this browser.' }).waitFor();
    expect(await page.title()).not.toBe('taken over');
  });

  test('another worker than the page names gets no words', async () => {
    const page = await openPage();
    const sent = noteRequests(page.context());
    await page.route('**/assets/open-sealed-worker*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'onmessage = ({ data }) => fetch("/" + JSON.stringify(data))',
      }),
    );
    await typeWords(page, parcel.words);
    await pressOpen(page);
    await trouble(page);
    await expectNothingLeft(page, sent, parcel);
  });

  test('files of another parcel do not open with these words', async () => {
    const { content, meta, key } = await makeParcel('Another');
    expect(await openChanged({ content, meta, key })).toContain('These six words do not open this item');
    expect(await openChanged({ content, meta })).toContain('is damaged');
  });
});

/** @returns a key whose header asks for 2^30 rounds of scrypt */
function slowKey(key: Uint8Array): string {
  return Buffer.from(key)
    .toString('latin1')
    .replace(/(-> scrypt \S+) \d+/, '$1 30');
}

test('by keyboard alone: a sheet is chosen, typed and opened, and the title has the focus', async () => {
  const page = await openPage();
  const { reach, press } = keysOn(() => page);
  await reach(page.getByRole('radio', { name: 'Six words' }));
  await page.keyboard.press('ArrowDown');
  const sheet = page.getByRole('group', { name: 'The sheet', exact: true });
  for (const [index, line] of linesOf(parcel.shares.a).entries()) {
    await reach(sheet.getByLabel(`Line ${index + 1}`, { exact: true }));
    await page.keyboard.type(line);
  }
  await press('button', 'Open it');
  await seesLetter(page);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(TITLE);
});

test('six words that were copied together go to their fields', async () => {
  const page = await openPage();
  await page.getByLabel('Word 1', { exact: true }).evaluate((field, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', text);
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, parcel.words.join(' '));
  await pressOpen(page);
  await seesLetter(page);
});

test('without JavaScript the page says kindly what to do, and the parcel can be downloaded', async () => {
  const page = await product.open({ javaScriptEnabled: false });
  await page.goto(openAddress(delivery, item));
  await page.getByRole('heading', { name: 'It cannot be opened in this browser.' }).waitFor();
  expect(await page.getByRole('button', { name: 'Open it', exact: true }).isVisible()).toBe(false);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Download the sealed item \(/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('Sealed item.zip');
});

test('is accessible in each of its states, on a phone and on a desktop', async () => {
  const page = await openPage();
  await inspectEverywhere(page);
  await choose(page, 'Two sheets');
  await page.getByLabel('Line 1', { exact: true }).first().fill('0000 0000 0001');
  await inspectEverywhere(page);
  await choose(page, 'Six words');
  await typeWords(page, parcel.words);
  await pressOpen(page);
  await seesLetter(page);
  await inspectEverywhere(page);
});
