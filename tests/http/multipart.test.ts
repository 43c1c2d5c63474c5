/** Reading forms that are odd, and long: neither ends the process, nor stays in its memory. */
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { readMultipart } from '#app/http/multipart.ts';
import { MEGABYTE } from '#domain/content/content.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'a');
const PER_MEGABYTE = MEGABYTE / CHUNK.length;

async function* form(megabytes: number): AsyncGenerator<Uint8Array> {
  yield Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="film.mp4"\r\n\r\n');
  for (let count = 0; count < megabytes * PER_MEGABYTE; count++) yield CHUNK;
  yield Buffer.from('\r\n--b--\r\n');
}

function sent(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Request {
  return new Request('http://localhost/', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    body: Readable.toWeb(Readable.from(body)),
    duplex: 'half',
  } as RequestInit);
}

// An error that nobody hears ends the process, and fails this run.
test.each([
  [
    'a NUL in the name of a file',
    Buffer.from('--b\r\ncontent-disposition: form-data; name="file"; filename="a\0b"\r\n\r\nx'),
  ],
  ['a header that never ends', Buffer.from(`--b\r\ncontent-disposition: ${'x'.repeat(20_000)}`)],
])('%s is an ordinary refusal', async (_what, beginning) => {
  await expect(readMultipart(sent([beginning, CHUNK, CHUNK, CHUNK]))).rejects.toMatchObject({ code: 'malformed' });
});

test('a long file is forgotten as it passes', async () => {
  setFlagsFromString('--expose-gc');
  const collectGarbage = runInNewContext('gc') as () => void;
  const heap = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const { file, done } = await readMultipart(sent(form(128)));
  const heaps: number[] = [];
  let passed = 0;
  for await (const chunk of file?.bytes ?? []) {
    passed += chunk.length;
    // At the end all of it is forgotten anyway.
    if (passed > (heaps.length === 0 ? 16 : 120) * MEGABYTE && heaps.length < 2) heaps.push(heap());
  }
  await done();
  expect(passed).toBe(128 * MEGABYTE);
  const [early = 0, late = 0] = heaps;
  // A callback that is left behind for each chunk takes 0.35 MB.
  expect(late - early).toBeLessThan(0.2 * MEGABYTE);
});
