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
export const PLACE_DATASETS = new Set([26, 27, 90, 92, 95, 100, 101]);
const IPTC_MARK = 0x1c;
const DATASET_BYTES = 5;
/** IPTC allows a place no more. */
const PLACE_MAX = 64;
const MAKER_NOTE = 0x927c;
/** In the notes of cameras that know places by name. */
const PANASONIC_PLACES = new Set([0x67, 0x69, 0x6b, 0x6d, 0x6f, 0x80]);
const NIKON_PLACE = 0x39;
const GPS_VERSION = 0;
/** Latitude and longitude: three fractions. */
const COORDINATES = new Set([2, 4]);
const COORDINATE_BYTES = 24;
const GPS_TAG_MAX = 0x1f;
/** Longer values are none of a GPS directory. */
const GPS_VALUE_MAX = 4_096;
/** Of a text in a PNG: those of programs that write EXIF, IPTC and XMP as hexadecimal or compressed text, and places. */
const TEXT_OF_PLACE =
  /^(?:raw profile type (?:exif|app1|iptc|8bim|xmp)|xml:com\.adobe\.xmp\0[^\0]|[^\0]{0,70}(?:gps|location|latitude|longitude))/i;
const KEYWORD_MAX = 79;

interface Entry {
  at: number;
  tag: number;
  /** Offset and length of its value in bytes; a short value is inside the entry. */
  value: number;
  length: number;
  /** Its value as one number. */
  number: number;
}

/** Empties the GPS directories, the IPTC and the maker's places of a TIFF structure, which EXIF is. */
export function exifBlanks({ bytes, before, budget }: Hit): Blank[] {
  const tiff = new Tiff(bytes, budget);
  const entries = tiff.entries();
  const having = (tag: number) => entries.filter((entry) => entry.tag === tag);
  const directories = new Set(having(GPS_DIRECTORY).map(({ number }) => number));
  return [
    ...[...directories].flatMap((directory) => gpsBlanks(tiff, directory)),
    ...having(IPTC).flatMap(({ value, length }) => iptcBlanks(bytes.subarray(0, value + length), value, budget)),
    ...having(MAKER_NOTE).flatMap(({ value }) => panasonicBlanks(tiff, bytes, value)),
    // Nikon's note is a TIFF of its own.
    ...(before.includes('Nikon') ? having(NIKON_PLACE).map(blankOf) : []),
  ];
}

function panasonicBlanks(tiff: Tiff, bytes: Buffer, note: number): Blank[] {
  if (bytes.toString('latin1', note, note + 12) !== 'Panasonic\0\0\0') return [];
  return tiff
    .directory(note + 12)
    .filter(({ tag }) => PANASONIC_PLACES.has(tag))
    .map(blankOf);
}

function blankOf({ value, length }: Entry): Blank {
  return [value, length];
}

/** Some cameras write a box with a TIFF that holds only GPS. */
export function cameraBoxBlanks({ bytes, before, budget }: Hit): Blank[] {
  const size = before.length >= 4 ? before.readUInt32BE(before.length - 4) : 0;
  const tiff = new Tiff(bytes.subarray(4, Math.max(4, size - 4)), budget);
  return gpsBlanks(tiff, tiff.first).map(([at, length]) => [at + 4, length]);
}

/**
 * Entries of a GPS directory in a file that is itself a TIFF: from the one that was found to the last. What is before them may
 * be gone, and their values are anywhere.
 */
export function tiffEntriesBlanks({ bytes, before, at, budget }: Hit): Blank[] {
  const tiff = new Tiff(bytes, budget, bytes[0] !== 0);
  const entries = tiff.gpsEntries();
  if (!entries.some(({ tag, length }) => COORDINATES.has(tag) && length === COORDINATE_BYTES)) return [];
  const values = entries.filter(({ length }) => length > 4 && length <= GPS_VALUE_MAX);
  // The version comes first, and the number of entries before it.
  const [version] = new Tiff(before.subarray(-ENTRY_BYTES), budget, bytes[0] !== 0).gpsEntries();
  const start = version?.tag === GPS_VERSION && before.length >= ENTRY_BYTES ? -ENTRY_BYTES : 0;
  return [
    [start, entries.length * ENTRY_BYTES - start],
    ...values.map(({ value, length }): Blank => [value - at, length]),
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

/** One dataset of a place in a file that is itself a TIFF, where the block may begin anywhere. */
export function iptcDatasetBlanks({ bytes }: Hit): Blank[] {
  const length = bytes[DATASET_BYTES - 1] ?? 0;
  const next = bytes[DATASET_BYTES + length] ?? 0;
  return length <= PLACE_MAX && (next === IPTC_MARK || next === 0) ? [[DATASET_BYTES, length]] : [];
}

/** After each picture of a Samsung phone: the code of the country whose network it was in. */
export function networkCountryBlanks({ bytes }: Hit): Blank[] {
  const code = /^MCC_Data(\d{1,6})/.exec(bytes.toString('latin1', 0, 14))?.[1] ?? '';
  return [[8, code.length, 0x20]];
}

/** A text in a PNG, by its keyword: all of it is blanked. Readers skip the chunk then, because its checksum is wrong. */
export function pngTextBlanks({ bytes, before }: Hit): Blank[] {
  const text = bytes.toString('latin1', 4, 4 + KEYWORD_MAX + 2);
  const keywordBytes = text.indexOf('\0') + 1;
  if (before.length < 4 || keywordBytes === 0 || !TEXT_OF_PLACE.test(text)) return [];
  return [[4 + keywordBytes, before.readUInt32BE(before.length - 4) - keywordBytes]];
}

class Tiff {
  /** Offset of the first directory. */
  readonly first: number;
  readonly #bytes: Buffer;
  readonly #budget: Budget;
  readonly #isLittle: boolean;

  constructor(bytes: Buffer, budget: Budget, isLittle = bytes[0] === 0x49) {
    this.#bytes = bytes;
    this.#budget = budget;
    this.#isLittle = isLittle;
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

  /** @returns the entries of a GPS directory from the first byte on: their tags ascend */
  gpsEntries(): Entry[] {
    const entries: Entry[] = [];
    for (let at = 0; at + ENTRY_BYTES <= this.#bytes.length; at += ENTRY_BYTES) {
      this.#budget.spend();
      const entry = this.#entry(at);
      if (!entry || entry.tag > GPS_TAG_MAX || entry.tag <= (entries.at(-1)?.tag ?? -1)) break;
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
