/** ZIP archives that are streamed: their length, and what ends them. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type Archived, zipResponse } from '#app/http/file-response.ts';
import { unzip } from './unzip.ts';

const REQUEST = new Request('https://stillhere.example/m/x/all.zip');
const MEGABYTE = 1024 * 1024;

function thing(name: string, content: string | Archived['read'], size?: number): Archived {
  const bytes = Buffer.from(typeof content === 'string' ? content : '');
  const read =
    typeof content === 'string'
      ? async function* () {
          yield bytes;
        }
      : content;
  return { name, size: size ?? bytes.length, madeAt: new Date(2026, 10, 18, 12), read };
}

test('contains each entry under its name, and has the length that was announced', async () => {
  const response = zipResponse([thing('Für Ana.txt', 'Still here.'), thing('empty.bin', '')], 'From Helena', REQUEST);
  const archive = Buffer.from(await response.arrayBuffer());
  expect(unzip(archive)).toEqual([
    { name: 'Für Ana.txt', bytes: Buffer.from('Still here.'), madeOn: { year: 2026, month: 11, day: 18 } },
    { name: 'empty.bin', bytes: Buffer.alloc(0), madeOn: { year: 2026, month: 11, day: 18 } },
  ]);
  expect(response.headers.get('content-length')).toBe(`${archive.length}`);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="From Helena.zip"');
});

test('answers HEAD without reading an entry', async () => {
  const never = thing('a.bin', () => expect.unreachable('It was read.'), 7 * MEGABYTE);
  const asked = new Request(REQUEST, { method: 'HEAD' });
  const response = zipResponse([never], 'From Helena', asked);
  expect(Number(response.headers.get('content-length'))).toBeGreaterThan(7 * MEGABYTE);
  expect(response.body).toBeNull();
});

test('announces the length of an archive above 4 GiB (Zip64)', () => {
  const film = thing('film.mov', () => expect.unreachable('It was read.'), 5 * 1024 * MEGABYTE);
  const { headers } = zipResponse(
    [film, thing('after.txt', 'x')],
    'From Helena',
    new Request(REQUEST, { method: 'HEAD' }),
  );
  const plain = (name: string) => 30 + name.length + 16 + 46 + name.length;
  // Longer numbers behind the film and in its entry, where the text begins, and the two records at the end.
  const [behind, entries, end] = [8, 28 + 12, 56 + 20 + 22];
  const expected = 5 * 1024 * MEGABYTE + 1 + plain('film.mov') + plain('after.txt') + behind + entries + end;
  expect(headers.get('content-length')).toBe(`${expected}`);
});

test('stops reading an entry when the client cancels', async () => {
  let given = 0;
  let isStopped = false;
  const endless = thing(
    'film.mov',
    async function* (signal) {
      signal.addEventListener('abort', () => {
        isStopped = true;
      });
      while (!signal.aborted) {
        given++;
        yield Buffer.alloc(64 * 1024);
      }
    },
    1e9,
  );
  const next = thing('next.bin', () => expect.unreachable('The next entry was read.'), 1);
  const reader = zipResponse([endless, next], 'From Helena', REQUEST).body?.getReader();
  for (let n = 0; n < 5; n++) await reader?.read();
  await sleep(20);
  // It reads no faster than the client.
  expect(given).toBeLessThan(10);
  await reader?.cancel();
  expect(isStopped).toBe(true);
  const before = given;
  await sleep(20);
  expect(given).toBeLessThanOrEqual(before + 1);
});

test('breaks the connection when an entry fails', async () => {
  const broken = thing(
    'film.mov',
    async function* () {
      yield Buffer.alloc(1_000);
      throw new Error('damaged');
    },
    2_000,
  );
  const response = zipResponse([broken, thing('after.txt', 'Still here.')], 'From Helena', REQUEST);
  await expect(response.arrayBuffer()).rejects.toThrow('damaged');
});
