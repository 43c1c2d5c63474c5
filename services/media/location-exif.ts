/** Where a camera wrote the place in the way of EXIF: a directory of its own, in the structure of a TIFF. */
import type { Blank } from '#db/entities/content.ts';
import type { Hit } from './location.ts';
import type { Budget } from './location-budget.ts';
import { iptcBlanks } from './location-text.ts';

const GPS_DIRECTORY = 0x8825;
const EXIF_DIRECTORY = 0x8769;
const IPTC = 0x83bb;
const TIFF_TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** Bytes of each type of value, by its number: those of TIFF 6.0, the address of a directory, and UTF-8 (EXIF 3.0). */
const TYPE_BYTES = new Map([...TIFF_TYPE_BYTES.entries(), [13, 4], [129, 1]]);
const ENTRY_BYTES = 12;

interface Entry {
  at: number;
  tag: number;
  /** Of its value: where, and how many bytes; within the entry when it is short. */
  value: number;
  length: number;
  /** Its value read as one number. */
  number: number;
}

/** A TIFF structure, as EXIF is: finds its directories for GPS and empties them. */
export function exifBlanks({ bytes, budget }: Hit): Blank[] {
  const tiff = new Tiff(bytes, budget);
  const entries = tiff.entries();
  const having = (tag: number) => entries.filter((entry) => entry.tag === tag);
  const directories = new Set(having(GPS_DIRECTORY).map(({ number }) => number));
  return [
    ...[...directories].flatMap((directory) => gpsBlanks(tiff, directory)),
    ...having(IPTC).flatMap(({ value, length }) => iptcBlanks(bytes.subarray(0, value + length), value, budget)),
  ];
}

/** The box in which some cameras keep a TIFF with nothing but GPS in it. */
export function cameraBoxBlanks({ bytes, before, budget }: Hit): Blank[] {
  const size = before.length >= 4 ? before.readUInt32BE(before.length - 4) : 0;
  const tiff = new Tiff(bytes.subarray(4, Math.max(4, size - 4)), budget);
  return gpsBlanks(tiff, tiff.first).map(([at, length]) => [at + 4, length]);
}

/** One entry of a GPS directory in a file that is a TIFF from its first byte on: the value may be behind or ahead. */
export function tiffEntryBlanks({ bytes, at }: Hit): Blank[] {
  if (bytes.length < ENTRY_BYTES) return [];
  const value = bytes[0] === 0 ? bytes.readUInt32BE(8) : bytes.readUInt32LE(8);
  return [
    [0, ENTRY_BYTES],
    [value - at, 24],
  ];
}

/** A directory that says it has no entries is a valid one; its values go as well. */
function gpsBlanks(tiff: Tiff, directory: number): Blank[] {
  const entries = tiff.directory(directory);
  if (entries.length === 0) return [];
  const values = entries.filter(({ length }) => length > 4).map(({ value, length }): Blank => [value, length]);
  return [[directory, 2 + entries.length * ENTRY_BYTES], ...values];
}

class Tiff {
  /** Where its first directory is. */
  readonly first: number;
  readonly #bytes: Buffer;
  readonly #budget: Budget;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, budget: Budget) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.#isLittle = bytes[0] === 0x49;
    this.first = bytes.length >= 8 ? this.#long(4) : 0;
  }

  /** Those of all directories that are linked from the first one, but not those of GPS; each is read once. */
  entries(): Entry[] {
    const found: Entry[] = [];
    // A set is walked to its end while it grows.
    const directories = new Set([this.first]);
    for (const at of directories) {
      const entries = this.directory(at);
      for (const entry of entries) {
        if (entry.tag === EXIF_DIRECTORY) directories.add(entry.number);
        found.push(entry);
      }
      const next = at + 2 + entries.length * ENTRY_BYTES;
      if (entries.length > 0 && next + 4 <= this.#bytes.length) directories.add(this.#long(next));
    }
    return found;
  }

  /** @returns its entries; none when there is no directory at this place */
  directory(at: number): Entry[] {
    if (at < 8 || at + 2 > this.#bytes.length) return [];
    const count = this.#short(at);
    if (at + 2 + count * ENTRY_BYTES > this.#bytes.length) return [];
    const entries: Entry[] = [];
    for (let index = 0; index < count; index++) {
      this.#budget.spend();
      const entry = this.#entry(at + 2 + index * ENTRY_BYTES);
      if (entry === null) return [];
      entries.push(entry);
    }
    return entries;
  }

  /** @returns null when no such entry can be: these bytes are something else */
  #entry(at: number): Entry | null {
    const size = TYPE_BYTES.get(this.#short(at + 2));
    if (!size) return null;
    const length = size * this.#long(at + 4);
    const number = size === 2 ? this.#short(at + 8) : this.#long(at + 8);
    return { at, tag: this.#short(at), value: length > 4 ? this.#long(at + 8) : at + 8, length, number };
  }

  #short(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  #long(at: number): number {
    return this.#isLittle ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }
}
