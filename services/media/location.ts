import { crc32 } from 'node:zlib';
import type { Blank } from '#db/entities/content.ts';
import { mayHoldLocation } from '#domain/content/media.ts';
import { Budget, LocationUnclear } from './location-budget.ts';
import {
  dashcamBlanks,
  keyedValueBlanks,
  nmeaBlanks,
  placeBoxBlanks,
  subtitleBlanks,
  telemetryBlanks,
} from './location-film.ts';
import { matroskaBlanks } from './location-matroska.ts';
import {
  cameraBoxBlanks,
  exifBlanks,
  iptcDatasetBlanks,
  networkCountryBlanks,
  PLACE_DATASETS,
  photoshopBlanks,
  pngTextBlanks,
  tiffEntriesBlanks,
} from './location-metadata.ts';
import { TelemetryTracks } from './location-tracks.ts';
import { XmpText } from './location-xmp.ts';
import { Needles } from './needles.ts';

/** A needle that was found: something that may hold a location begins here. */
export interface Hit {
  /** From the first byte of the needle: WINDOW_BYTES, less only at the end of the file. */
  bytes: Buffer;
  /** The bytes before it, at most BEFORE_BYTES. */
  before: Buffer;
  /** Offset of the needle in the file. */
  at: number;
  /** Whether the file has more than these bytes. */
  goesOn: boolean;
  /** To be charged for inspecting more than a few bytes. */
  budget: Budget;
}

/** Finds locations in a structure. The offsets that it returns are relative to the needle. */
type Find = (hit: Hit) => Blank[];

/**
 * A needle, and what begins with it: a structure, a packet of XMP, one of its properties, a PNG's chunk for EXIF, or a film's
 * track, the kind of it, its index.
 */
interface Sign {
  needle: Buffer;
  means: Find | 'packet' | 'property' | 'chunk' | 'track' | 'handler' | 'index';
}

/** Longer than any block of a camera. */
const WINDOW_BYTES = 256 * 1024;
const BEFORE_BYTES = 16;
/** Searched at a time. */
const STEP_BYTES = 512 * 1024;
/** Read from a property whose packet's beginning was not found. */
const PROPERTY_BYTES = 8_192;
/** A film of five hours with a location each second has fewer. */
const MAX_BLANKS = 20_000;
/** The name of a PNG's chunk. */
const NAME_BYTES = 4;
/** XML must not contain zeros, and in a GIF a zero would end the block with its XMP. */
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
/** MP4, MOV, HEIC and the like; a phone's "motion" picture has a film after the JPEG. */
const IN_BOXES = [
  sign('\xa9xyz', placeBoxBlanks),
  sign('@xyz', placeBoxBlanks),
  sign('loci\0\0\0\0', placeBoxBlanks),
  sign('keys\0\0\0\0', keyedValueBlanks),
  sign('GPS5l\x14', telemetryBlanks),
  sign('GPS9?\x20', telemetryBlanks),
  sign('CMT4II*\0', cameraBoxBlanks),
  sign('CMT4MM\0*', cameraBoxBlanks),
  sign('MCC_Data', networkCountryBlanks),
  sign('freeGPS ', dashcamBlanks),
  ...['GPRMC,', 'GNRMC,', 'GPGGA,', 'GNGGA,'].map((sentence) => sign(`$${sentence}`, nmeaBlanks)),
  ...['[latitude', '[longitude', '[longtitude', 'GPS (', 'GPS(', 'HOME('].map((text) => sign(text, subtitleBlanks)),
  sign('trak', 'track'),
  sign('hdlr\0\0\0\0', 'handler'),
  sign('stbl', 'index'),
];
const IN_MATROSKA = [sign('\x12\x54\xc3\x67', matroskaBlanks)];
const IN_PNG = [sign('eXIf', 'chunk'), ...['tEXt', 'zTXt', 'iTXt'].map((name) => sign(name, pngTextBlanks))];
/**
 * In a TIFF, and in raw files that are one, a block may be anywhere, so we look for entries: the reference, latitude, longitude,
 * and the places of IPTC.
 */
const IN_TIFF = [
  ...['\x01\0\x02\0\x02\0\0\0', '\x02\0\x05\0\x03\0\0\0', '\x04\0\x05\0\x03\0\0\0'],
  ...['\0\x01\0\x02\0\0\0\x02', '\0\x02\0\x05\0\0\0\x03', '\0\x04\0\x05\0\0\0\x03'],
]
  .map((needle) => sign(needle, tiffEntriesBlanks))
  .concat([...PLACE_DATASETS].map((set) => sign(`\x1c\x02${String.fromCharCode(set)}\0`, iptcDatasetBlanks)));
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
 * Finds where a camera wrote its location, while the file arrives. Others get zeros or spaces there: the picture, its length and
 * its orientation stay the same. Needs less than a megabyte of memory for any file.
 *
 * Two passes go over the bytes: one for signs, and one where there is XMP. Everything else shares one budget per file. A
 * file that exceeds it is refused, since an uninspected part may hold a location.
 */
export class LocationScanner {
  readonly #signs: Sign[];
  readonly #needles: Needles;
  readonly #budget = new Budget();
  readonly #xmp = new XmpText((from, to) => this.#note(from, to - from, SPACE));
  readonly #tracks = new TelemetryTracks(([at, length]) => this.#note(at, length));
  readonly #window = Buffer.allocUnsafe(BEFORE_BYTES + STEP_BYTES + WINDOW_BYTES);
  /** Of `#window`: its filled bytes, and the index where the search goes on. */
  #filled = 0;
  #from = 0;
  /** Offset of `#window` in the file. */
  #offset = 0;
  #isEnd = false;
  #bytesSearched = 0;
  /** Whether the search is inside a PNG's chunk for EXIF; and the offset of the last one's end in the file. */
  #isInChunk = false;
  #chunkEnd = 0;
  readonly #found: Blank[] = [];

  /** @param contentType as it was detected; null when it is unknown */
  constructor(contentType: string | null) {
    this.#signs = signsOf(contentType);
    this.#needles = new Needles(this.#signs.map(({ needle }) => needle));
  }

  /** Bytes inspected, each as often as it was. */
  get work(): number {
    return this.#bytesSearched + this.#xmp.bytesRead + this.#budget.spent;
  }

  /**
   * @param chunk the next bytes of the file, of any length
   * @throws LocationUnclear when the budget is exhausted; the scanner is of no use after that
   */
  push(chunk: Uint8Array): void {
    let copied = 0;
    while (copied < chunk.length) {
      const count = Math.min(chunk.length - copied, this.#window.length - this.#filled);
      this.#window.set(chunk.subarray(copied, copied + count), this.#filled);
      this.#filled += count;
      copied += count;
      if (this.#filled === this.#window.length) this.#step();
    }
  }

  /** To be called after the last byte. @returns what to blank, sorted. @throws LocationUnclear */
  blanks(): Blank[] {
    this.#isEnd = true;
    this.#readOn();
    this.#search(this.#from, this.#filled);
    this.#from = this.#filled;
    return merged(this.#found, this.#offset + this.#filled);
  }

  /** Searches as far as a whole window follows, and makes room. */
  #step(): void {
    const searched = this.#filled - WINDOW_BYTES;
    this.#readOn();
    this.#search(this.#from, searched);
    const dropped = searched - BEFORE_BYTES;
    this.#window.copyWithin(0, dropped, this.#filled);
    this.#offset += dropped;
    this.#filled -= dropped;
    this.#from = BEFORE_BYTES;
  }

  #search(from: number, to: number): void {
    this.#bytesSearched += to - from;
    this.#needles.search(this.#window.subarray(0, this.#filled), from, to, (index, at) => {
      // A chunk for EXIF was searched when it was found.
      if (this.#offset + at >= this.#chunkEnd) this.#lookInto(at, (this.#signs[index] as Sign).means);
    });
  }

  #lookInto(at: number, means: Sign['means']): void {
    this.#budget.spend();
    const position = this.#offset + at;
    if (means === 'chunk') this.#lookIntoChunk(at);
    else if (means === 'packet' || means === 'property') {
      this.#xmp.begin(position, means === 'packet' ? Number.POSITIVE_INFINITY : position + PROPERTY_BYTES);
      this.#readOn();
    } else {
      const bytes = this.#window.subarray(at, Math.min(this.#filled, at + WINDOW_BYTES));
      const before = this.#window.subarray(Math.max(0, at - BEFORE_BYTES), at);
      const goesOn = !this.#isEnd || at + bytes.length < this.#filled;
      const hit = { bytes, before, at: position, goesOn, budget: this.#budget };
      if (typeof means === 'string') this.#lookIntoTrack(means, hit);
      else for (const [offset, length, by] of means(hit)) this.#note(position + offset, length, by);
    }
  }

  #lookIntoTrack(means: 'track' | 'handler' | 'index', hit: Hit): void {
    if (means === 'track') this.#tracks.begin();
    else if (means === 'handler') this.#tracks.handler(hit);
    else {
      this.#tracks.index(hit);
      this.#readOn();
    }
  }

  /** What is longer than a window is read as far as it has arrived. */
  #readOn(): void {
    const window = this.#window.subarray(0, this.#filled);
    this.#xmp.read(window, this.#offset, this.#isEnd);
    this.#tracks.read(window, this.#offset);
  }

  /**
   * Replaces the checksum of a PNG's chunk for EXIF as well: readers skip a chunk with a wrong one, and would lose the
   * orientation.
   */
  #lookIntoChunk(at: number): void {
    // Chunks are never nested.
    if (this.#isInChunk || at < 4) return;
    const end = at + NAME_BYTES + this.#window.readUInt32BE(at - 4);
    if (end + 4 > Math.min(this.#filled, at + WINDOW_BYTES)) return;
    const chunk = this.#window.subarray(at, end);
    this.#budget.spend(chunk.length);
    if (crc32(chunk) !== this.#window.readUInt32BE(end)) return;
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

/** @returns a copy of a part of a file as others see it. @param offset of the part in the file */
function blanked(part: Buffer, offset: number, blanks: readonly Blank[]): Buffer {
  const left = Buffer.from(part);
  const inside = (at: number) => Math.min(Math.max(at - offset, 0), left.length);
  for (const [at, length, by = 0] of blanks) left.fill(by, inside(at), inside(at + length));
  return left;
}

/** @returns them sorted and within the file; those with zeros do not overlap */
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
