/** Files of a megabyte that once took a scan for locations seconds each: windows and chunks of XMP, and EXIF in a PNG. */
import { crc32 } from 'node:zlib';

const latin1 = (text: string) => Buffer.from(text, 'latin1');

const HEADS = {
  'image/gif': latin1('GIF89a\x01\0\x01\0\0\0\0'),
  'image/png': latin1('\x89PNG\r\n\x1a\n'),
  'image/jpeg': latin1('\xff\xd8\xff\xe1\xff\xffhttp://ns.adobe.com/xap/1.0/\0'),
  'image/webp': latin1('RIFF\0\0\x10\0WEBPVP8X'),
  'image/heic': latin1('\0\0\0\x18ftypheic\0\0\0\0mif1heic'),
  'video/mp4': latin1('\0\0\0\x18ftypisom\0\0\0\0isommp42'),
};
const PNG_HEADER = pngChunk('IHDR', latin1('\0\0\0\x01\0\0\0\x01\x08\0\0\0\0'));

export type HostileType = keyof typeof HEADS;
export const HOSTILE_TYPES = Object.keys(HEADS) as HostileType[];

/** @returns a chunk of a PNG, with the check sum that makes readers believe it */
export function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin1(name), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** The signs of a hundred packets of XMP, then names of places in a tag that never ends. */
function endlessXmp(size: number): Buffer {
  return Buffer.concat([Buffer.alloc(800, '<rdf:RDF'), Buffer.alloc(size - 800, 'x:gps and more ')]);
}

/** @returns a file of this type, as it is told by its first bytes, of about so many bytes, full of XMP */
export function fullOfXmp(contentType: HostileType, size: number): Buffer {
  const xmp = endlessXmp(size);
  if (contentType !== 'image/png') return Buffer.concat([HEADS[contentType], xmp]);
  return Buffer.concat([HEADS[contentType], PNG_HEADER, pngChunk('iTXt', xmp), pngChunk('IDAT', Buffer.alloc(4))]);
}

/** @returns a PNG of about so many bytes with so many chunks for EXIF, each full of XMP */
export function fullOfExif(count: number, size: number): Buffer {
  const chunk = pngChunk('eXIf', endlessXmp(Math.floor(size / count)));
  const chunks = Array.from({ length: count }, () => chunk);
  return Buffer.concat([HEADS['image/png'], PNG_HEADER, ...chunks, pngChunk('IDAT', Buffer.alloc(4))]);
}
