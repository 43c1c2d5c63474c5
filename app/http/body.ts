import { setImmediate } from 'node:timers/promises';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { formTexts } from '#messages/en/form-texts.ts';
import { say } from '#messages/say.ts';
import type { BodyLimit } from './body-limit.ts';
import { errorResponse } from './errors.ts';

/** The slowest pace of a body, in milliseconds. */
interface Pace {
  /** The longest wait for `PROGRESS` bytes. */
  still: number;
  /** The longest time in total; null: no limit. */
  within: number | null;
}

const PROGRESS = 1024;
const STILL_MAX = 30 * SECOND;
const LOOK_EACH = SECOND;
/** Others get their turn after so long, in milliseconds: a body in tiny pieces comes thousands at a time. */
const TURN = 10;
/** For the rest of a body that is dropped after the response. */
const DROPPED_MAX = 64 * MEGABYTE;
const DROPPED_PACE: Pace = { still: 2 * SECOND, within: 30 * SECOND };

/**
 * @throws Response 413 beyond the limit, before reading where Content-Length announces it; 408 when it is too slow
 */
export async function readBody(request: Request, { bytes, within }: BodyLimit): Promise<Buffer> {
  if (announcedLength(request) > bytes) throw tooLarge();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readSteadily(request, within)) {
    size += chunk.byteLength;
    if (size > bytes) throw tooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Reads a body of any length, which may take hours.
 * @param within the longest time in total, in milliseconds; null: no limit
 * @throws Response 408 when hardly anything arrives for half a minute; the error of a broken connection
 */
export async function* readSteadily(
  request: Request,
  within: BodyLimit['within'] = null,
): AsyncGenerator<Uint8Array, void, void> {
  if (request.body) yield* chunksOf(request.body, { still: STILL_MAX, within });
}

/** @returns the Content-Length in bytes; 0 without one */
export function announcedLength(request: Request): number {
  const length = Number(request.headers.get('content-length') ?? 0);
  return Number.isSafeInteger(length) && length > 0 ? length : 0;
}

/**
 * Reads the rest of a body and drops it. A browser that is still sending does not read: if the connection ended now, it would
 * report that instead of our response.
 * @returns whether the body has ended; false when it is too long or too slow to wait for
 */
export async function dropRest(request: Request): Promise<boolean> {
  if (!request.body) return true;
  if (request.body.locked || announcedLength(request) > DROPPED_MAX) return false;
  let size = 0;
  try {
    for await (const chunk of chunksOf(request.body, DROPPED_PACE)) {
      size += chunk.byteLength;
      if (size > DROPPED_MAX) return false;
    }
    return true;
  } catch {
    return false;
  }
}

/** Counts only the time spent waiting for the sender. Unlocks the body afterwards, also when it was not read to its end. */
async function* chunksOf(body: ReadableStream<Uint8Array>, { still, within }: Pace): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const began = performance.now();
  let [asked, waited, size] = [began, 0, 0];
  let turnBegan = began;
  /** Adds the wait since the last call, or the part of it that counts. @returns whether it is too long in sum */
  const isTooSlow = (most = Number.POSITIVE_INFINITY) => {
    const now = performance.now();
    waited += Math.min(now - asked, most);
    asked = now;
    return waited >= still || (within !== null && now - began >= within);
  };
  try {
    while (true) {
      if (performance.now() - turnBegan > TURN) {
        await setImmediate();
        turnBegan = performance.now();
      }
      asked = performance.now();
      // Promise.race with one promise of the end would leak a callback per chunk.
      let isCut = false;
      const looking = setInterval(() => {
        // A look that comes late means that this process was stalled: what has come meanwhile is not read yet.
        isCut ||= isTooSlow(LOOK_EACH);
        if (isCut) reader.releaseLock();
      }, LOOK_EACH);
      const next = await reader
        .read()
        .catch((error: unknown) => Promise.reject(isCut ? tooSlow() : error))
        .finally(() => clearInterval(looking));
      if (next.done) return;
      size += next.value.byteLength;
      if (size >= PROGRESS) [asked, waited, size] = [performance.now(), 0, 0];
      if (isTooSlow()) throw tooSlow();
      yield next.value;
    }
  } finally {
    reader.releaseLock();
  }
}

function tooLarge(): Response {
  return errorResponse(new AppError('too-large', say(formTexts['too-large'])));
}

function tooSlow(): Response {
  return new Response(`${say(formTexts['too-slow'])}\n`, { status: 408 });
}
