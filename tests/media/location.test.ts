/** What a camera wrote about the place, and what others see of it. */
import { createCipheriv } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import type { Blank } from '#db/entities/content.ts';
import { LocationScanner } from '#services/media/location.ts';
import { directory, entry, farTiff } from './tiffs.ts';

const fixture = (name: string) => readFileSync(new URL(`fixtures/${name}`, import.meta.url));

function blanksOf(contentType: string | null, ...chunks: Uint8Array[]): Blank[] {
  const scanner = new LocationScanner(contentType);
  for (const chunk of chunks) scanner.push(chunk);
  return scanner.blanks();
}

/** @returns the file as others see it */
function blanked(contentType: string, file: Buffer): Buffer {
  const seen = Buffer.from(file);
  for (const [at, length, by = 0] of blanksOf(contentType, file)) seen.fill(by, at, at + length);
  return seen;
}

const LISBON = {
  GPSVersionID: '2 3 0 0',
  GPSLatitudeRef: 'N',
  GPSLatitude: '38/1 42/1 5000/100',
  GPSLongitudeRef: 'W',
  GPSLongitude: '9/1 8/1 2200/100',
};
const XMP = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
 xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/"
 xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/" exif:GPSLatitude="38,42.833N" photoshop:City="Lisboa"
 dc:format="kept"><exif:GPSLongitude>9,8.367W</exif:GPSLongitude><Iptc4xmpExt:LocationCreated><rdf:Bag>
 <rdf:li Iptc4xmpExt:Sublocation="Alfama"/></rdf:Bag></Iptc4xmpExt:LocationCreated></rdf:Description></rdf:RDF></x:xmpmeta>
 <?xpacket end="w"?>`;

const upside = () =>
  sharp({ create: { width: 40, height: 20, channels: 3, background: '#2a7f7f' } })
    .withExif({ IFD0: { Make: 'Camera' }, IFD2: { LensModel: 'A lens' }, IFD3: LISBON })
    .withMetadata({ orientation: 6 });

/** Reads what is left in a directory for GPS, the way a program does that looks for it. */
function gpsTags(exif: Buffer): number[] {
  const tiff = exif.subarray(exif.toString('latin1', 0, 4) === 'Exif' ? 6 : 0);
  const isLittle = tiff[0] === 0x49;
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at));
  const entries = (at: number) => Array.from({ length: short(at) }, (_, index) => at + 2 + index * 12);
  const pointer = entries(long(4)).find((at) => short(at) === 0x8825);
  return pointer === undefined ? [] : entries(long(pointer + 8)).map(short);
}

const FORMATS: [string, (picture: Sharp) => Sharp][] = [
  ['image/jpeg', (picture) => picture.jpeg()],
  ['image/png', (picture) => picture.png()],
  ['image/webp', (picture) => picture.webp()],
  ['image/avif', (picture) => picture.avif()],
];

describe('a picture', () => {
  test.each(FORMATS)('%s keeps its orientation and loses its place', async (contentType, format) => {
    const file = await format(upside()).toBuffer();
    const before = await sharp(file).metadata();
    // An AVIF is turned by a box of its own.
    expect(before.orientation).toBe(contentType === 'image/avif' ? undefined : 6);
    expect(gpsTags(before.exif ?? Buffer.alloc(0))).toEqual([0, 1, 2, 3, 4]);

    const seen = blanked(contentType, file);
    const { exif, orientation } = await sharp(seen).metadata();
    expect(seen).toHaveLength(file.length);
    expect(orientation).toBe(before.orientation);
    expect(exif?.includes('A lens')).toBe(true);
    expect(exif ? gpsTags(exif) : []).toEqual([]);
    expect(await sharp(seen).raw().toBuffer()).toEqual(await sharp(file).raw().toBuffer());
  });

  test('a PNG gets new checksums: readers skip a chunk with a wrong one, and would lose the orientation', async () => {
    const file = await upside().png().toBuffer();
    const seen = blanked('image/png', file);
    const block = seen.subarray(seen.indexOf('eXIf'));
    const end = 4 + seen.readUInt32BE(seen.indexOf('eXIf') - 4);
    expect(file.includes(block.subarray(0, end))).toBe(false);
    expect(block.readUInt32BE(end)).toBe(crc32(block.subarray(0, end)));
  });

  test('a TIFF loses a location far before its directory', async () => {
    const file = farTiff();
    const seen = blanked('image/tiff', file);
    expect(gpsTags(file)).toEqual([0, 1, 2, 3, 4, 6]);
    expect(gpsTags(seen).every((tag) => tag === 0)).toBe(true);
    expect(seen.subarray(8, 56)).toEqual(Buffer.alloc(48));
    expect((await sharp(seen).metadata()).orientation).toBe(6);
    // A million and a half pixels: `toEqual` looks at each by itself.
    const [pixels, before] = await Promise.all([seen, file].map((one) => sharp(one).raw().toBuffer()));
    expect(before && pixels?.equals(before)).toBe(true);
  });

  test.each([
    ['the address of a directory (type 13)', 13, 2],
    ['text in UTF-8 (type 129, EXIF 3.0)', 4, 129],
  ])('EXIF loses its place where a value is %s', (_, addressType, textType) => {
    const first = directory(entry(0x10e, textType, 3, 0x616e41), entry(0x8825, addressType, 1, 38));
    const gps = directory(entry(0x1b, textType, 6, 56));
    const file = Buffer.concat([Buffer.from('II*\0\x08\0\0\0', 'latin1'), first, gps, Buffer.from('Lisboa')]);
    const seen = blanked('image/jpeg', file);
    expect([seen.includes('Ana'), seen.includes('Lisboa')]).toEqual([true, false]);
  });

  test('XMP loses only its location', async () => {
    const file = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .withXmp(XMP)
      .jpeg()
      .toBuffer();
    const seen = blanked('image/jpeg', file).toString('latin1');
    for (const word of ['38,42', '9,8.367', 'Lisboa', 'Alfama']) {
      expect(file.includes(word)).toBe(true);
      expect(seen).not.toContain(word);
    }
    expect(seen).toContain('dc:format="kept"');
  });

  test('a GIF with XMP among its blocks stays valid', async () => {
    const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .gif()
      .toBuffer();
    const pixels = await sharp(plain).raw().toBuffer();
    // After the XMP whatever length a reader takes from its last byte leads to the end of the block.
    const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, index) => 255 - index), 0]);
    const tableBytes = 3 * 2 ** (((plain[10] ?? 0) & 7) + 1);
    const at = 13 + ((plain[10] ?? 0) & 0x80 ? tableBytes : 0);
    for (let shift = 0; shift < 64; shift++) {
      const xmp = Buffer.from(`${' '.repeat(shift)}${XMP.replaceAll('Lisboa', 'Lisboa, long and wide '.repeat(12))}`);
      const block = Buffer.concat([Buffer.from('!\xff\x0bXMP DataXMP', 'latin1'), xmp, trailer]);
      const seen = blanked('image/gif', Buffer.concat([plain.subarray(0, at), block, plain.subarray(at)]));
      expect(['38,42', 'Lisboa', 'Alfama'].filter((word) => seen.includes(word))).toEqual([]);
      expect((await sharp(seen).raw().toBuffer()).equals(pixels)).toBe(true);
    }
  });

  test('IPTC loses city and country, and not the caption', async () => {
    const dataset = (number: number, text: string) =>
      Buffer.concat([Buffer.from([0x1c, 2, number, 0, text.length]), Buffer.from(text)]);
    const iptc = Buffer.concat([dataset(120, 'A caption'), dataset(90, 'Lisboa'), dataset(101, 'Portugal')]);
    const resource = Buffer.concat([Buffer.from('8BIM\x04\x04\0\0\0\0\0', 'latin1'), Buffer.from([iptc.length]), iptc]);
    const app13 = Buffer.concat([Buffer.from('Photoshop 3.0\0'), resource]);
    const marker = Buffer.from([0xff, 0xed, 0, app13.length + 2]);
    const plain = await upside().jpeg().toBuffer();
    const file = Buffer.concat([plain.subarray(0, 2), marker, app13, plain.subarray(2)]);
    const seen = blanked('image/jpeg', file);
    expect(['A caption', 'Lisboa', 'Portugal'].map((word) => seen.includes(word))).toEqual([true, false, false]);
  });

  test('a PNG with EXIF in a text chunk loses the text', async () => {
    const text = Buffer.from('tEXtRaw profile type exif\0\nexif\n      58\n45786966000049492a00', 'latin1');
    const length = Buffer.alloc(4);
    length.writeUInt32BE(text.length - 4);
    const plain = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const file = Buffer.concat([plain.subarray(0, 33), length, text, Buffer.alloc(4, 1), plain.subarray(33)]);
    expect(blanked('image/png', file).includes('45786966')).toBe(false);
    expect((await sharp(blanked('image/png', file)).metadata()).width).toBe(9);
  });
});

describe('a film', () => {
  test.each([
    ['teal.mp4', 'video/mp4'],
    ['teal.mov', 'video/quicktime'],
    ['teal-keyed.mov', 'video/quicktime'],
    ['teal.webm', 'video/webm'],
  ])('%s', (name, contentType) => {
    const file = fixture(name);
    const seen = blanked(contentType, file);
    // A box of the kind that MP4 has for it says it in numbers.
    const latitude = Buffer.alloc(4);
    latitude.writeInt32BE(Math.trunc(38.7138 * 65_536));
    const said = (bytes: Buffer) => bytes.includes('+38.71') || bytes.includes(latitude);
    expect(said(file)).toBe(true);
    expect(said(seen)).toBe(false);
  });

  test('with a telemetry track loses its locations', () => {
    const place = Buffer.from('Lisboa, as numbers: ');
    const track = Buffer.concat([Buffer.from('GPS5l\x14\0\x02', 'latin1'), place, place, Buffer.from('TMPC')]);
    const seen = blanked('video/mp4', Buffer.concat([fixture('teal.mp4'), track]));
    expect([seen.includes('Lisboa'), seen.includes('TMPC')]).toEqual([false, true]);
  });

  test('in Matroska keeps its other tags, and its checksum is none that is wrong', () => {
    const element = (id: string, ...content: Buffer[]) => {
      const inside = Buffer.concat(content);
      return Buffer.concat([Buffer.from(id, 'hex'), Buffer.from([0x40, inside.length]), inside]);
    };
    const tag = (name: string, value: string, ...within: Buffer[]) =>
      element('67c8', element('45a3', Buffer.from(name)), element('4487', Buffer.from(value)), ...within);
    const tags = [
      tag('ARTIST', 'Ana', tag('CITY', 'Porto')),
      tag('RECORDING_LOCATION', 'Lisboa', tag('TITLE', 'The sea')),
    ];
    const sum = Buffer.from('bf8412345678', 'hex');
    const seen = blanked('video/matroska', element('1254c367', sum, element('7373', ...tags)));
    expect(['Ana', 'The sea', 'Porto', 'Lisboa'].map((word) => seen.includes(word))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(seen.includes(Buffer.from('ec8412345678', 'hex'))).toBe(true);
  });

  test('with its telemetry in chunks loses every sample, wherever the index is cut by the end of the buffer', () => {
    const u32 = (...numbers: number[]) => {
      const bytes = Buffer.alloc(4 * numbers.length);
      for (const [index, number] of numbers.entries()) bytes.writeUInt32BE(number, 4 * index);
      return bytes;
    };
    const box = (name: string, ...content: Buffer[]) => {
      const inside = Buffer.concat(content);
      return Buffer.concat([u32(8 + inside.length), Buffer.from(name), inside]);
    };
    const samples = 100_000;
    const index = (offsets: Buffer) =>
      box(
        'trak',
        box('hdlr', u32(0, 0), Buffer.from('camm'), u32(0, 0, 0)),
        box(
          'stbl',
          box('stsd', u32(0, 1), box('camm', u32(0, 0))),
          box('stsz', u32(0, 0, samples), Buffer.alloc(4 * samples, u32(2))),
          // Two chunks of ten samples, then a thousand in each.
          box('stsc', u32(0, 2, 1, 10, 1, 3, 1_000, 1)),
          offsets,
        ),
      );
    const short = index(box('stco', u32(0, 4, 100, 300, 500, 3_000)));
    const long = index(box('co64', u32(0, 4, 0, 100, 0, 300, 0, 500, 0, 3_000)));
    const places = [
      [100, 20],
      [300, 20],
      [500, 2_000],
      [3_000, 2_000],
    ];
    for (const file of [short, long]) {
      for (const at of [6_000, 524_280, 786_400]) {
        const film = Buffer.concat([Buffer.alloc(at), file, Buffer.alloc(900_000)]);
        expect(blanksOf('video/mp4', film)).toEqual(places);
        expect(blanksOf('video/mp4', film.subarray(0, 700_001), film.subarray(700_001))).toEqual(places);
      }
    }
  });

  test('after a picture (motion photo) loses its location', async () => {
    const file = Buffer.concat([await upside().jpeg().toBuffer(), fixture('teal.mov')]);
    expect(blanked('image/jpeg', file).includes('+38.71')).toBe(false);
  });
});

describe('however it comes', () => {
  const file = Buffer.alloc(1_700_000, 'The sea. ');
  const places = [4, 300_000, 523_400, 524_280, 1_048_570, 1_310_000, 1_699_000];

  test('chunks of any length find the same', async () => {
    const jpeg = (await upside().jpeg().toBuffer()).subarray(0, 800);
    for (const at of places) jpeg.copy(file, at);
    const whole = blanksOf('image/jpeg', file);
    expect(whole.length).toBeGreaterThanOrEqual(places.length);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: file.length }), { maxLength: 12 }), (cuts) => {
        const ends = [...cuts.toSorted((a, b) => a - b), file.length];
        const chunks = ends.map((end, index) => file.subarray(ends[index - 1] ?? 0, end));
        expect(blanksOf('image/jpeg', ...chunks)).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  // A sign of four bytes is in eight million other random ones by chance, now and then: these are the same in every run.
  const bytes = createCipheriv('aes-256-ctr', Buffer.alloc(32, 1), Buffer.alloc(16)).update(Buffer.alloc(8_000_000));
  test.each(['image/jpeg', 'image/png', 'image/tiff', 'video/mp4'])(
    'random bytes as %s hold no place',
    (contentType) => {
      expect(blanksOf(contentType, bytes)).toEqual([]);
    },
  );

  test('an archive stays unchanged, since a changed byte would break it', async () => {
    expect(blanksOf('application/zip', await upside().jpeg().toBuffer())).toEqual([]);
    expect(blanksOf(null, await upside().jpeg().toBuffer())).toEqual([]);
  });
});
