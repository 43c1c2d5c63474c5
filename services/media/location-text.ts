/** Where a program wrote the place in words: IPTC, and the profiles that PNG files carry. */
import type { Blank } from '#db/entities/content.ts';
import type { Hit } from './location.ts';
import type { Budget } from './location-budget.ts';

/** City, sublocation, province, country and its code, and the places of the content. */
const PLACE_DATASETS = new Set([26, 27, 90, 92, 95, 100, 101]);
const IPTC_MARK = 0x1c;
const DATASET_BYTES = 5;

/** The resource in which Photoshop keeps IPTC: a name, a length, the datasets. */
export function photoshopBlanks({ bytes, budget }: Hit): Blank[] {
  const nameBytes = 1 + (bytes[6] ?? 0);
  const start = 6 + nameBytes + (nameBytes % 2);
  if (start + 4 > bytes.length) return [];
  return iptcBlanks(bytes.subarray(0, start + 4 + bytes.readUInt32BE(start)), start + 4, budget);
}

/** Empties the datasets of an IPTC block that say where. @param from where in the bytes it begins; it ends with them */
export function iptcBlanks(bytes: Buffer, from: number, budget: Budget): Blank[] {
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

/** EXIF, IPTC and XMP as some programs pack them into a PNG, in letters or compressed: nothing of it can stay. */
export function rawProfileBlanks({ bytes, before }: Hit): Blank[] {
  if (!/^Raw profile type (exif|app1|iptc|8bim|xmp)\0/i.test(bytes.toString('latin1', 0, 32))) return [];
  return textChunkBlanks(bytes, before);
}

/** XMP that a PNG carries compressed. */
export function compressedXmpBlanks({ bytes, before }: Hit): Blank[] {
  return textChunkBlanks(bytes, before);
}

/** All of a PNG's text but its keyword, with its check sum: readers skip a text that is damaged. */
function textChunkBlanks(bytes: Buffer, before: Buffer): Blank[] {
  if (!/^[tzi][ET]Xt$/.test(before.toString('latin1', Math.max(0, before.length - 4)))) return [];
  if (before.length < 8) return [];
  const keyword = bytes.indexOf(0) + 1;
  return [[keyword, before.readUInt32BE(before.length - 8) - keyword]];
}
