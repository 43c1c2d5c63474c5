/**
 * A film of any length for measurements: a short one again and again, each time at another place of the file, so that seeking
 * has to read elsewhere.
 * @see https://www.iso.org/standard/83102.html the boxes of ISO/IEC 14496-12
 */

const HEAD_BYTES = 8;
/** Boxes that hold boxes, of those whose contents change. */
const NESTED = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl']);
/** Where the duration is in a box. */
const DURATION_AT: Record<string, number> = { mvhd: 24, mdhd: 24, tkhd: 28 };
/** Of dev/seed/files/candles.mp4; the first is its only key frame. */
const FRAMES_IN_CLIP = 54;
const FILLER = Buffer.alloc(1024 * 1024, 'film');

interface Box {
  type: string;
  bytes: Buffer;
}

/** A film, as a stream of its bytes. */
export interface LargeFilm {
  /** In bytes. */
  size: number;
  /** Its length. */
  seconds: number;
  read(): AsyncGenerator<Buffer>;
}

function boxesIn(bytes: Buffer): Box[] {
  const boxes: Box[] = [];
  for (let at = 0; at < bytes.length; ) {
    const size = bytes.readUInt32BE(at);
    boxes.push({ type: bytes.toString('latin1', at + 4, at + HEAD_BYTES), bytes: bytes.subarray(at, at + size) });
    at += size;
  }
  return boxes;
}

function box(type: string, ...contents: Buffer[]): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(HEAD_BYTES + contents.reduce((sum, { length }) => sum + length, 0));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...contents]);
}

/** Numbers after four bytes of version and flags. */
function numbers(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 + index * 4);
  return bytes;
}

const numbersIn = (bytes: Buffer): number[] =>
  Array.from({ length: (bytes.length - 12) / 4 }, (_, index) => bytes.readUInt32BE(12 + index * 4));

/** @returns the values `times` times, one after the other */
const again = (values: readonly number[], times: number) => Array.from({ length: times }, () => values).flat();

/**
 * @param clip dev/seed/files/candles.mp4: one track, whose frames are in one piece and begin with a key frame
 * @param bytes about how long the film shall be
 */
export function largeFilm(clip: Buffer, bytes: number): LargeFilm {
  const [ftyp, moov, mdat] = ['ftyp', 'moov', 'mdat'].map((type) => {
    const found = boxesIn(clip).find((one) => one.type === type);
    if (!found) throw new Error(`The clip has no ${type}.`);
    return found.bytes;
  }) as [Buffer, Buffer, Buffer];
  const times = Math.max(1, Math.floor(bytes / FILLER.length));
  const spacing = FILLER.length;
  const frames = mdat.subarray(HEAD_BYTES);
  const begin = ftyp.length + repeated(moov, times, []).length + 2 * HEAD_BYTES;
  const offsets = Array.from({ length: times }, (_, index) => begin + index * spacing);
  const head = Buffer.alloc(2 * HEAD_BYTES);
  // A length of 1 says that the true one, of 64 bits, follows.
  head.writeUInt32BE(1);
  head.write('mdat', 4, 'latin1');
  head.writeBigUInt64BE(BigInt(head.length + times * spacing), HEAD_BYTES);
  return {
    size: begin + times * spacing,
    seconds: secondsOf(moov) * times,
    async *read() {
      yield Buffer.concat([ftyp, repeated(moov, times, offsets), head]);
      for (let index = 0; index < times; index++) yield Buffer.concat([frames, FILLER.subarray(frames.length)]);
    },
  };
}

function secondsOf(moov: Buffer): number {
  const mvhd = moov.indexOf('mvhd') - 4;
  return moov.readUInt32BE(mvhd + 24) / moov.readUInt32BE(mvhd + 20);
}

/** @param offsets where each repetition is in the file; empty while only the length is asked */
function repeated(bytes: Buffer, times: number, offsets: readonly number[]): Buffer {
  const inside = boxesIn(bytes.subarray(HEAD_BYTES)).map((one) => repeatedBox(one, times, offsets));
  return box(bytes.toString('latin1', 4, HEAD_BYTES), ...inside);
}

function repeatedBox({ type, bytes }: Box, times: number, offsets: readonly number[]): Buffer {
  if (NESTED.has(type)) return repeated(bytes, times, offsets);
  const at = DURATION_AT[type];
  if (at !== undefined) {
    const copy = Buffer.from(bytes);
    copy.writeUInt32BE(bytes.readUInt32BE(at) * times, at);
    return copy;
  }
  switch (type) {
    // It says which part of the track is shown: all of it.
    case 'edts':
      return Buffer.alloc(0);
    case 'stts':
    case 'ctts': {
      const [, ...entries] = numbersIn(bytes);
      return box(type, numbers([(entries.length / 2) * times, ...again(entries, times)]));
    }
    case 'stss': {
      const frames = FRAMES_IN_CLIP;
      return box(type, numbers([times, ...Array.from({ length: times }, (_, index) => index * frames + 1)]));
    }
    case 'stsz': {
      const [, count = 0, ...sizes] = numbersIn(bytes);
      return box(type, numbers([0, count * times, ...again(sizes, times)]));
    }
    case 'stco':
      return box(type, numbers([times, ...(offsets.length > 0 ? offsets : again([0], times))]));
    default:
      return bytes;
  }
}
