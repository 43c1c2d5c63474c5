/** Locations in the metadata of pictures: EXIF, IPTC, and the text chunks of PNG. */
import type { Blank } from '#db/entities/content.ts';
import type { Hit } from './location.ts';
import type { Budget } from './location-budget.ts';

const GPS_DIRECTORY = 0x8825;
const EXIF_DIRECTORY = 0x8769;
const IPTC = 0x83bb;
const TIFF_TYPE_BYTES = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** Bytes of each type of value: those of TIFF 6.0, the offset of a directory, and UTF-8 (EXIF 3.0). */
const TYPE_BYTES = new Map([...TIFF_TYPE_BYTES.entries(), [13, 4], [129, 1]]);
const ENTRY_BYTES = 12;

/** City, sublocation, province, country and its code, and the places of the content. */
const PLACE_DATASETS = new Set([26, 27, 90, 92, 95, 100, 101]);
const IPTC_MARK = 0x1c;
const DATASET_BYTES = 5;

interface Entry {
  at: number;
  tag: number;
  /** Offset and length of its value in bytes; a short value is inside the entry. */
  value: number;
  length: number;
  /** Its value as one number. */
  number: number;
}

/** Empties the GPS directories and the IPTC of a TIFF structure, which EXIF is. */
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

/** Some cameras write a box with a TIFF that holds only GPS. */
export function cameraBoxBlanks({ bytes, before, budget }: Hit): Blank[] {
  const size = before.length >= 4 ? before.readUInt32BE(before.length - 4) : 0;
  const tiff = new Tiff(bytes.subarray(4, Math.max(4, size - 4)), budget);
  return gpsBlanks(tiff, tiff.first).map(([at, length]) => [at + 4, length]);
}

/** One entry of a GPS directory in a file that is itself a TIFF: its value may be before or after it. */
export function tiffEntryBlanks({ bytes, at }: Hit): Blank[] {
  if (bytes.length < ENTRY_BYTES) return [];
  const value = bytes[0] === 0 ? bytes.readUInt32BE(8) : bytes.readUInt32LE(8);
  return [
    [0, ENTRY_BYTES],
    [value - at, 24],
  ];
}

/** Blanks the directory with its values. One without entries is valid. */
function gpsBlanks(tiff: Tiff, directory: number): Blank[] {
  const entries = tiff.directory(directory);
  if (entries.length === 0) return [];
  const values = entries.filter(({ length }) => length > 4).map(({ value, length }): Blank => [value, length]);
  return [[directory, 2 + entries.length * ENTRY_BYTES], ...values];
}

/** The resource in which Photoshop writes IPTC: a name, a length, the datasets. */
export function photoshopBlanks({ bytes, budget }: Hit): Blank[] {
  const nameBytes = 1 + (bytes[6] ?? 0);
  const start = 6 + nameBytes + (nameBytes % 2);
  if (start + 4 > bytes.length) return [];
  return iptcBlanks(bytes.subarray(0, start + 4 + bytes.readUInt32BE(start)), start + 4, budget);
}

/** Empties the datasets of an IPTC block that name a place. @param from its offset; it ends with the bytes */
function iptcBlanks(bytes: Buffer, from: number, budget: Budget): Blank[] {
  const blanks: Blank[] = [];
  let at = from;
  while (at + DATASET_BYTES <= bytes.length && bytes[at] === IPTC_MARK) {
    budget.spend();
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at + 1] === 2 && PLACE_DATASETS.has(bytes[at + 2] ?? 0)) blanks.push([at + DATASET_BYTES, length]);
    at += DATASET_BYTES + length;
  }
  return blanks;
}

/** Some programs write EXIF, IPTC and XMP into a PNG as hexadecimal or compressed text, so all of it is blanked. */
export function rawProfileBlanks({ bytes, before }: Hit): Blank[] {
  if (!/^Raw profile type (exif|app1|iptc|8bim|xmp)\0/i.test(bytes.toString('latin1', 0, 32))) return [];
  return textChunkBlanks(bytes, before);
}

/** Compressed XMP in a PNG. */
export function compressedXmpBlanks({ bytes, before }: Hit): Blank[] {
  return textChunkBlanks(bytes, before);
}

/** Everything but the keyword. Readers skip the chunk then, because its checksum is wrong. */
function textChunkBlanks(bytes: Buffer, before: Buffer): Blank[] {
  if (!/^[tzi][ET]Xt$/.test(before.toString('latin1', Math.max(0, before.length - 4)))) return [];
  if (before.length < 8) return [];
  const keyword = bytes.indexOf(0) + 1;
  return [[keyword, before.readUInt32BE(before.length - 8) - keyword]];
}

class Tiff {
  /** Offset of the first directory. */
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

  /** All directories that are linked from the first one, except GPS; each is read once. */
  entries(): Entry[] {
    const found: Entry[] = [];
    // Iterating a set includes what is added meanwhile.
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

  /** @returns its entries; none when there is no directory at this offset */
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

  /** @returns null when these bytes are not an entry */
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
