import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { errorResponse } from './errors.ts';

/** A body may come slowly, but not as one byte now and then to keep us waiting. */
const BYTES_PER_SECOND_MIN = 1024;
const PATIENCE = 10 * SECOND;
/** How much of what nobody wants is still listened to, and for how long. */
const HEARD_OUT_MAX = 64 * MEGABYTE;
const HEARD_OUT_WITHIN = 30 * SECOND;

type Chunks = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reads a body up to a limit; what lies beyond is never held in memory.
 * @param limit in bytes
 * @throws Response 413 beyond the limit, 408 when it comes too slowly
 */
export async function readBody(request: Request, limit: number): Promise<Buffer> {
  if (!request.body) return Buffer.alloc(0);
  const began = performance.now();
  const reader: Chunks = request.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > limit) {
      await drop(reader);
      throw errorResponse(new AppError('too-large', 'This is more than a form can carry. Please send less at once.'));
    }
    const waited = performance.now() - began;
    if (waited > PATIENCE && size < (waited / SECOND) * BYTES_PER_SECOND_MIN) {
      throw new Response('This came too slowly.\n', { status: 408 });
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads and forgets a body that nobody has read. Whoever is still sending does not listen: refused at once, a browser
 * or a proxy reports a broken connection instead of our answer.
 */
export async function hearOut(request: Request): Promise<void> {
  if (request.body && !request.bodyUsed) await drop(request.body.getReader());
}

async function drop(reader: Chunks): Promise<void> {
  const began = performance.now();
  let size = 0;
  while (size < HEARD_OUT_MAX && performance.now() - began < HEARD_OUT_WITHIN) {
    const next = await reader.read().catch(() => null);
    if (!next || next.done) return;
    size += next.value.byteLength;
  }
}
