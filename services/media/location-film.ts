/** Locations that a camera wrote into a film or a recording in boxes of QuickTime and MP4, or between its pictures. */
import type { Blank } from '#db/entities/content.ts';
import type { Hit } from './location.ts';
import { type Budget, LocationUnclear } from './location-budget.ts';

const MAX_BOX_BYTES = 4_096;
/** A block of a dashcam. */
const MAX_BLOCK_BYTES = 256 * 1024;
/** Bytes before a value in its box. */
const VALUE_BYTES = 24;
/** Of a line of NMEA 0183: 82 characters, and what some receivers add. */
const NMEA_BYTES = 128;
/** Of a line of text in which a drone names a place, up to its end. */
const LINE_BYTES = 256;

/** `©xyz`, a text, and `loci`, a place in numbers. Readers skip a box that is named `free`. */
export function placeBoxBlanks({ before }: Hit): Blank[] {
  const size = sizeBefore(before);
  if (size <= 8 || size > MAX_BOX_BYTES) return [];
  return [
    [0, 1, 0x66],
    [1, 1, 0x72],
    [2, 2, 0x65],
    [4, size - 8],
  ];
}

/** A block that most dashcams write between their pictures. It is `free` already. */
export function dashcamBlanks({ before }: Hit): Blank[] {
  const size = sizeBefore(before);
  return size > 8 && size <= MAX_BLOCK_BYTES ? [[4, size - 8]] : [];
}

/** A sentence of a receiver, such as `$GPRMC`: to the end of its line. */
export function nmeaBlanks({ bytes }: Hit): Blank[] {
  const sentence = /^\$G[A-Z](?:RMC|GGA|GLL|GNS),[\x20-\x7e]*/.exec(bytes.toString('latin1', 0, NMEA_BYTES));
  return sentence ? [[1, sentence[0].length - 1, 0x20]] : [];
}

/** The subtitle of a drone, such as `[latitude: 38.7]` or `GPS (-9.1, 38.7, 20)`: to the end of its line. */
export function subtitleBlanks({ bytes }: Hit): Blank[] {
  const line = /^[\x20-\x7e]*/.exec(bytes.toString('latin1', 0, LINE_BYTES));
  return line && /\d\.\d/.test(line[0]) ? [[0, line[0].length, 0x20]] : [];
}

/** `keys` names the values of the `ilst` after it, which refers to them by number. */
export function keyedValueBlanks({ bytes, before, goesOn, budget }: Hit): Blank[] {
  const end = sizeBefore(before) - 4;
  const keys = keysOfLocation(bytes, end, budget);
  if (keys.size === 0) return [];
  const list = bytes.indexOf('ilst', end);
  budget.spend((list < 0 ? bytes.length : list) - end);
  if (list < end + 4) return [];
  const listEnd = list - 4 + bytes.readUInt32BE(list - 4);
  const blanks: Blank[] = [];
  for (let at = list + 4; at + VALUE_BYTES <= listEnd; ) {
    budget.spend();
    if (at + VALUE_BYTES > bytes.length) {
      // Often a picture comes before: we do not see the rest from here.
      if (goesOn && blanks.length < keys.size) throw new LocationUnclear('A list of values is too long.');
      break;
    }
    const size = bytes.readUInt32BE(at);
    if (size < VALUE_BYTES) break;
    if (keys.has(bytes.readUInt32BE(at + 4))) blanks.push([at + VALUE_BYTES, size - VALUE_BYTES]);
    at += size;
  }
  return blanks;
}

/** GoPro's telemetry, with a location each second: a key, a type, the size of a value, the number of values. Zeros end the list. */
export function telemetryBlanks({ bytes }: Hit): Blank[] {
  return bytes.length < 8 ? [] : [[0, 8 + bytes.readUInt8(5) * bytes.readUInt16BE(6)]];
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
