/** Seals and opens what is too large for memory: the same bytes as `seal` makes, segment by segment. */
import { HEADER_BYTES, type Opener, SEGMENT_BYTES, SealBroken, type Sealer, STRIDE_BYTES, segmentsOf } from './seal.ts';

/**
 * Seals bytes as they arrive; holds one segment in memory.
 * @param source the plaintext, in chunks of any length
 * @returns header and segments
 */
export async function* sealStream(sealer: Sealer, source: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield sealer.header;
  let index = 0;
  // A full segment waits for the next byte: only then is it known not to be the last.
  for await (const { bytes, isLast } of inSegments(source, SEGMENT_BYTES)) yield* sealer.parts(index++, isLast, bytes);
}

/** Where in a stored object a range of its plaintext is. Offsets in bytes, the last ones included. */
export interface SealedRange {
  firstSegment: number;
  from: number;
  to: number;
}

/**
 * @param size of the whole plaintext
 * @param start the first byte that is wanted
 * @param end the last byte that is wanted
 */
export function sealedRange(size: number, start: number, end: number): SealedRange {
  const firstSegment = Math.floor(start / SEGMENT_BYTES);
  const lastSegment = Math.floor(end / SEGMENT_BYTES);
  const from = HEADER_BYTES + firstSegment * STRIDE_BYTES;
  const stored = HEADER_BYTES + size + segmentsOf(size) * (STRIDE_BYTES - SEGMENT_BYTES);
  return { firstSegment, from, to: Math.min(stored, HEADER_BYTES + (lastSegment + 1) * STRIDE_BYTES) - 1 };
}

/**
 * Opens the stored bytes of a range; each segment is verified before any of its bytes is returned.
 * @param stored the bytes from `sealedRange(size, start, end)`
 * @returns the plaintext from `start` to `end`, both included
 * @throws SealBroken
 */
export async function* openStream(
  opener: Opener,
  stored: AsyncIterable<Uint8Array>,
  { size, start, end }: { size: number; start: number; end: number },
): AsyncGenerator<Buffer> {
  const last = segmentsOf(size) - 1;
  let index = Math.floor(start / SEGMENT_BYTES);
  for await (const { bytes } of inSegments(stored, STRIDE_BYTES)) {
    const plaintext = opener.segment(index, index === last, bytes);
    const offset = index * SEGMENT_BYTES;
    yield plaintext.subarray(Math.max(0, start - offset), end + 1 - offset);
    index++;
  }
  if (index !== Math.floor(end / SEGMENT_BYTES) + 1)
    throw new SealBroken(`The stored object ends before segment ${index}.`);
}

/**
 * Cuts a stream into pieces of one length; the last may be shorter, and is empty for an empty stream. A piece is valid
 * until the next one is requested: all share the same memory, so that many concurrent uploads need little.
 */
async function* inSegments(
  source: AsyncIterable<Uint8Array>,
  length: number,
): AsyncGenerator<{ bytes: Buffer; isLast: boolean }> {
  const piece = Buffer.allocUnsafeSlow(length);
  let filled = 0;
  for await (const chunk of source) {
    let copied = 0;
    while (copied < chunk.length) {
      if (filled === length) {
        yield { bytes: piece, isLast: false };
        filled = 0;
      }
      const count = Math.min(length - filled, chunk.length - copied);
      piece.set(chunk.subarray(copied, copied + count), filled);
      filled += count;
      copied += count;
    }
  }
  yield { bytes: piece.subarray(0, filled), isLast: true };
}
