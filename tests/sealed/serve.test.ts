/** What the service worker hands on of an item that was opened. */
import { beforeAll, expect, test } from 'vitest';
import type { ServedHead } from '#app/sealed/opening/protocol.ts';
import { serve } from '#app/sealed/opening/serve.ts';
import { type OpenedParcel, openParcel } from '#app/sealed/parcel.ts';
import { changed, makeParcel, parcelOf, type TestParcel } from './make.ts';

const FILM = Buffer.from(Array.from({ length: 1_500_000 }, (_, index) => (index * 7 + (index >> 9)) % 251));

let parcel: TestParcel;
beforeAll(async () => {
  parcel = await makeParcel(FILM, { name: 'film.mp4', type: 'video/mp4' });
}, 60_000);

/** By shares, which open without the work that words take. */
const opened = ({ shares, ...files }: TestParcel): Promise<OpenedParcel> =>
  openParcel(parcelOf(files), { shares: [shares.a, shares.b] });

/** @returns the head and all bytes, or how far it came before it failed */
async function ask(opened: OpenedParcel, range: string | null, isDownload = false) {
  const { port1, port2 } = new MessageChannel();
  const next = () =>
    new Promise<unknown>((resolve) => port1.addEventListener('message', ({ data }) => resolve(data), { once: true }));
  port1.start();
  const faults: unknown[] = [];
  const first = next();
  serve(opened, { range, isDownload, port: port2 as never }, { onPiece() {}, onFault: (error) => faults.push(error) });
  const head = (await first) as ServedHead;
  const pieces: Uint8Array[] = [];
  for (;;) {
    const piece = next();
    port1.postMessage('more');
    const data = await piece;
    if (!(data instanceof Uint8Array)) {
      port1.close();
      return { ...head, bytes: Buffer.concat(pieces), end: data, faults };
    }
    pieces.push(data);
  }
}

test.each([
  ['bytes=0-', 0, FILM.length],
  ['bytes=0-1', 0, 2],
  ['bytes=65535-65536', 65_535, 65_537],
  ['bytes=700001-', 700_001, FILM.length],
  ['bytes=-5', FILM.length - 5, FILM.length],
  ['bytes=1400000-99999999', 1_400_000, FILM.length],
])('%s of a film is exactly that part', async (range, start, end) => {
  const { status, headers, bytes } = await ask(await opened(parcel), range);
  expect([status, headers['content-range'], headers['content-length']]).toEqual([
    206,
    `bytes ${start}-${end - 1}/${FILM.length}`,
    `${end - start}`,
  ]);
  expect(bytes.equals(FILM.subarray(start, end))).toBe(true);
});

test('a download is the whole, under its own name, and of no type that a browser would show', async () => {
  const page = await makeParcel('<!doctype html>', { name: 'a/b"c\r\nx: y é.html', type: 'text/html' });
  const { status, headers, bytes } = await ask(await opened(page), null, true);
  expect(status).toBe(200);
  expect(bytes.toString()).toBe('<!doctype html>');
  expect(headers['content-type']).toBe('application/octet-stream');
  expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''a-b-c--x-%20y%20%C3%A9.html");
});

test.each(['text/html', 'image/svg+xml', 'video/mp4; x', 'video/mp4\r\nx: y'])(
  'a type like %j is not handed on',
  async (type) => {
    const { headers } = await ask(await opened(await makeParcel('any', { type })), 'bytes=0-1');
    expect(headers['content-type']).toBe('application/octet-stream');
  },
);

test('damage ends the answer before a byte of it, and is told', async () => {
  const content = changed(parcel.content, 1_200_000);
  const { bytes, end, faults } = await ask(await opened({ ...parcel, content }), null, true);
  expect(end).toBe('failed');
  expect(bytes.equals(FILM.subarray(0, bytes.length))).toBe(true);
  expect(bytes.length).toBeLessThan(1_200_000);
  expect(faults).toHaveLength(1);
});
