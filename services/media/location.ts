import { crc32 } from 'node:zlib';
import type { Blank } from '#db/entities/content.ts';
import { mayHoldLocation } from '#domain/content/media.ts';
import { Budget, LocationUnclear } from './location-budget.ts';
import { cameraBoxBlanks, exifBlanks, tiffEntryBlanks } from './location-exif.ts';
import {
  keyedValueBlanks,
  matroskaBlanks,
  placeBoxBlanks,
  quickTimeTextBlanks,
  telemetryBlanks,
} from './location-film.ts';
import { compressedXmpBlanks, photoshopBlanks, rawProfileBlanks } from './location-text.ts';
import { XmpText } from './location-xmp.ts';
import { Needles } from './needles.ts';

/** A place in the file where something that may hold a location begins. */
export interface Hit {
  /** From the first byte of the needle on: as much as WINDOW_BYTES, less only at the end of the file. */
  bytes: Buffer;
  /** What stands right before it, at most BEFORE_BYTES. */
  before: Buffer;
  /** Where the needle is in the file. */
  at: number;
  /** To be charged with what is looked into, where that is more than a few bytes. */
  budget: Budget;
}

/** Finds a location in a structure that begins here. Offsets of its answer are counted from the needle. */
type Find = (hit: Hit) => Blank[];

/** What announces a location: a structure, a packet of XMP, one of its properties, or a PNG's chunk for EXIF. */
interface Sign {
  needle: Buffer;
  means: Find | 'packet' | 'property' | 'chunk';
}

/** Longer than any block of a camera. */
const WINDOW_BYTES = 256 * 1024;
const BEFORE_BYTES = 16;
/** Searched at once. */
const STEP_BYTES = 512 * 1024;
/** Read from a property on whose packet was not seen to begin. */
const PROPERTY_BYTES = 8_192;
/** A film of five hours with a place in every second has fewer. */
const MAX_BLANKS = 20_000;
/** Of a PNG's chunk. */
const NAME_BYTES = 4;
/** Zeros are not allowed in XML; and a GIF, whose XMP lies bare among its blocks, ends a block at a zero. */
const SPACE = 0x20;

function sign(needle: string, means: Sign['means']): Sign {
  return { needle: Buffer.from(needle, 'latin1'), means };
}

const EVERYWHERE = [
  sign('II*\0', exifBlanks),
  sign('MM\0*', exifBlanks),
  sign('<rdf:RDF', 'packet'),
  sign('exif:GPS', 'property'),
  sign('8BIM\x04\x04', photoshopBlanks),
];
/** MP4, MOV, HEIC and their like; a phone's "motion" picture has a film behind the JPEG. */
const IN_BOXES = [
  sign('\xa9xyz', quickTimeTextBlanks),
  sign('loci\0\0\0\0', placeBoxBlanks),
  sign('keys\0\0\0\0', keyedValueBlanks),
  sign('GPS5l\x14', telemetryBlanks),
  sign('GPS9?\x20', telemetryBlanks),
  sign('CMT4II*\0', cameraBoxBlanks),
  sign('CMT4MM\0*', cameraBoxBlanks),
];
const IN_MATROSKA = [sign('LOCATION', matroskaBlanks)];
const IN_PNG = [
  sign('eXIf', 'chunk'),
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

function signsOf(contentType: string | null): Sign[] {
  if (!mayHoldLocation(contentType)) return [];
  if (contentType.endsWith('png')) return [...EVERYWHERE, ...IN_PNG];
  if (/matroska|webm/.test(contentType)) return [...EVERYWHERE, ...IN_MATROSKA];
  if (WITHOUT_BOXES.has(contentType)) return EVERYWHERE;
  if (/^image\/(tiff|x-)/.test(contentType)) return [...EVERYWHERE, ...IN_BOXES, ...IN_TIFF];
  return [...EVERYWHERE, ...IN_BOXES];
}

/**
 * Finds where a camera wrote the place into a file, as the bytes pass. What others see has zeros there, or spaces: the picture, its
 * length and its orientation stay as they are. Holds less than a megabyte, however long the file is.
 *
 * Two passes go over the bytes, one for signs and one where there is XMP; what else is looked into has one budget for the
 * file. A file for which that is not enough throws, for a part of it that nobody looked into may say where.
 */
export class LocationScanner {
  readonly #signs: Sign[];
  readonly #needles: Needles;
  readonly #budget = new Budget();
  readonly #xmp = new XmpText((from, to) => this.#note(from, to - from, SPACE));
  readonly #held = Buffer.allocUnsafe(BEFORE_BYTES + STEP_BYTES + WINDOW_BYTES);
  /** How much of `#held` is filled, and where in it the search goes on. */
  #filled = 0;
  #from = 0;
  /** Where in the file `#held` begins. */
  #offset = 0;
  #isEnd = false;
  #bytesSearched = 0;
  /** While the search is inside of a PNG's chunk for EXIF; and where in the file the last one ended. */
  #isInChunk = false;
  #chunkEnd = 0;
  readonly #found: Blank[] = [];

  /** @param contentType as it was sniffed; null when the first bytes tell nothing */
  constructor(contentType: string | null) {
    this.#signs = signsOf(contentType);
    this.#needles = new Needles(this.#signs.map(({ needle }) => needle));
  }

  /** How many bytes were looked into, each as often as it was. */
  get work(): number {
    return this.#bytesSearched + this.#xmp.bytesRead + this.#budget.spent;
  }

  /**
   * @param chunk the next bytes of the file, of any length
   * @throws LocationUnclear when there is more to look into than the budget allows; nothing more can be asked then
   */
  push(chunk: Uint8Array): void {
    let taken = 0;
    while (taken < chunk.length) {
      const count = Math.min(chunk.length - taken, this.#held.length - this.#filled);
      this.#held.set(chunk.subarray(taken, taken + count), this.#filled);
      this.#filled += count;
      taken += count;
      if (this.#filled === this.#held.length) this.#step();
    }
  }

  /** @returns what to blank, sorted, once all bytes have passed. @throws LocationUnclear */
  blanks(): Blank[] {
    this.#isEnd = true;
    this.#readXmp();
    this.#search(this.#from, this.#filled);
    this.#from = this.#filled;
    return merged(this.#found, this.#offset + this.#filled);
  }

  /** Searches what has a whole window behind it, and makes room. */
  #step(): void {
    const searched = this.#filled - WINDOW_BYTES;
    this.#readXmp();
    this.#search(this.#from, searched);
    const kept = searched - BEFORE_BYTES;
    this.#held.copyWithin(0, kept, this.#filled);
    this.#offset += kept;
    this.#filled -= kept;
    this.#from = BEFORE_BYTES;
  }

  #search(from: number, to: number): void {
    this.#bytesSearched += to - from;
    this.#needles.search(this.#held.subarray(0, this.#filled), from, to, (index, at) => {
      // What lies in a chunk for EXIF was found when the chunk was.
      if (this.#offset + at >= this.#chunkEnd) this.#lookInto(at, (this.#signs[index] as Sign).means);
    });
  }

  #lookInto(at: number, means: Sign['means']): void {
    this.#budget.spend();
    const position = this.#offset + at;
    if (means === 'chunk') this.#lookIntoChunk(at);
    else if (means === 'packet' || means === 'property') {
      this.#xmp.begin(position, means === 'packet' ? Number.POSITIVE_INFINITY : position + PROPERTY_BYTES);
      this.#readXmp();
    } else {
      const bytes = this.#held.subarray(at, Math.min(this.#filled, at + WINDOW_BYTES));
      const before = this.#held.subarray(Math.max(0, at - BEFORE_BYTES), at);
      for (const [offset, length] of means({ bytes, before, at: position, budget: this.#budget }))
        this.#note(position + offset, length);
    }
  }

  #readXmp(): void {
    this.#xmp.read(this.#held.subarray(0, this.#filled), this.#offset, this.#isEnd);
  }

  /**
   * A PNG's chunk for EXIF gets the check sum of what is left in it: readers skip a chunk whose sum does not fit, and with
   * it would go how the picture is to be turned.
   */
  #lookIntoChunk(at: number): void {
    // Chunks lie side by side, never in each other.
    if (this.#isInChunk || at < 4) return;
    const end = at + NAME_BYTES + this.#held.readUInt32BE(at - 4);
    if (end + 4 > Math.min(this.#filled, at + WINDOW_BYTES)) return;
    const chunk = this.#held.subarray(at, end);
    this.#budget.spend(chunk.length);
    if (crc32(chunk) !== this.#held.readUInt32BE(end)) return;
    const before = this.#found.length;
    this.#isInChunk = true;
    this.#search(at + NAME_BYTES, end);
    this.#isInChunk = false;
    this.#chunkEnd = this.#offset + end;
    if (this.#found.length === before) return;
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(blanked(chunk, this.#offset + at, this.#found.slice(before))));
    for (const [index, byte] of sum.entries()) this.#note(this.#chunkEnd + index, 1, byte);
  }

  #note(at: number, length: number, by = 0): void {
    if (this.#found.length === MAX_BLANKS) throw new LocationUnclear('A file names more places than can be blanked.');
    this.#found.push([at, length, by]);
  }
}

/** @returns a copy of a part of a file as others see it. @param offset where in the file it begins */
function blanked(part: Buffer, offset: number, blanks: readonly Blank[]): Buffer {
  const left = Buffer.from(part);
  const inside = (at: number) => Math.min(Math.max(at - offset, 0), left.length);
  for (const [at, length, by = 0] of blanks) left.fill(by, inside(at), inside(at + length));
  return left;
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
