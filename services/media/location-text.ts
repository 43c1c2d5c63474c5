/** Where a program wrote the place in words: XMP, IPTC, and the profiles that PNG files carry. */
import type { Blank } from '#db/entities/content.ts';
import type { Hit } from './location.ts';

/** Properties that say where, whatever prefix they come with: as an attribute, or as an element. */
const PLACE =
  /:(?:gps\w{0,40}|latitude|longt?itude|city|state|provincestate|provincename|country\w{0,20}|sublocation|worldregion|location(?:created|shown|name|id)?)(?:\s{0,9}=\s{0,9}(?:"([^"]*)"|'([^']*)')|(?:\s[^<>]{0,500})?>)/dgi;
const CLOSING = '</rdf:RDF>';
/** From the beginning of a property to its end. */
const PROPERTY_BYTES = 8_192;
const PREFIX_MAX = 40;
/** Zeros are not allowed in XML; and a GIF, whose XMP lies bare among its blocks, ends a block at a zero. */
const SPACE = 0x20;

/** Empties the values of an XMP packet that say where. */
export function xmpBlanks({ bytes }: Pick<Hit, 'bytes'>): Blank[] {
  const end = bytes.indexOf(CLOSING);
  const text = bytes.toString('latin1', 0, end < 0 ? bytes.length : end);
  const blanks: Blank[] = [];
  for (const match of text.matchAll(PLACE)) {
    const [from, to] = match.indices?.[1] ?? match.indices?.[2] ?? contentOf(text, match);
    if (to > from) blanks.push([from, to - from, SPACE]);
  }
  return blanks;
}

/** One property of a packet, for packets that are longer than what is looked at in one go. */
export function xmpPropertyBlanks({ bytes }: Hit): Blank[] {
  return xmpBlanks({ bytes: bytes.subarray(0, PROPERTY_BYTES) });
}

/** @returns from where to where the content of an element goes; nothing for one that closes or has none */
function contentOf(text: string, match: RegExpExecArray): [number, number] {
  const from = match.index + match[0].length;
  const prefix = /<[\w-]+$/.exec(text.slice(Math.max(0, match.index - PREFIX_MAX), match.index))?.[0];
  if (!prefix || match[0].endsWith('/>')) return [from, from];
  const [name] = /^:\w+/.exec(match[0]) ?? [];
  const length = text.slice(from, from + PROPERTY_BYTES).indexOf(`</${prefix.slice(1)}${name}>`);
  return [from, from + Math.max(0, length)];
}

/** City, sublocation, province, country and its code, and the places of the content. */
const PLACE_DATASETS = new Set([26, 27, 90, 92, 95, 100, 101]);
const IPTC_MARK = 0x1c;
const MAX_DATASETS = 1_000;

/** The resource in which Photoshop keeps IPTC: a name, a length, the datasets. */
export function photoshopBlanks({ bytes }: Hit): Blank[] {
  const nameBytes = 1 + (bytes[6] ?? 0);
  const start = 6 + nameBytes + (nameBytes % 2);
  if (start + 4 > bytes.length) return [];
  return iptcBlanks(bytes, start + 4, start + 4 + bytes.readUInt32BE(start));
}

/** Empties the datasets of an IPTC block that say where. */
export function iptcBlanks(bytes: Buffer, from: number, to: number): Blank[] {
  const blanks: Blank[] = [];
  let at = from;
  for (let count = 0; count < MAX_DATASETS; count++) {
    if (at + 5 > Math.min(to, bytes.length) || bytes[at] !== IPTC_MARK) break;
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at + 1] === 2 && PLACE_DATASETS.has(bytes[at + 2] ?? 0)) blanks.push([at + 5, length]);
    at += 5 + length;
  }
  return blanks;
}

/** EXIF, IPTC and XMP as some programs pack them into a PNG, in letters or compressed: nothing of it can stay. */
export function rawProfileBlanks({ bytes, before }: Hit): Blank[] {
  if (!/^Raw profile type (exif|app1|iptc|8bim|xmp)\0/i.test(bytes.toString('latin1', 0, 32))) return [];
  return textChunkBlanks({ bytes, before });
}

/** XMP that a PNG carries compressed. */
export function compressedXmpBlanks({ bytes, before }: Omit<Hit, 'at'>): Blank[] {
  return textChunkBlanks({ bytes, before });
}

/** All of a PNG's text but its keyword, with its check sum: readers skip a text that is damaged. */
function textChunkBlanks({ bytes, before }: Omit<Hit, 'at'>): Blank[] {
  if (!/^[tzi][ET]Xt$/.test(before.toString('latin1', Math.max(0, before.length - 4)))) return [];
  if (before.length < 8) return [];
  const keyword = bytes.indexOf(0) + 1;
  return [[keyword, before.readUInt32BE(before.length - 8) - keyword]];
}
