/** How many bytes are read from the store for what a person wants to see, counted at the store. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { openFile, type ReadableFile } from '#services/contents/open-file.ts';
import { SEGMENT_BYTES, STRIDE_BYTES } from '#services/crypto/seal.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { collect, keep, openVault, type Vault } from './vault.ts';

const SIZE = 40 * MEGABYTE + 12_345;
/** What an answer has besides its bytes. */
const HEADERS_MAX = 2_000;
/** What is on the way when nobody reads on: buffers of both ends of a connection, on both lines. */
const ON_THE_WAY_MAX = 12 * MEGABYTE;

/** A line to the store that counts what comes back. */
async function countedLine(to: number) {
  let count = 0;
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    far.on('data', (chunk) => {
      count += chunk.length;
    });
    near.pipe(far).pipe(near);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    counted: async (work: () => Promise<void>) => {
      const before = count;
      await work();
      await sleep(100);
      return count - before;
    },
    close: () => server.close(),
  };
}

let vault: Vault;
let line: Awaited<ReturnType<typeof countedLine>>;
let objects: ObjectStore;
let file: ReadableFile;
const bytes = randomBytes(SIZE);
beforeAll(async () => {
  vault = await openVault();
  line = await countedLine(Number(new URL(vault.gateway.env.S3_ENDPOINT).port));
  objects = testObjects({ env: { ...vault.gateway.env, S3_ENDPOINT: `http://127.0.0.1:${line.port}` } });
  const { id } = await vault.person();
  const { file_id } = await keep(vault, id, bytes);
  file = await openFile(vault.context(objects), { accountId: id }, file_id ?? '');
});
afterAll(async () => {
  objects?.close();
  line?.close();
  await vault?.close();
});

const signal = () => new AbortController().signal;

test.each([
  ['the last byte', SIZE - 1, SIZE - 1, 1],
  ['a byte in the middle', 20 * MEGABYTE, 20 * MEGABYTE, 1],
  ['two bytes on both sides of a border', 5 * SEGMENT_BYTES - 1, 5 * SEGMENT_BYTES, 2],
  ['a megabyte anywhere', 17_000_000, 17_000_000 + MEGABYTE - 1, 5],
])('%s costs no more than its own segments', async (_what, start, end, segments) => {
  const fetched = await line.counted(async () => {
    const read = await collect(await file.read(start, end, signal()));
    expect(read.equals(bytes.subarray(start, end + 1))).toBe(true);
  });
  expect(fetched).toBeLessThanOrEqual(segments * STRIDE_BYTES + HEADERS_MAX);
});

test('a player that seeks: ranges that it does not read are not fetched from the store', async () => {
  const fetched = await line.counted(async () => {
    for (const start of [0, 30 * MEGABYTE, 10 * MEGABYTE]) {
      // As players ask: from there to the end, and then no more of it.
      for await (const part of await file.read(start, SIZE - 1, signal())) {
        expect(part.equals(bytes.subarray(start, start + part.length))).toBe(true);
        break;
      }
    }
  });
  expect(fetched).toBeLessThan(3 * ON_THE_WAY_MAX);
  expect(fetched).toBeGreaterThan(3 * SEGMENT_BYTES);
});

test('a client that disconnects ends the read from the store', async () => {
  const gone = new AbortController();
  const fetched = await line.counted(async () => {
    const reading = await file.read(0, SIZE - 1, gone.signal);
    await reading.next();
    gone.abort();
    await expect(collect(reading)).rejects.toThrow();
  });
  expect(fetched).toBeLessThan(ON_THE_WAY_MAX);
});

test('a hundred readers that stop in the middle delay no other', async () => {
  const gone = new AbortController();
  const paused = await Promise.all(Array.from({ length: 100 }, () => file.read(0, MEGABYTE - 1, gone.signal)));
  const [byte] = await collect(await file.read(SIZE - 1, SIZE - 1, signal()));
  expect(byte).toBe(bytes[SIZE - 1]);
  gone.abort();
  await expect(Promise.all(paused.map(collect))).rejects.toThrow();
});
