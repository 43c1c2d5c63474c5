/**
 * Seals one original, outside of the page: reading, encrypting and writing a film takes minutes. Its script is the one that
 * makes the words and meets the original, and runs only with the bytes whose hash is in the page.
 */

import { giveBack } from '../chunk-cipher.ts';
import { HASHER, HashBeside, hashInHere } from '../hash-beside.ts';
import { numberOf, sealParcel } from '../parcel.ts';
import { checksumOf, codeOf, linesOf } from '../shares.ts';
import { generateWords } from '../words.ts';
import type { FromWorker, PrintedShare, SealedParcel, SealFailure, SealOrder, ToWorker } from './orders.ts';
import { openScratch } from './scratch.ts';

/** In milliseconds. */
const REPORT_EACH = 100;

const stop = new AbortController();
const report = (news: FromWorker) => postMessage(news);

/** The original is shorter or longer than it was, or its bytes do not come. */
class Unread extends Error {}

if (self.name === HASHER) hashInHere();
else
  addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
    if (data === 'cancel') stop.abort();
    else void seal(data).then(report);
  });

async function seal(order: SealOrder & { scratch: string }): Promise<FromWorker> {
  try {
    return { kind: 'sealed', parcel: await makeParcel(order) };
  } catch (error) {
    return stop.signal.aborted ? { kind: 'cancelled' } : { kind: 'failed', why: failureOf(error) };
  }
}

async function makeParcel({ source, size, scratch, ...about }: SealOrder & { scratch: string }): Promise<SealedParcel> {
  const words = generateWords();
  const counted = counting(size);
  const bytes = (await streamOf(source)).pipeThrough(counted);
  // Its worker ends with this one.
  const made = await sealParcel({ ...about, bytes }, words, new Date(), new HashBeside());
  const file = await openScratch(scratch);
  try {
    const reader = made.content.getReader();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const chunk = next.value as Uint8Array<ArrayBuffer>;
      file.write(chunk);
      // Its memory is free at once: a film would fill the heap before the browser gets around to it.
      giveBack(chunk.buffer);
    }
  } catch (error) {
    file.close();
    throw error;
  }
  const [content, meta] = [await file.end(), await made.meta()];
  const { key, shares } = made;
  const number = numberOf(key);
  return {
    content,
    meta: new Uint8Array(meta),
    key: new Uint8Array(key),
    share: new Uint8Array(shares.s),
    sheets: { A: printed('A', number, shares.a), B: printed('B', number, shares.b) },
    words,
    number,
  };
}

function printed(sheet: 'A' | 'B', number: string, share: Uint8Array): PrintedShare {
  return { lines: linesOf(share), checksum: checksumOf(share), code: codeOf(sheet, number, share) };
}

async function streamOf(source: Blob | string): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  if (typeof source !== 'string') return source.stream();
  const answer = await fetch(source, { signal: stop.signal }).catch(unread);
  if (!answer.ok || answer.redirected || !answer.body) return unread();
  return answer.body;
}

/** Counts what passes; fails where it is not all of it, or where the person has cancelled. */
function counting(size: number): TransformStream<Uint8Array<ArrayBuffer>, Uint8Array> {
  let done = 0;
  let reported = 0;
  return new TransformStream({
    transform(chunk, controller) {
      stop.signal.throwIfAborted();
      done += chunk.length;
      if (performance.now() - reported > REPORT_EACH || done === size) {
        reported = performance.now();
        report({ kind: 'progress', done });
      }
      controller.enqueue(chunk);
    },
    flush() {
      if (done !== size) unread();
    },
  });
}

function unread(): never {
  throw new Unread('The original could not be read to its end.');
}

function failureOf(error: unknown): SealFailure {
  const name = error instanceof Error ? error.name : '';
  if (name === 'QuotaExceededError') return 'no-room';
  // A file that was moved or deleted since it was picked; a connection that was lost.
  return error instanceof Unread || name === 'NotReadableError' || name === 'NotFoundError' || name === 'TypeError'
    ? 'unread'
    : 'fault';
}
