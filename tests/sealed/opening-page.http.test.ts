/** The page that opens a sealed item: what it may run and load, and what a sender sees of it in a preview. */
import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpeningConfig } from '#app/sealed/opening/protocol.ts';
import { type Client, newClient } from '#tests/api/client.ts';
import { byPage } from '#tests/api/rows.ts';
import { startWeb, type Web } from '#tests/http/web.ts';
import { type Delivered, openedDelivery, schedule } from './delivered.ts';
import { makeParcel, type TestParcel } from './make.ts';
import { type Item, upload } from './upload.ts';

let web: Web;
let helena: Client;
let parcel: TestParcel;
let item: Item;
let delivery: Delivered;
beforeAll(async () => {
  web = await startWeb();
  helena = await newClient(web);
  parcel = await makeParcel('Dear Ana');
  item = await upload(helena, parcel, { title: '<b>For "Ana"</b> & co' });
  delivery = await openedDelivery(web, helena, item);
});
afterAll(() => web?.stop());

const pages = async (): Promise<Response[]> => [
  await web.visitor().get(`${delivery.link}/open/${item.file_id}`),
  await (await byPage(web, helena)).visitor.get(`/content/${item.id}/open`),
];

const configIn = (html: string): OpeningConfig => {
  const [, json = ''] = /data-config="([^"]+)"/.exec(html) ?? [];
  return JSON.parse(
    json.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&'),
  );
};

test('runs one script of ours, whose bytes have the hash that the page names, as have its workers', async () => {
  for (const page of await pages()) {
    const html = await page.text();
    const [script = '', ...others] = html.match(/<script[^>]*>/g) ?? [];
    expect(others).toEqual([]);
    const { worker, camera, label } = configIn(html);
    expect(label).toBe('<b>For "Ana"</b> & co');
    const [, src = ''] = /src="([^"]+)"/.exec(script) ?? [];
    const [, integrity = ''] = /integrity="([^"]+)"/.exec(script) ?? [];
    for (const named of [{ src, integrity }, worker, camera]) {
      const bytes = Buffer.from(await (await fetch(`${web.origin}${named.src}`)).arrayBuffer());
      expect(named.integrity).toBe(`sha256-${createHash('sha256').update(bytes).digest('base64')}`);
    }
    expect(html).not.toMatch(/\son\w+=|\sstyle=/i);
  }
});

test('may load nothing from elsewhere, is kept nowhere, and alone may ask for the camera', async () => {
  for (const { status, headers } of await pages()) {
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; script-src 'self'; worker-src 'self' blob:; connect-src 'self'; style-src 'self'; font-src 'self'; img-src 'self' blob:; media-src 'self' blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
    );
    expect(headers.get('permissions-policy')).toContain('camera=(self), microphone=()');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow');
  }
  const others = [await web.visitor().get(delivery.link), await web.visitor().get('/')];
  for (const { headers } of others) expect(headers.get('permissions-policy')).toContain('camera=()');
});

test('weighs less than 30 KB without its scripts', async () => {
  const [page] = await pages();
  const html = (await page?.text()) ?? '';
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => `${web.origin}${href}`);
  expect(sheets.length).toBeGreaterThan(1);
  // Text shrinks to less than a third on the way.
  const texts = await Promise.all(sheets.map(async (href) => (await fetch(href)).text()));
  expect(gzipSync(html).length + texts.reduce((sum, text) => sum + gzipSync(text).length, 0)).toBeLessThan(14 * 1024);
});

test('has a service worker that may fetch nothing', async () => {
  const { headers } = await fetch(`${web.origin}/open-sealed-worker.js`);
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
});

test('is not for an item that is not sealed, or is not in the delivery', async () => {
  const other = await upload(helena, parcel);
  expect((await web.visitor().get(`${delivery.link}/open/${other.file_id}`)).status).toBe(404);
  expect((await web.visitor().get(`${delivery.link}/open/nothing`)).status).toBe(404);
  const letter = { title: 'Open', type: 'text', content: 'Open' };
  const { body } = await helena.call('POST /content/upload', { json: letter });
  const { visitor } = await byPage(web, helena);
  expect((await visitor.get(`/content/${body.id}/open`)).status).toBe(404);
});

test('a link that was revoked gives neither the page nor a share, and says so', async () => {
  const own = await openedDelivery(web, helena, item);
  await helena.call(`POST /delivery/${own.id}/revoke-link`);
  const page = await web.visitor().get(`${own.link}/open/${item.file_id}`);
  expect(page.status).toBe(410);
  const text = await page.text();
  expect(text).toContain('This is no longer here.');
  expect(text).not.toContain('<script');
});

test('a preview shows its sender what the recipient will see, and its buttons do nothing', async () => {
  const { id } = await schedule(web, helena, item);
  const { visitor } = await byPage(web, helena);
  const html = await (await visitor.get(`/schedule/${id}/preview`)).text();
  expect(html).toContain('so that not even Stillhere can open it');
  expect(html).toMatch(/<button class="btn btn-primary" type="button" disabled="">Open it here<\/button>/);
  expect(html).not.toContain('/open/');
  expect(html).not.toContain('parcel.zip');
});
