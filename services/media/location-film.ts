/** Locations that a phone wrote into a film or a recording: boxes of QuickTime and MP4, tags of Matroska. */
import type { Blank } from '#db/entities/content.ts';
import type { Hit } from './location.ts';
import type { Budget } from './location-budget.ts';

/** ISO 6709, such as +48.8577+002.295/ */
const ISO_6709 = /^[+-]\d{1,3}/;
const MAX_BOX_BYTES = 4_096;
/** Bytes before a value in its box. */
const VALUE_BYTES = 24;
/** The mark of a tag's text, and its largest distance from the tag's name. */
const MATROSKA_STRING = Buffer.from([0x44, 0x87]);
const MATROSKA_NEAR = 64;

/** `©xyz`: a text, either after its length and language, or in a `data` box. */
export function quickTimeTextBlanks({ bytes, before }: Hit): Blank[] {
  const size = sizeBefore(before);
  if (size > MAX_BOX_BYTES) return [];
  const start = bytes.toString('latin1', 8, 12) === 'data' ? 20 : 8;
  return ISO_6709.test(bytes.toString('latin1', start, start + 8)) ? [[start, size - 4 - start]] : [];
}

/** `loci`: a name, a role, longitude, latitude, altitude and more. */
export function placeBoxBlanks({ before }: Hit): Blank[] {
  const size = sizeBefore(before);
  return size > 16 && size <= MAX_BOX_BYTES ? [[10, size - 14]] : [];
}

/** `keys` names the values of the `ilst` after it, which refers to them by number. */
export function keyedValueBlanks({ bytes, before, budget }: Hit): Blank[] {
  const end = sizeBefore(before) - 4;
  const keys = keysOfLocation(bytes, end, budget);
  if (keys.size === 0) return [];
  const list = bytes.indexOf('ilst', end);
  budget.spend((list < 0 ? bytes.length : list) - end);
  if (list < end + 4) return [];
  const listEnd = Math.min(bytes.length, list - 4 + bytes.readUInt32BE(list - 4));
  const blanks: Blank[] = [];
  for (let at = list + 4; at + VALUE_BYTES <= listEnd; ) {
    budget.spend();
    const size = bytes.readUInt32BE(at);
    if (size < VALUE_BYTES) break;
    if (keys.has(bytes.readUInt32BE(at + 4))) blanks.push([at + VALUE_BYTES, size - VALUE_BYTES]);
    at += size;
  }
  return blanks;
}

/** A camera's telemetry track, with a location each second: a key, the size of a value, the number of values. */
export function telemetryBlanks({ bytes }: Hit): Blank[] {
  return bytes.length < 8 ? [] : [[8, bytes.readUInt8(5) * bytes.readUInt16BE(6)]];
}

/** A tag of Matroska. */
export function matroskaBlanks({ bytes }: Hit): Blank[] {
  const near = bytes.subarray(0, MATROSKA_NEAR);
  const text = near.indexOf(MATROSKA_STRING);
  const length = (near[text + 2] ?? 0) & 0x7f;
  return text > 0 && ISO_6709.test(near.toString('latin1', text + 3)) ? [[text + 3, length]] : [];
}

/** @returns the numbers of the keys of a location, counted from 1 */
function keysOfLocation(bytes: Buffer, end: number, budget: Budget): Set<number> {
  const keys = new Set<number>();
  let at = 12;
  for (let number = 1; at + 8 <= Math.min(end, bytes.length); number++) {
    const size = bytes.readUInt32BE(at);
    budget.spend();
    budget.spend(Math.min(size, bytes.length - at));
    if (size < 8 || bytes.toString('latin1', at + 4, at + 8) !== 'mdta') break;
    if (/location|gps/i.test(bytes.toString('latin1', at + 8, at + size))) keys.add(number);
    at += size;
  }
  return keys;
}

/** @returns the size of the box, which is in the four bytes before its name */
function sizeBefore(before: Buffer): number {
  return before.length >= 4 ? before.readUInt32BE(before.length - 4) : 0;
}
