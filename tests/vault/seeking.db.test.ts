/** Jumping in a film begins at once: what it takes from the store is one segment, however long the film is. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';
import { openFile } from '#services/contents/open-file.ts';
import { SEGMENT_BYTES, STRIDE_BYTES } from '#services/crypto/seal.ts';
import { sealedRange } from '#services/crypto/seal-stream.ts';
import { testObjects } from '#tests/harness/objects.ts';
import { keep, openVault, type Vault } from './vault.ts';

/** A few hundred kilobytes: after so many, the line brings nothing more. */
const ENOUGH = 300_000;
const SIZE = 20 * MEGABYTE;

/** A line to the store that falls silent once it has brought so many bytes on a connection. */
async function shortLine(to: number): Promise<Server> {
  const server = createServer((near) => {
    const far = connect(to, '127.0.0.1');
    let left = ENOUGH;
    near.pipe(far);
    far.on('data', (chunk: Buffer) => {
      if (left > 0) near.write(chunk.subarray(0, left));
      left -= chunk.length;
    });
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy());
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return server;
}

let vault: Vault;
let line: Server;
beforeAll(async () => {
  vault = await openVault();
  line = await shortLine(Number(new URL(vault.gateway.env.S3_ENDPOINT).port));
});
afterAll(async () => {
  line?.close();
  await vault?.close();
});

test.each([
  ['its middle', 13_000_000],
  ['just before a border', 40 * SEGMENT_BYTES - 1],
])('from %s to the end, the first bytes come before 300 kB have', async (_where, start) => {
  const { port } = line.address() as AddressInfo;
  const objects = testObjects({ env: { ...vault.gateway.env, S3_ENDPOINT: `http://127.0.0.1:${port}` } });
  const bytes = randomBytes(SIZE);
  const { id } = await vault.person();
  const { file_id } = await keep(vault, id, bytes);
  const film = await openFile(vault.context(objects), { accountId: id }, file_id ?? '');
  const hangUp = new AbortController();
  const reading = await film.read(start, SIZE - 1, hangUp.signal);
  const { value: first = Buffer.alloc(0) } = (await reading.next()) as IteratorResult<Buffer, undefined>;
  expect(first.length).toBeGreaterThan(0);
  expect(first.equals(bytes.subarray(start, start + first.length))).toBe(true);
  hangUp.abort();
  await expect(reading.next()).rejects.toThrow();
  objects.close();
});

test.each([
  ['a video of 1 GB', GIGABYTE],
  ['one of 10 GB', 10 * GIGABYTE],
])('in %s, whatever is jumped to is within the first segment of what is asked for', (_what, size) => {
  for (const start of [1, 0.25 * size, 0.5 * size + 12_345, size - 1].map(Math.floor)) {
    const { from, firstSegment } = sealedRange(size, start, size - 1);
    const begins = firstSegment * SEGMENT_BYTES;
    expect(start - begins).toBeLessThan(SEGMENT_BYTES);
    expect(begins).toBeLessThanOrEqual(start);
    expect(from).toBe(sealedRange(size, 0, 0).from + firstSegment * STRIDE_BYTES);
  }
});
