import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { errorResponse } from './errors.ts';

/** A form may come slowly, but not as one byte now and then to keep us waiting. */
const BYTES_PER_SECOND_MIN = 1024;
const PATIENCE = 10 * SECOND;
/** A file takes as long as its line is slow: it only has to go on coming. */
const PACE_WINDOW = 30 * SECOND;
const PACE_BYTES_MIN = 1024;
/** How much of what nobody wants is still listened to, and for how long; and how long a silence may be. */
const HEARD_OUT_MAX = 64 * MEGABYTE;
const HEARD_OUT_WITHIN = 30 * SECOND;
const SILENCE_MAX = 2 * SECOND;

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
      await drop(chunksOf(reader));
      throw errorResponse(new AppError('too-large', 'This is more than a form can carry. Please send less at once.'));
    }
    const waited = performance.now() - began;
    if (waited > PATIENCE && size < (waited / SECOND) * BYTES_PER_SECOND_MIN) throw tooSlow();
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a body of any length, as it comes. It may take hours, as long as it goes on.
 * @throws Response 408 when hardly anything has come for half a minute; whatever breaks the connection
 */
export async function* readSteadily(request: Request): AsyncGenerator<Uint8Array> {
  if (!request.body) return;
  const reader: Chunks = request.body.getReader();
  let since = performance.now();
  let size = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    const now = performance.now();
    if (now - since > PACE_WINDOW) {
      if (size < PACE_BYTES_MIN) throw tooSlow();
      [since, size] = [now, 0];
    }
    yield next.value;
  }
}

function tooSlow(): Response {
  return new Response('This came too slowly.\n', { status: 408 });
}

/**
 * Reads and forgets a body that nobody has read. Whoever is still sending does not listen: refused at once, a browser
 * or a proxy reports a broken connection instead of our answer. Whoever has announced more than we would hear out, or
 * waits for our word before sending, is answered without that.
 */
export async function hearOut(request: Request): Promise<void> {
  const announced = Number(request.headers.get('content-length') ?? 0);
  if (request.body && !request.bodyUsed && announced <= HEARD_OUT_MAX) await drop(chunksOf(request.body.getReader()));
}

/** Reads on and forgets, as long as something comes and it does not become too much. */
export async function drop(chunks: Pick<AsyncGenerator<Uint8Array>, 'next'>): Promise<void> {
  const began = performance.now();
  let size = 0;
  while (size < HEARD_OUT_MAX && performance.now() - began < HEARD_OUT_WITHIN) {
    const next = await Promise.race([chunks.next().catch(() => null), silence()]);
    if (!next || next.done) return;
    size += next.value.byteLength;
  }
}

async function* chunksOf(reader: Chunks): AsyncGenerator<Uint8Array> {
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}

function silence(): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, SILENCE_MAX, null).unref());
}
