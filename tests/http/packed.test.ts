import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type Visit, visitContext } from '#app/middleware/context.ts';
import { packed } from '#app/middleware/packed.ts';

const PAGE = `<!doctype html><p>${'Still here. '.repeat(400)}</p>`;
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd', 'sec-fetch-site': 'none' };
const SOMEBODY = { user: {} } as Visit;

/** What a browser is given for a page, or for something else. */
async function ask(headers: Record<string, string>, visit: Visit = SOMEBODY, given: HeadersInit = {}) {
  const context = new RouterContextProvider();
  context.set(visitContext, visit);
  const args = { request: new Request('http://localhost/', { headers }), context } as unknown as Parameters<
    typeof packed
  >[0];
  const answer = new Response(PAGE, { status: 422, headers: { 'content-type': 'text/html; charset=utf-8', ...given } });
  const response = (await packed(args, async () => answer)) as Response;
  const encoding = response.headers.get('content-encoding');
  return { encoding, response, body: Buffer.from(await response.arrayBuffer()) };
}

test('a page goes out packed, and is the same page', async () => {
  const { encoding, response, body } = await ask(BROWSER);
  expect([encoding, response.status, response.headers.get('vary')]).toEqual(['br', 422, 'Accept-Encoding']);
  expect(body.length).toBeLessThan(PAGE.length / 10);
  expect(`${brotliDecompressSync(body)}`).toBe(PAGE);
});

test.each([
  ['gzip, deflate', 'gzip'],
  ['gzip;q=0.5, br;q=0', 'gzip'],
  ['br;q=0.9', 'br'],
  ['identity', null],
  ['gzip;q=0', null],
  ['', null],
])('whoever accepts "%s" gets %s', async (accepted, encoding) => {
  const answer = await ask({ ...BROWSER, 'accept-encoding': accepted });
  expect(answer.encoding).toBe(encoding);
  expect(
    `${encoding === 'gzip' ? gunzipSync(answer.body) : encoding ? brotliDecompressSync(answer.body) : answer.body}`,
  ).toBe(PAGE);
});

test.each([
  ['none', SOMEBODY, 'br'],
  ['same-origin', SOMEBODY, 'br'],
  ['cross-site', SOMEBODY, null],
  ['same-site', SOMEBODY, null],
  ['', SOMEBODY, null],
  ['cross-site', 'unknown', null],
  ['cross-site', 'visitor', 'br'],
] as const)(
  'asked for from "%s" by %o: what is in a page cannot be guessed by its length',
  async (site, visit, encoding) => {
    expect((await ask({ ...BROWSER, 'sec-fetch-site': site }, visit)).encoding).toBe(encoding);
  },
);

test('what is packed, or is no page, stays as it is', async () => {
  expect((await ask(BROWSER, SOMEBODY, { 'content-type': 'image/jpeg' })).response.headers.get('vary')).toBeNull();
  const { encoding, body } = await ask(BROWSER, SOMEBODY, { 'content-encoding': 'zstd' });
  expect([encoding, `${body}`]).toEqual(['zstd', PAGE]);
});

test('what is written of a page is on its way before the rest is there', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const context = new RouterContextProvider();
  context.set(visitContext, 'visitor');
  const args = { request: new Request('http://localhost/', { headers: BROWSER }), context } as unknown as Parameters<
    typeof packed
  >[0];
  const answer = (await packed(
    args,
    async () => new Response(readable, { headers: { 'content-type': 'text/html' } }),
  )) as Response;
  const writer = writable.getWriter();
  void writer.write(Buffer.from(PAGE));
  const first = await answer.body?.getReader().read();
  expect(first?.value?.length).toBeGreaterThan(20);
  await writer.close();
});
