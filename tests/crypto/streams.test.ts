/** Files are sealed and opened in a stream: the same bytes as at once, any part of them alone, and nothing forged. */
import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { GIGABYTE } from '#domain/content/content.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import {
  HEADER_BYTES,
  Opener,
  SEGMENT_BYTES,
  SealBroken,
  type SealedIdentity,
  Sealer,
  STRIDE_BYTES,
  seal,
  sealedSize,
  segmentsOf,
  unseal,
} from '#services/crypto/seal.ts';
import { openStream, sealedRange, sealStream } from '#services/crypto/seal-stream.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
const OTHER = '01890a5d-ac96-774b-bcce-b302099a8058';
const FILE: SealedIdentity = { kind: 'file', id: ID };
const key = randomBytes(32);

async function* chunked(bytes: Buffer, lengths: readonly number[] = [64 * 1024]): AsyncGenerator<Buffer> {
  let at = 0;
  for (let turn = 0; at < bytes.length; turn++) {
    const length = lengths[turn % lengths.length] ?? bytes.length;
    // A buffer that is reused at once: code that holds on to it sees garbage.
    const chunk = Buffer.from(bytes.subarray(at, at + length));
    yield chunk;
    chunk.fill(0xee);
    at += length;
  }
}

async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}

/** Reads a range as a process does: asks the store for what is needed of it and no more. */
function read(sealed: Buffer, size: number, start: number, end: number): Promise<Buffer> {
  const { from, to } = sealedRange(size, start, end);
  const opener = new Opener(key, FILE, sealed.subarray(0, HEADER_BYTES));
  return collect(openStream(opener, chunked(sealed.subarray(from, to + 1), [50_000]), { size, start, end }));
}

/** Sizes and places where something begins or ends. */
const BORDERS = [0, 1, 2, 3].flatMap((count) =>
  [-17, -16, -1, 0, 1, 15, 16].map((off) => count * SEGMENT_BYTES + off).filter((size) => size >= 0),
);
const aSize = fc.oneof(fc.constantFrom(...BORDERS), fc.integer({ min: 0, max: 3 * SEGMENT_BYTES }));
const BYTES = randomBytes(3 * SEGMENT_BYTES + 100);

describe('the frozen format of files', () => {
  interface Vectors {
    key: { master: string; owner: string; wrapped: string };
    streams: {
      kind: 'file' | 'thumbnail';
      id: string;
      size: number;
      salt: string;
      bytes: number;
      sha256: string;
      header: string;
      segments: { begins: string; tag: string }[];
    }[];
  }
  const { key: kept, streams } = JSON.parse(
    readFileSync(new URL('./stream-vectors.json', import.meta.url), 'utf8'),
  ) as Vectors;
  const person = new Keyring(kept.master).openPersonKey(Buffer.from(kept.wrapped, 'hex'), kept.owner);
  const patterned = (size: number) =>
    Buffer.from(Uint8Array.from({ length: size }, (_, i) => 31 * i + 17 * (i >> 8) + 5 * (i >> 16)));

  it.each(streams)('of a $kind of $size bytes', async ({ kind, id, size, salt, bytes, sha256, header, segments }) => {
    const plaintext = patterned(size);
    const sealer = new Sealer(person, { kind, id }, Buffer.from(salt, 'hex'));
    const sealed = await collect(sealStream(sealer, chunked(plaintext)));
    const stored = segments.map((_, index) =>
      sealed.subarray(HEADER_BYTES + index * STRIDE_BYTES, HEADER_BYTES + (index + 1) * STRIDE_BYTES),
    );
    expect({
      header: sealed.subarray(0, HEADER_BYTES).toString('hex'),
      segments: stored.map((one) => ({
        begins: one.subarray(0, 32).toString('hex'),
        tag: one.subarray(-16).toString('hex'),
      })),
      bytes: sealed.length,
      sha256: createHash('sha256').update(sealed).digest('hex'),
    }).toEqual({ header, segments, bytes, sha256 });
    expect(unseal(person, { kind, id }, sealed).equals(plaintext)).toBe(true);
  });
});

test('a stream is sealed to the same bytes as all of it at once, in whatever chunks it comes', async () => {
  await fc.assert(
    fc.asyncProperty(
      aSize,
      fc.array(fc.oneof(fc.constantFrom(1, SEGMENT_BYTES), fc.integer({ min: 1_000, max: 600_000 })), {
        minLength: 1,
        maxLength: 5,
      }),
      async (size, lengths) => {
        const plaintext = BYTES.subarray(0, size);
        const salt = randomBytes(16);
        // A file that comes byte by byte takes a second: only its beginning does.
        const steps = lengths.every((length) => length === 1) ? [...lengths, 70_000] : lengths;
        const streamed = await collect(sealStream(new Sealer(key, FILE, salt), chunked(plaintext, steps)));
        expect(streamed.equals(seal(key, FILE, plaintext, salt))).toBe(true);
        expect(streamed.length).toBe(sealedSize(size));
      },
    ),
    { numRuns: 60 },
  );
});

test('any part of a file opens alone, from what is stored of its segments and nothing else', async () => {
  const aPart = aSize
    .filter((size) => size > 0)
    .chain((size) => {
      const place = fc.oneof(
        fc.constantFrom(0, size - 1, ...BORDERS.filter((border) => border < size)),
        fc.integer({ min: 0, max: size - 1 }),
      );
      return fc.tuple(fc.constant(size), place, place);
    });
  const sealed = new Map<number, Buffer>();
  await fc.assert(
    fc.asyncProperty(aPart, async ([size, one, other]) => {
      const [start, end] = [Math.min(one, other), Math.max(one, other)];
      const stored = sealed.get(size) ?? seal(key, FILE, BYTES.subarray(0, size));
      sealed.set(size, stored);
      expect((await read(stored, size, start, end)).equals(BYTES.subarray(start, end + 1))).toBe(true);
      const { from, to } = sealedRange(size, start, end);
      const touched = Math.floor(end / SEGMENT_BYTES) - Math.floor(start / SEGMENT_BYTES) + 1;
      expect(to + 1 - from).toBeLessThanOrEqual(touched * STRIDE_BYTES);
      expect(to).toBeLessThan(stored.length);
    }),
    { numRuns: 200 },
  );
});

test.each([
  [2 * GIGABYTE, 2 * GIGABYTE - 1],
  [2 * GIGABYTE + 1, 2 * GIGABYTE],
  [GIGABYTE - 12_345, 700_000_000],
  [10 * GIGABYTE, 5 * GIGABYTE],
])('of %i bytes, byte %i needs at most one segment', (size, at) => {
  const { from, to, firstSegment } = sealedRange(size, at, at);
  expect(to + 1 - from).toBeLessThanOrEqual(STRIDE_BYTES);
  expect(from).toBe(HEADER_BYTES + firstSegment * STRIDE_BYTES);
  expect(to).toBeLessThan(sealedSize(size));
  if (at === size - 1) expect(to).toBe(sealedSize(size) - 1);
  expect(segmentsOf(size)).toBeGreaterThan(firstSegment);
});

describe('a changed file is refused before a byte of it is read', () => {
  const size = 2 * SEGMENT_BYTES + 1_000;
  const plaintext = BYTES.subarray(0, size);
  const sealed = seal(key, FILE, plaintext);
  const segment = (index: number, of = sealed) =>
    of.subarray(HEADER_BYTES + index * STRIDE_BYTES, HEADER_BYTES + (index + 1) * STRIDE_BYTES);
  const header = sealed.subarray(0, HEADER_BYTES);
  const flipped = (at: number) => {
    const forged = Buffer.from(sealed);
    forged[at] = (forged[at] ?? 0) ^ 1;
    return forged;
  };
  const earlier = seal(key, FILE, Buffer.from(plaintext).reverse());

  /** What of it can be read, and how reading ends; what comes out must be the true beginning. */
  async function outcome(
    forged: Buffer,
    identity = FILE,
    by: Buffer = key,
  ): Promise<{ proven: number; error: unknown }> {
    let proven = 0;
    try {
      const opener = new Opener(by, identity, forged.subarray(0, HEADER_BYTES));
      const stored = chunked(forged.subarray(HEADER_BYTES));
      for await (const part of openStream(opener, stored, { size, start: 0, end: size - 1 })) {
        expect(part.equals(plaintext.subarray(proven, proven + part.length))).toBe(true);
        proven += part.length;
      }
      return { proven, error: null };
    } catch (error) {
      return { proven, error };
    }
  }

  it('an unchanged file opens to its end', async () => {
    expect(await outcome(sealed)).toEqual({ proven: size, error: null });
  });

  it.each<[string, number, Buffer]>([
    ['the magic changed', 0, flipped(0)],
    ['the salt changed', 0, flipped(4)],
    ['the first byte changed', 0, flipped(HEADER_BYTES)],
    ['the first tag changed', 0, flipped(HEADER_BYTES + STRIDE_BYTES - 1)],
    ['a byte in the middle changed', 1, flipped(HEADER_BYTES + STRIDE_BYTES + 5)],
    ['the last byte changed', 2, flipped(sealed.length - 1)],
    ['nothing but a header', 0, header],
    ['cut in a segment', 1, sealed.subarray(0, HEADER_BYTES + STRIDE_BYTES + 100)],
    ['cut in a tag', 1, sealed.subarray(0, HEADER_BYTES + 2 * STRIDE_BYTES - 1)],
    ['cut at the end of a segment', 2, sealed.subarray(0, HEADER_BYTES + 2 * STRIDE_BYTES)],
    ['cut after the first segment', 1, sealed.subarray(0, HEADER_BYTES + STRIDE_BYTES)],
    ['a byte too long', 2, Buffer.concat([sealed, Buffer.alloc(1)])],
    ['a segment too long', 2, Buffer.concat([sealed, segment(0)])],
    ['two segments swapped', 0, Buffer.concat([header, segment(1), segment(0), segment(2)])],
    ['a segment repeated', 1, Buffer.concat([header, segment(0), segment(0), segment(2)])],
    ['a segment left out', 1, Buffer.concat([header, segment(0), segment(2)])],
    ['a segment of an earlier version', 1, Buffer.concat([header, segment(0), segment(1, earlier), segment(2)])],
    ['an earlier version behind this header', 0, Buffer.concat([header, earlier.subarray(HEADER_BYTES)])],
    ['the last segment as the middle one', 1, Buffer.concat([header, segment(0), segment(2), segment(2)])],
  ])('%s', async (_what, segments, forged) => {
    const { proven, error } = await outcome(forged);
    expect(error).toBeInstanceOf(SealBroken);
    expect(proven).toBe(Math.min(size, segments * SEGMENT_BYTES));
  });

  it.each<[string, SealedIdentity, Buffer]>([
    ['another file', { kind: 'file', id: OTHER }, key],
    ['another kind', { kind: 'thumbnail', id: ID }, key],
    ['another person', FILE, randomBytes(32)],
  ])('that of %s', async (_what, identity, by) => {
    const { proven, error } = await outcome(sealed, identity, by);
    expect([proven, error]).toEqual([0, expect.any(SealBroken)]);
  });

  it('a file that was cut at a border, read as the shorter file that it could be', async () => {
    const cut = sealed.subarray(0, HEADER_BYTES + 2 * STRIDE_BYTES);
    const shorter = 2 * SEGMENT_BYTES;
    expect((await read(cut, shorter, 0, SEGMENT_BYTES - 1)).length).toBe(SEGMENT_BYTES);
    await expect(read(cut, shorter, SEGMENT_BYTES, shorter - 1)).rejects.toThrow(SealBroken);
  });
});
