import { crc32 } from 'node:zlib';
import type { Blank } from '#db/entities/content.ts';
import { cameraBoxBlanks, exifBlanks, tiffEntryBlanks } from './location-exif.ts';
import {
  keyedValueBlanks,
  matroskaBlanks,
  placeBoxBlanks,
  quickTimeTextBlanks,
  telemetryBlanks,
} from './location-film.ts';
import {
  compressedXmpBlanks,
  photoshopBlanks,
  rawProfileBlanks,
  xmpBlanks,
  xmpPropertyBlanks,
} from './location-text.ts';
import { Needles } from './needles.ts';

/** A place in the file where something that may hold a location begins. */
export interface Hit {
  /** From the first byte of the needle on: as much as WINDOW_BYTES, less only at the end of the file. */
  bytes: Buffer;
  /** What stands right before it, at most BEFORE_BYTES. */
  before: Buffer;
  /** Where the needle is in the file. */
  at: number;
}

/** What announces a location, and how to find it there. Offsets of its answer are counted from the needle. */
interface Sign {
  needle: Buffer;
  find(hit: Hit): Blank[];
  /** How many are looked into: a file made of nothing but signs must not hold up an upload. */
  most: number;
}

/** Longer than any block of a camera; XMP may be longer and is read window by window. */
export const WINDOW_BYTES = 256 * 1024;
const BEFORE_BYTES = 16;
/** Searched at once. */
const STEP_BYTES = 1024 * 1024;
const MAX_BLANKS = 5_000;
/** Of a PNG's block. */
const NAME_BYTES = 4;

function sign(needle: string, find: Sign['find'], most = 1_000): Sign {
  return { needle: Buffer.from(needle, 'latin1'), find, most };
}

const EVERYWHERE = [
  sign('II*\0', exifBlanks),
  sign('MM\0*', exifBlanks),
  sign('<rdf:RDF', xmpBlanks, 100),
  sign('exif:GPS', xmpPropertyBlanks),
  sign('8BIM\x04\x04', photoshopBlanks),
];
/** MP4, MOV, HEIC and their like; a phone's "motion" picture has a film behind the JPEG. */
const IN_BOXES = [
  sign('\xa9xyz', quickTimeTextBlanks),
  sign('loci\0\0\0\0', placeBoxBlanks),
  sign('keys\0\0\0\0', keyedValueBlanks),
  sign('GPS5l\x14', telemetryBlanks, MAX_BLANKS),
  sign('GPS9?\x20', telemetryBlanks, MAX_BLANKS),
  sign('CMT4II*\0', cameraBoxBlanks),
  sign('CMT4MM\0*', cameraBoxBlanks),
];
const IN_MATROSKA = [sign('LOCATION', matroskaBlanks)];
const IN_PNG = [
  sign('eXIf', checkedExifBlanks, 8),
  sign('Raw profile type ', rawProfileBlanks),
  sign('XML:com.adobe.xmp\0\x01', compressedXmpBlanks),
];
/** In a TIFF, and in the raw files that are one, a block may stand anywhere: latitude and longitude are found by themselves. */
const IN_TIFF = [
  '\x02\0\x05\0\x03\0\0\0',
  '\x04\0\x05\0\x03\0\0\0',
  '\0\x02\0\x05\0\0\0\x03',
  '\0\x04\0\x05\0\0\0\x03',
].map((needle) => sign(needle, tiffEntryBlanks));
const WITHOUT_BOXES = new Set(['image/png', 'image/apng', 'image/gif', 'image/webp']);

/** Anything but pictures, film and sound is left as it is: an archive with a changed byte is a broken one. */
function signsOf(contentType: string | null): Sign[] {
  if (contentType === null || !/^(image|video|audio)\//.test(contentType)) return [];
  if (contentType.endsWith('png')) return [...EVERYWHERE, ...IN_PNG];
  if (/matroska|webm/.test(contentType)) return [...EVERYWHERE, ...IN_MATROSKA];
  if (WITHOUT_BOXES.has(contentType)) return EVERYWHERE;
  if (/^image\/(tiff|x-)/.test(contentType)) return [...EVERYWHERE, ...IN_BOXES, ...IN_TIFF];
  return [...EVERYWHERE, ...IN_BOXES];
}

/**
 * A PNG's block for EXIF gets the check sum of what is left in it: readers skip a block whose sum does not fit, and with
 * it would go how the picture is to be turned.
 */
function checkedExifBlanks({ bytes, before }: Hit): Blank[] {
  const end = NAME_BYTES + (before.length < 4 ? bytes.length : before.readUInt32BE(before.length - 4));
  if (end + 4 > bytes.length || crc32(bytes.subarray(0, end)) !== bytes.readUInt32BE(end)) return [];
  const scanner = new LocationScanner('image/webp');
  scanner.push(bytes.subarray(NAME_BYTES, end));
  const blanks = scanner.blanks();
  if (blanks.length === 0) return [];
  const left = Buffer.from(bytes.subarray(0, end));
  for (const [at, length, by = 0] of blanks) left.fill(by, NAME_BYTES + at, NAME_BYTES + at + length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(left));
  return [...sum].map((byte, index): Blank => [end + index, 1, byte]);
}

/**
 * Finds where a camera wrote the place into a file, as the bytes pass. What others see has zeros there, or spaces: the picture, its
 * length and its orientation stay as they are. Holds a little over a megabyte, however long the file is.
 */
export class LocationScanner {
  readonly #signs: Sign[];
  readonly #needles: Needles;
  /** How often each sign was seen. */
  readonly #hits: number[] = [];
  readonly #held: Buffer;
  /** How much of `#held` is filled, and where in it the search goes on. */
  #filled = 0;
  #from = 0;
  /** Where in the file `#held` begins. */
  #offset = 0;
  #found: Blank[] = [];

  /** @param contentType as it was sniffed; null when the first bytes tell nothing */
  constructor(contentType: string | null) {
    this.#signs = signsOf(contentType);
    this.#needles = new Needles(this.#signs.map(({ needle }) => needle));
    this.#held = Buffer.allocUnsafe(this.#signs.length > 0 ? BEFORE_BYTES + STEP_BYTES + WINDOW_BYTES : 0);
  }

  /** @param chunk the next bytes of the file, of any length */
  push(chunk: Uint8Array): void {
    if (this.#signs.length === 0) return;
    let taken = 0;
    while (taken < chunk.length) {
      const count = Math.min(chunk.length - taken, this.#held.length - this.#filled);
      this.#held.set(chunk.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;
      if (this.#filled === this.#held.length) this.#step();
    }
  }

  /** @returns what to blank, sorted, once all bytes have passed */
  blanks(): Blank[] {
    this.#search(this.#filled);
    this.#from = this.#filled;
    return merged(this.#found, this.#offset + this.#filled);
  }

  /** Searches what has a whole window behind it, and makes room. */
  #step(): void {
    const searched = this.#filled - WINDOW_BYTES;
    this.#search(searched);
    const kept = searched - BEFORE_BYTES;
    this.#held.copyWithin(0, kept, this.#filled);
    this.#offset += kept;
    this.#filled -= kept;
    this.#from = BEFORE_BYTES;
  }

  #search(to: number): void {
    this.#needles.search(this.#held.subarray(0, this.#filled), this.#from, to, (index, at) => {
      const sign = this.#signs[index];
      const hits = (this.#hits[index] ?? 0) + 1;
      this.#hits[index] = hits;
      if (sign && hits <= sign.most) this.#note(at, sign);
    });
  }

  #note(at: number, { find }: Sign): void {
    const position = this.#offset + at;
    const bytes = this.#held.subarray(at, Math.min(this.#filled, at + WINDOW_BYTES));
    const before = this.#held.subarray(Math.max(0, at - BEFORE_BYTES), at);
    for (const [offset, length, by = 0] of find({ bytes, before, at: position })) {
      if (this.#found.length < MAX_BLANKS) this.#found.push([position + offset, length, by]);
    }
  }
}

/** @returns them in order, those with zeros without overlaps, and within the file */
function merged(found: readonly Blank[], size: number): Blank[] {
  const blanks: Blank[] = [];
  for (const [at, length, by = 0] of found.toSorted((a, b) => a[0] - b[0])) {
    const end = Math.min(at + length, size);
    const last = blanks.at(-1);
    if (last && at <= last[0] + last[1] && by === (last[2] ?? 0)) last[1] = Math.max(last[1], end - last[0]);
    else if (at >= 0 && end > at) blanks.push(by === 0 ? [at, end - at] : [at, end - at, by]);
  }
  return blanks;
}
