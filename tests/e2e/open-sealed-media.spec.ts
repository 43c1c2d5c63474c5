/** Sealed films, recordings, pictures and files: played, shown and saved while they are decrypted. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { ROOT } from '#dev/build.ts';
import { type Client, newClient } from '#tests/api/client.ts';
import { startWeb } from '#tests/http/web.ts';
import { type Delivered, openedDelivery } from '#tests/sealed/delivered.ts';
import { changed, makeParcel, type TestParcel } from '#tests/sealed/make.ts';
import { type Item, upload } from '#tests/sealed/upload.ts';
import { productInBrowser } from './browser.ts';
import { expectNothingLeft, noteRequests, pressOpen, trouble, typeWords } from './open-sealed-page.ts';

const fileOf = (name: string) => readFileSync(join(ROOT, 'dev/seed/files', name));
/** Players skip such a box: so the film is long enough to be read in parts. */
function withFiller(film: Buffer, bytes: number): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(bytes + 8);
  head.write('free', 4);
  return Buffer.concat([film, head, Buffer.alloc(bytes, 'x')]);
}

const ITEMS = {
  film: { bytes: withFiller(fileOf('candles.mp4'), 3_000_000), name: 'velas.mp4', type: 'video/mp4', title: 'Candles' },
  tune: { bytes: fileOf('tune.mp3'), name: 'tune.mp3', type: 'audio/mpeg', title: 'The tune' },
  picture: { bytes: fileOf('sea.webp'), name: 'sea.webp', type: 'image/webp', title: 'The sea' },
  page: {
    bytes: Buffer.from('<!doctype html><script>top.taken = true</script>'),
    name: 'página – “1”.html',
    type: 'text/html',
    title: 'A page',
  },
};
type Name = keyof typeof ITEMS;

interface Sealed {
  parcel: TestParcel;
  item: Item;
  delivery: Delivered;
}

let helena: Client;
const sealed = {} as Record<Name, Sealed>;
// What a test changes on the way is refused aloud.
const product = productInBrowser(startWeb, /status of (404|410|500)|net::ERR_FAILED/);
beforeAll(async () => {
  helena = await newClient(product.web);
  for (const name of Object.keys(ITEMS) as Name[]) {
    const { bytes, ...about } = ITEMS[name];
    const parcel = await makeParcel(bytes, about);
    const item = await upload(helena, parcel);
    sealed[name] = { parcel, item, delivery: await openedDelivery(product.web, helena, item) };
  }
});

async function openedPage(name: Name, serviceWorkers: 'allow' | 'block' = 'allow'): Promise<Page> {
  const { delivery, item, parcel } = sealed[name];
  const page = await product.open({ serviceWorkers });
  await page.goto(`${delivery.link}/open/${item.file_id}`);
  await typeWords(page, parcel.words);
  await pressOpen(page);
  return page;
}

const titleOf = (page: Page, name: Name) => page.getByRole('heading', { level: 1, name: ITEMS[name].title });

/** Seeks, and waits until the player shows that moment. */
async function seek(page: Page, label: string, to: number): Promise<void> {
  const player = page.getByLabel(label);
  await player.evaluate(
    (media: HTMLMediaElement, time) =>
      new Promise((resolve, reject) => {
        media.addEventListener('seeked', resolve, { once: true });
        media.addEventListener('error', () => reject(new Error(media.error?.message)), { once: true });
        media.currentTime = time;
      }),
    to,
  );
}

const durationOf = (page: Page, label: string) => () =>
  page.getByLabel(label).evaluate(({ duration }: HTMLMediaElement) => Math.round(duration * 10) / 10);

async function savedBytes(page: Page): Promise<{ name: string; hash: string }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save a copy' }).click(),
  ]);
  const bytes = readFileSync(await download.path());
  return { name: download.suggestedFilename(), hash: hashOf(bytes) };
}

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const downloadedAt = async ({ delivery }: Sealed) =>
  (
    await product.web.query<{ downloaded_at: Date | null }>('select downloaded_at from deliveries where id = ?', [
      delivery.id,
    ])
  )[0]?.downloaded_at;

test('a film plays and is sought in while it is decrypted, and is saved; nothing stays in the browser', async () => {
  const page = await openedPage('film');
  const sent = noteRequests(page.context());
  await titleOf(page, 'film').waitFor();
  await expect.poll(durationOf(page, 'Candles')).toBe(4.5);
  await page.getByText('Its beginning and its end are as they were sealed.').waitFor();
  for (const time of [3.5, 0.5, 4]) await seek(page, 'Candles', time);
  expect(await downloadedAt(sealed.film)).toBeNull();
  expect(await savedBytes(page)).toEqual({ name: 'velas.mp4', hash: hashOf(ITEMS.film.bytes) });
  // The sender's story says that it was saved, as with every other item.
  await expect.poll(() => downloadedAt(sealed.film)).not.toBeNull();
  await expectNothingLeft(page, sent, sealed.film.parcel);
  // The service worker is for this page alone, and is gone with it.
  const scopes = () =>
    page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname),
    );
  expect(await scopes()).toEqual([new URL(page.url()).pathname]);
  await page.goto('/genuine');
  await expect.poll(scopes).toEqual([]);
});

test('a film goes on after the browser has stopped the service worker', async () => {
  const page = await openedPage('film');
  await expect.poll(durationOf(page, 'Candles')).toBe(4.5);
  const browser: CDPSession = await page.context().newCDPSession(page);
  await browser.send('ServiceWorker.enable');
  await browser.send('ServiceWorker.stopAllWorkers');
  expect(await savedBytes(page)).toEqual({ name: 'velas.mp4', hash: hashOf(ITEMS.film.bytes) });
  await page.getByLabel('Candles').evaluate((media: HTMLMediaElement) => media.load());
  await expect.poll(durationOf(page, 'Candles')).toBe(4.5);
  await seek(page, 'Candles', 3);
});

test('a recording plays and is sought in', async () => {
  const page = await openedPage('tune');
  await expect.poll(durationOf(page, 'The tune')).toBeGreaterThan(5);
  await seek(page, 'The tune', 4);
});

test('a picture is shown once all of it is verified', async () => {
  const page = await openedPage('picture');
  const picture = page.getByRole('img', { name: 'The sea' });
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
  await page.getByText('It is complete, and unchanged since it was sealed.').waitFor();
  expect(await savedBytes(page)).toEqual({ name: 'sea.webp', hash: hashOf(ITEMS.picture.bytes) });
});

test('a file that could run scripts is only saved, under its own name', async () => {
  const page = await openedPage('page');
  await titleOf(page, 'page').waitFor();
  await page.getByText('Browsers do not show this kind of file.').waitFor();
  const { name, hash } = await savedBytes(page);
  expect([name.replace(/[-_]/g, '-'), hash]).toEqual(['página – “1”.html', hashOf(ITEMS.page.bytes)]);
  expect(await page.evaluate(() => 'taken' in window)).toBe(false);
});

test('without service workers a film is held by the browser, plays and is saved', async () => {
  const page = await openedPage('film', 'block');
  await expect.poll(durationOf(page, 'Candles')).toBe(4.5);
  await page.getByText('It is complete, and unchanged since it was sealed.').waitFor();
  await seek(page, 'Candles', 3.5);
  expect(await savedBytes(page)).toEqual({ name: 'velas.mp4', hash: hashOf(ITEMS.film.bytes) });
});

/** Answers for content.age with other bytes. */
async function withContent(page: Page, { item }: Sealed, content: Uint8Array): Promise<void> {
  await page.route(`**/file/${item.file_id}*`, (route) => {
    const [, from = '', to = ''] = /bytes=(\d+)-(\d+)/.exec(route.request().headers().range ?? '') ?? [];
    const part = Buffer.from(content.subarray(Number(from), Number(to) + 1));
    return route.fulfill({ status: 206, headers: { 'content-length': `${part.length}` }, body: part });
  });
}

test('damage in the middle of a film shows, and no copy of it passes for a whole one', async () => {
  const page = await openedPage('film');
  await expect.poll(durationOf(page, 'Candles')).toBe(4.5);
  const { content } = sealed.film.parcel;
  await withContent(page, sealed.film, changed(content, Math.floor(content.length / 2)));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save a copy' }).click(),
  ]);
  expect(await download.failure()).not.toBeNull();
  expect(await trouble(page)).toContain('A part of the item is damaged');
});

test('a film that was cut is refused before its first picture', async () => {
  const { delivery, item, parcel } = sealed.film;
  const page = await product.open({ serviceWorkers: 'allow' });
  await page.goto(`${delivery.link}/open/${item.file_id}`);
  await withContent(page, sealed.film, parcel.content.subarray(0, -20));
  await typeWords(page, parcel.words);
  await pressOpen(page);
  expect(await trouble(page)).toContain('This copy of the item is damaged');
});

test('opening can be cancelled, and tried again', async () => {
  const { delivery, item, parcel } = sealed.tune;
  const page = await product.open();
  await page.goto(`${delivery.link}/open/${item.file_id}`);
  const held = Promise.withResolvers<void>();
  await page.route(`**/file/${item.file_id}`, async (route) => {
    await held.promise;
    await route.continue();
  });
  await typeWords(page, parcel.words);
  await pressOpen(page);
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(await trouble(page)).toContain('Cancelled. Nothing was opened');
  held.resolve();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await pressOpen(page);
  await titleOf(page, 'tune').waitFor();
});
