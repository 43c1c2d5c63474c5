import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { type Visit, visitContext } from '#app/middleware/context.ts';
import { packed } from '#app/middleware/packed.ts';

const PAGE = `<!doctype html><p>${'Still here. '.repeat(400)}</p>`;
const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd', 'sec-fetch-site': 'none' };
const SIGNED_IN = { user: {} } as Visit;

function argumentsOf(headers: Record<string, string>, context: RouterContextProvider): Parameters<typeof packed>[0] {
  const request = new Request('http://localhost/', { headers });
  return { request, context, params: {}, url: new URL(request.url), pattern: '/' };
}

/** What a browser is given for a page, or for something else. */
async function ask(headers: Record<string, string>, visit: Visit = SIGNED_IN, given: HeadersInit = {}) {
  const context = new RouterContextProvider();
  context.set(visitContext, visit);
  const args = argumentsOf(headers, context);
  const answer = new Response(PAGE, { status: 422, headers: { 'content-type': 'text/html; charset=utf-8', ...given } });
  const response = (await packed(args, async () => answer)) as Response;
  const encoding = response.headers.get('content-encoding');
  return { encoding, response, body: Buffer.from(await response.arrayBuffer()) };
}

test('a page is compressed, with the same content', async () => {
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
])('a browser that accepts "%s" gets %s', async (accepted, encoding) => {
  const answer = await ask({ ...BROWSER, 'accept-encoding': accepted });
  expect(answer.encoding).toBe(encoding);
  expect(
    `${encoding === 'gzip' ? gunzipSync(answer.body) : encoding ? brotliDecompressSync(answer.body) : answer.body}`,
  ).toBe(PAGE);
});

test.each([
  ['none', SIGNED_IN, 'br'],
  ['same-origin', SIGNED_IN, 'br'],
  ['cross-site', SIGNED_IN, null],
  ['same-site', SIGNED_IN, null],
  ['', SIGNED_IN, null],
  ['cross-site', 'unknown', null],
  ['cross-site', 'visitor', 'br'],
] as const)(
  'requested from "%s" by %o: the length of a page reveals nothing of its content',
  async (site, visit, encoding) => {
    expect((await ask({ ...BROWSER, 'sec-fetch-site': site }, visit)).encoding).toBe(encoding);
  },
);

test('an answer that is compressed, or is no page, stays as it is', async () => {
  expect((await ask(BROWSER, SIGNED_IN, { 'content-type': 'image/jpeg' })).response.headers.get('vary')).toBeNull();
  const { encoding, body } = await ask(BROWSER, SIGNED_IN, { 'content-encoding': 'zstd' });
  expect([encoding, `${body}`]).toEqual(['zstd', PAGE]);
});

test('the first part of a page is sent before the rest is rendered', async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const context = new RouterContextProvider();
  context.set(visitContext, 'visitor');
  const args = argumentsOf(BROWSER, context);
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
