/** How much is looked into to find where a camera wrote its location: never more than a file's length explains. */
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Blank } from '#db/entities/content.ts';
import { LocationScanner } from '#services/media/location.ts';
import { BUDGET_BYTES, LocationUnclear } from '#services/media/location-budget.ts';
import { fullOfExif, fullOfXmp, HOSTILE_TYPES, pngChunk } from './hostile.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const HALF = 400_000;

function scanned(contentType: string, ...chunks: Uint8Array[]): { blanks: Blank[]; work: number } {
  const scanner = new LocationScanner(contentType);
  for (const chunk of chunks) scanner.push(chunk);
  return { blanks: scanner.blanks(), work: scanner.work };
}

/** @returns the work, also of a file that was refused */
function workOf(contentType: string, file: Buffer): number {
  const scanner = new LocationScanner(contentType);
  try {
    scanner.push(file);
    scanner.blanks();
  } catch (error) {
    if (!(error instanceof LocationUnclear)) throw error;
  }
  return scanner.work;
}

/** Chunks for EXIF in each other, each with a check sum that fits. */
function nestedExif(size: number): Buffer {
  let chunk = pngChunk('eXIf', latin1('II*\0'));
  while (chunk.length < size) chunk = pngChunk('eXIf', Buffer.concat([Buffer.alloc(chunk.length), chunk]));
  return chunk;
}

/** A directory that names itself, and all that follow, as directories for EXIF and for GPS. */
function directoriesThatNameEachOther(size: number): Buffer {
  const entry = (tag: number, value: number) => {
    const bytes = Buffer.alloc(12);
    bytes.writeUInt16LE(tag, 0);
    bytes.writeUInt16LE(4, 2);
    bytes.writeUInt32LE(1, 4);
    bytes.writeUInt32LE(value, 8);
    return bytes;
  };
  const entries = Array.from({ length: 300 }, (_, index) => entry(index % 2 ? 0x8769 : 0x8825, 8 + 12 * index));
  const tiff = Buffer.concat([latin1('II*\0\x08\0\0\0'), Buffer.from([0x2c, 1]), ...entries]);
  return Buffer.alloc(size, tiff);
}

/** Indexes of telemetry, each as long as it says, whose samples are one byte each. */
function telemetryIndexes(size: number): Buffer {
  const samples = 1_000;
  const index = Buffer.concat([
    latin1('\0\0\0\x18stsd\0\0\0\0\0\0\0\x01\0\0\0\x08camm'),
    latin1('\0\0\0\x1cstsc\0\0\0\0\0\0\0\x01\0\0\0\x01\0\0\xff\xff\0\0\0\x01'),
    latin1('\0\0\x0f\xb4stsz\0\0\0\0\0\0\0\0\0\0\x03\xe8'),
    Buffer.alloc(4 * samples, '\0\0\0\x01', 'latin1'),
    latin1('\0\0\0\x14stco\0\0\0\0\0\0\0\x01\0\0\0\0'),
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + index.length);
  const track = Buffer.concat([latin1('trakhdlr\0\0\0\0\0\0\0\0camm'), length, latin1('stbl'), index]);
  return Buffer.alloc(size, track);
}

/** Lists of tags in which each tag is in the one before. */
function nestedTags(size: number): Buffer {
  const tag = latin1('\x67\xc8\x01\xff\xff\xff\xff\xff\xff\xff\x45\xa3\x83GPS\x44\x87\x81+');
  const list = Buffer.concat([latin1('\x12\x54\xc3\x67\x43\xff\x73\x73\x43\xf0'), Buffer.alloc(1_008, tag)]);
  return Buffer.alloc(size, list);
}

const KINDS: [string, string, (size: number) => Buffer][] = [
  ...HOSTILE_TYPES.map((type): [string, string, (size: number) => Buffer] => [
    `${type} full of XMP`,
    type,
    (size) => fullOfXmp(type, size),
  ]),
  ['a PNG with eight chunks for EXIF', 'image/png', (size) => fullOfExif(8, size)],
  ['a PNG with chunks for EXIF in each other', 'image/png', nestedExif],
  ['EXIF whose directories name each other', 'image/jpeg', directoriesThatNameEachOther],
  ['EXIF after EXIF', 'image/heic', (size) => Buffer.alloc(size, 'II*\0\x08\0\0\0\xff\xff', 'latin1')],
  ['packets of XMP without an end', 'image/heic', (size) => Buffer.alloc(size, '<rdf:RDF :city=')],
  [
    'packets of XMP in each other, which end together',
    'image/heic',
    (size) => Buffer.concat([Buffer.alloc(size - 10, `<rdf:RDF${' '.repeat(1_000)}`), latin1('</rdf:RDF>')]),
  ],
  ['properties of XMP in each other', 'video/mp4', (size) => Buffer.alloc(size, '<exif:GPSLatitude>')],
  ['IPTC after IPTC', 'image/tiff', (size) => Buffer.alloc(size, '8BIM\x04\x04\0\0', 'latin1')],
  ['indexes of telemetry', 'video/mp4', telemetryIndexes],
  ['sentences of a receiver', 'video/mp4', (size) => Buffer.alloc(size, '$GPRMC,')],
  ['subtitles of a drone', 'video/mp4', (size) => Buffer.alloc(size, 'GPS (')],
  ['boxes of places', 'video/mp4', (size) => Buffer.alloc(size, '\0\0\0\x09loci', 'latin1')],
  ['blocks of a dashcam', 'video/mp4', (size) => Buffer.alloc(size, '\0\0\x01\0freeGPS ', 'latin1')],
  ['tags of Matroska in each other', 'video/matroska', nestedTags],
  ['texts of a PNG', 'image/png', (size) => Buffer.alloc(size, 'tEXtRaw profile type exif\0')],
  ['entries of a TIFF', 'image/tiff', (size) => Buffer.alloc(size, '\x01\0\x02\0\x02\0\0\0N\0\0\0', 'latin1')],
  ['datasets of a TIFF', 'image/tiff', (size) => Buffer.alloc(size, '\x1c\x02\x5a\0', 'latin1')],
  ['properties of one letter', 'image/gif', (size) => Buffer.alloc(size, '<rdf:RDF:g:g:g:g')],
  ['closing tags', 'image/gif', (size) => Buffer.concat([latin1('<rdf:RDF><x:city>'), Buffer.alloc(size, '</')])],
  [
    'lists of keys without values',
    'video/mp4',
    (size) => Buffer.alloc(size, '\0\0\0\x38keys\0\0\0\0\0\0\0\x01\0\0\0\x10mdtagps.', 'latin1'),
  ],
];

describe('however a file is made', () => {
  test.each(KINDS)('%s of twice the length is at most twice the work, and no more than the budget', (_, type, make) => {
    const [once, twice] = [workOf(type, make(HALF)), workOf(type, make(2 * HALF))];
    expect(twice).toBeLessThanOrEqual(2.2 * once);
    // It is searched once, once more within a chunk for EXIF, and read once as XMP, where 128 bytes are looked at for two.
    expect(twice).toBeLessThanOrEqual((3 + 64) * make(2 * HALF).length + BUDGET_BYTES + 1_000);
  });

  test('a file beyond the budget is refused, since an uninspected part may hold a location', () => {
    expect(() => scanned('image/jpeg', Buffer.alloc(4_000_000, 'II*\0'))).toThrow(LocationUnclear);
    expect(() => scanned('image/jpeg', directoriesThatNameEachOther(8_000_000))).toThrow(LocationUnclear);
  });

  test('the budget is one for the file, in however many chunks it comes', () => {
    const chunks = (count: number) => Array.from({ length: count }, () => Buffer.alloc(100_000, 'II*\0', 'latin1'));
    const most = Math.floor(BUDGET_BYTES / workOf('image/jpeg', Buffer.alloc(100_000, 'II*\0', 'latin1')));
    expect(() => scanned('image/jpeg', ...chunks(Math.floor(most / 2)))).not.toThrow();
    expect(() => scanned('image/jpeg', ...chunks(2 * most + 2))).toThrow(LocationUnclear);
  });

  test.each<[string, string, Buffer]>([
    ['tags of Matroska', 'video/matroska', latin1('\x12\x54\xc3\x67\x08\x0f\xff\xff\xff\x73\x73\x81')],
    ['an index of telemetry', 'video/mp4', telemetryIndexes(4_200).fill(0xff, 20, 24)],
    [
      'a list of values',
      'video/quicktime',
      latin1('\0\0\0\x38keys\0\0\0\0\0\0\0\x01\0\0\0\x28mdtacom.apple.quicktime.location.ISO\0\x40\0\0ilst\0\x3f\0\0'),
    ],
  ])('a file is refused when %s go on after what we read', (_, type, beginning) => {
    expect(() => scanned(type, Buffer.concat([beginning, Buffer.alloc(8_000_000)]))).toThrow(LocationUnclear);
  });

  test('a file with more locations than can be blanked is refused', () => {
    const properties = (count: number) => latin1(`<rdf:RDF ${'x:city="a" '.repeat(count)}</rdf:RDF>`);
    expect(scanned('image/jpeg', properties(20_000)).blanks).toHaveLength(20_000);
    expect(() => scanned('image/jpeg', properties(20_001))).toThrow(LocationUnclear);
  });

  test('XMP with a thousand open elements is refused', () => {
    const names = Array.from({ length: 1_001 }, (_, index) => `<x${index}:city>`);
    expect(() => scanned('image/gif', latin1(`<rdf:RDF>${names.join('')}`))).toThrow(LocationUnclear);
  });

  test('five hours of film with a location each second are accepted, and so are ten thousand packets of XMP', () => {
    const second = Buffer.concat([latin1('GPS5l\x14\0\x02'), Buffer.alloc(40, 'p'), Buffer.alloc(2_000)]);
    expect(scanned('video/mp4', ...Array.from({ length: 18_000 }, () => second)).blanks).toHaveLength(18_000);
    const packet = latin1(`<rdf:RDF x:city="Lisboa">${' '.repeat(2_000)}</rdf:RDF>`);
    expect(scanned('video/mp4', ...Array.from({ length: 10_000 }, () => packet)).blanks).toHaveLength(10_000);
  });
});

const PLACE =
  /:(?:gps\w{0,40}|(?:decimal|verbatim)?(?:latitude|longt?itude|coordinates|locality)|lat|long|cellid|cgi|lac|mcc|mnc|city|continent|county|island|municipality|state|stateprovince|provincestate|provincename|country\w{0,20}|sublocation|worldregion|(?:shot)?location(?:created|shown|name|id)?)(?:\s{0,9}=\s{0,9}(["'])|(?=[\s>]))/iy;

/** What should be blank in a packet of XMP, looked for as simply as can be: by each colon, to the end where it has to be. */
function placesIn(text: string): Set<number> {
  const places = new Set<number>();
  const packet = text.slice(0, text.includes('</rdf:RDF>') ? text.indexOf('</rdf:RDF>') : undefined);
  for (let at = packet.indexOf('<rdf:RDF'); at >= 0 && at < packet.length; at++) {
    PLACE.lastIndex = at;
    const match = PLACE.exec(packet);
    if (!match) continue;
    let from = PLACE.lastIndex;
    let to = match[1] ? packet.indexOf(match[1], from) : -1;
    const prefix = /<[\w-]+$/.exec(packet.slice(0, at))?.[0].slice(1);
    const [tagRest] = /^[^<>]*>/.exec(packet.slice(from)) ?? [];
    if (!match[1] && prefix && tagRest && !tagRest.endsWith('/>')) {
      from += tagRest.length;
      to = packet.indexOf(`</${prefix}${match[0]}>`, from);
    }
    for (let place = from; place < to; place++) places.add(place);
  }
  return places;
}

function offsetsOf(blanks: readonly Blank[]): Set<number> {
  return new Set(blanks.flatMap(([at, length]) => Array.from({ length }, (_, index) => at + index)));
}

describe('XMP', () => {
  const words = [
    ...[
      '<x:City>',
      '</x:City>',
      '<x:City ',
      '<y:LocationShown ',
      '</y:LocationShown>',
      '>',
      '/>',
      '<rdf:li>',
      '"',
      "'",
    ],
    ...[' :city="', " x:State = '", 'exif:GPSLatitude="', '<exif:GPSLatitude>', '</exif:GPSLatitude>', '<rdf:RDF'],
    ...['Lisboa', ' ', ':', 'x:cities="', ' dc:format="kept"'],
  ];
  const packets = fc.array(fc.constantFrom(...words), { maxLength: 40 }).map((parts) => `<rdf:RDF ${parts.join('')}`);

  test('loses exactly the values of a location, wherever they begin and however they are nested', () => {
    fc.assert(
      fc.property(packets, fc.boolean(), (packet, isClosed) => {
        const text = isClosed ? `${packet}</rdf:RDF> x:city="outside"` : packet;
        expect(offsetsOf(scanned('image/gif', latin1(text)).blanks)).toEqual(placesIn(text));
      }),
      { numRuns: 2_000 },
    );
  });

  test('is read the same when the buffer moves in the middle of it', () => {
    const before = Buffer.alloc(800_000, '.');
    fc.assert(
      fc.property(packets, fc.integer({ min: 0, max: 120 }), fc.integer({ min: 1, max: 300 }), (packet, shift, cut) => {
        // The reading stops before the end of what has come, the search a window earlier.
        for (const seam of [524_288, 786_300]) {
          const text = Buffer.concat([before.subarray(0, seam - shift), latin1(packet), Buffer.alloc(300_000, '.')]);
          const { blanks } = scanned('image/gif', text.subarray(0, seam + cut), text.subarray(seam + cut));
          expect(offsetsOf(blanks)).toEqual(
            offsetsOf(moved(scanned('image/gif', latin1(packet)).blanks, seam - shift)),
          );
        }
      }),
      { numRuns: 100 },
    );
  });

  test('loses a location whose name is cut by the end of the buffer', () => {
    // So much is held at once: a step, a window, and what comes before.
    const end = 786_448;
    for (let at = end - 12; at <= end + 2; at++) {
      const packet = Buffer.alloc(end + 1_000, '<rdf:RDF '.padEnd(2_000_000));
      packet.write('x:city="Lisboa"', at);
      expect(scanned('image/gif', packet).blanks).toEqual([[at + 8, 6, 0x20]]);
    }
  });

  test('may be megabytes long: a city at its end is found', () => {
    const packet = latin1(`<rdf:RDF ${'x:data="AAAA" '.repeat(200_000)}<x:City>Lisboa</x:City></rdf:RDF>`);
    expect(scanned('image/jpeg', packet).blanks).toEqual([[packet.indexOf('Lisboa'), 6, 0x20]]);
  });
});

test('a PNG with several chunks for EXIF gets a new checksum in each', () => {
  const place = (city: string) => pngChunk('eXIf', latin1(`<rdf:RDF x:city="${city}"></rdf:RDF>`));
  const chunks = [place('Lisboa'), pngChunk('eXIf', latin1('no place')), place('Porto')];
  const file = Buffer.concat(chunks);
  const seen = Buffer.from(file);
  for (const [at, length, by = 0] of scanned('image/png', file).blanks) seen.fill(by, at, at + length);
  expect(seen.toString('latin1')).not.toMatch(/Lisboa|Porto/);
  let at = 0;
  for (const { length } of chunks) {
    const body = seen.subarray(at + 4, at + length - 4);
    expect(seen.readUInt32BE(at + length - 4)).toBe(crc32(body));
    at += length;
  }
});

function moved(blanks: readonly Blank[], by: number): Blank[] {
  return blanks.map(([at, length]) => [at + by, length]);
}
