/** Sealing in the browser what was saved open. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { PNG, upload } from '#tests/http/files.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { notices, productInBrowser } from './browser.ts';
import { sees, shelfOf } from './create-page.ts';
import { goto } from './hydrated.ts';
import { inspectEverywhere } from './inspect.ts';
import { finishSealing, heading, openedBytes, press, readWords } from './seal-page.ts';

const LETTER = 'Dear Ana, the key is under the stone.';

let person: Awaited<ReturnType<Web['person']>>;
let page: Page;
const product = productInBrowser(startWeb, /status of 4/);
beforeEach(async () => {
  person = await product.web.person('Helena Duarte', 'premium');
});

const saved = () => notices(page).getByText('Sealed and saved').waitFor();
const shelf = () => shelfOf(product.web, person.email);

describe('what was saved open', () => {
  test('a letter is sealed in its place, with the words alone', async () => {
    await person.post('/create', { type: 'text', title: 'Where the key is', content: LETTER });
    const [address = ''] = await shelf().addresses('text');
    page = await product.open({ as: person });
    await goto(page, address);
    await page.getByRole('link', { name: 'Seal it' }).click();
    await heading(page, 'Seal “Where the key is”').waitFor();
    await inspectEverywhere(page);
    await press(page, 'Seal it');
    const { words } = await finishSealing(page);
    await saved();
    await page.waitForURL(address);
    await sees(page, 'Not even Stillhere can');
    expect((await openedBytes(product.web, person, words)).bytes.toString()).toBe(LETTER);
  });

  test('a picture is read by its worker from our own address, and sealed in its place', async () => {
    await upload(person, PNG, { type: 'image', title: 'The hills', name: 'hills.png' });
    const [address = ''] = await shelf().addresses('image');
    page = await product.open({ as: person });
    await goto(page, `${address.replace('/dashboard', '')}/seal`);
    await press(page, 'Seal it');
    const { words } = await finishSealing(page);
    await saved();
    const { meta, bytes } = await openedBytes(product.web, person, words);
    expect(bytes.equals(PNG)).toBe(true);
    expect(meta).toMatchObject({ title: 'The hills', name: 'hills.png', type: 'image/png' });
  });

  test('that was edited in another window meanwhile stays open, and says so', async () => {
    await person.post('/create', { type: 'text', title: 'Where the key is', content: LETTER });
    const [address = ''] = await shelf().addresses('text');
    const own = address.replace('/dashboard', '');
    page = await product.open({ as: person });
    await goto(page, `${own}/seal`);
    await press(page, 'Seal it');
    await readWords(page);
    await person.post(`${own}/edit`, { title: 'Where the key is', content: 'It is with Rui now.' });
    await finishSealing(page);
    await sees(page, 'It was changed in another window after you began. Nothing was sealed.');
    expect(await shelf().kept()).toEqual(['text']);
  });
});
