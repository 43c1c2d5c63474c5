/** Locations in the tags of Matroska and WebM. */
import type { Blank } from '#db/entities/content.ts';
import type { Hit } from './location.ts';
import { LocationUnclear } from './location-budget.ts';

const TAG = 0x7373;
const SIMPLE_TAG = 0x67c8;
const NAME = 0x45a3;
const TEXT = 0x4487;
const BINARY = 0x4485;
const CHECKSUM = 0xbf;
const VOID = 0xec;
const TAGS_ID_BYTES = 4;
const NAME_MAX = 256;
/** Names of tags that say where: Matroska's own, those of films that were copied into it, and what programs invent. */
const PLACE = /location|gps|latitude|longitude|iso6709|^(?:city|state|province|country)$/i;

interface Element {
  id: number;
  /** Offset of its content, and of its end. */
  from: number;
  to: number;
}

/** `Tags`: every tag of a file, each with a name and a value. Values of a place become empty. */
export function matroskaBlanks({ bytes, goesOn, budget }: Hit): Blank[] {
  const tags = elementAt(bytes, 0, TAGS_ID_BYTES);
  const first = tags && elementAt(bytes, tags.from);
  if (!tags || !first || ![TAG, CHECKSUM, VOID].includes(first.id)) return [];
  if (tags.to > bytes.length && goesOn) throw new LocationUnclear('A file has more tags than can be read.');
  const blanks: Blank[] = [];
  let isPlace = false;
  for (let at = tags.from; at < Math.min(tags.to, bytes.length); ) {
    budget.spend();
    const element = elementAt(bytes, at);
    if (!element) break;
    const { id, from, to } = element;
    if (id === SIMPLE_TAG) isPlace = false;
    if (id === NAME) isPlace = PLACE.test(bytes.toString('latin1', from, Math.min(to, from + NAME_MAX)));
    if (isPlace && (id === TEXT || id === BINARY)) blanks.push([from, to - from]);
    // What is in them follows, at any depth.
    at = id === TAG || id === SIMPLE_TAG ? from : to;
  }
  // The checksum would be wrong now, and a file may be without one.
  return blanks.length > 0 && first.id === CHECKSUM ? [[tags.from, 1, VOID], ...blanks] : blanks;
}

/** @returns the element at this offset; null where there is none */
function elementAt(bytes: Buffer, at: number, idBytes = lengthOf(bytes[at])): Element | null {
  const sizeAt = at + idBytes;
  const sizeBytes = lengthOf(bytes[sizeAt]);
  const from = sizeAt + sizeBytes;
  if (idBytes > TAGS_ID_BYTES || sizeBytes > 8 || from > bytes.length) return null;
  let size = (bytes[sizeAt] ?? 0) & (0xff >> sizeBytes);
  let isUnknown = size === 0xff >> sizeBytes;
  for (const byte of bytes.subarray(sizeAt + 1, from)) {
    size = size * 256 + byte;
    isUnknown &&= byte === 0xff;
  }
  return { id: bytes.readUIntBE(at, idBytes), from, to: isUnknown ? Number.POSITIVE_INFINITY : from + size };
}

/** @returns the length of a number by its first byte: one more than its leading zeros; 9 where it is none */
function lengthOf(byte = 0): number {
  return byte === 0 ? 9 : Math.clz32(byte) - 23;
}
