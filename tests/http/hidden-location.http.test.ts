/** A visitor gets a picture without its location, and tries 10,800 places: nothing in an answer tells which one it was. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptFile, upload } from './files.ts';
import { startWeb, type Web } from './web.ts';

const FORMATS = ['jpeg', 'png'] as const;
const ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512'];
/** Characters of a digest that are not in a header by chance. */
const BEGINNING = 12;

/** Degrees, minutes and seconds of a latitude. */
type Latitude = [number, number, number];
const LATITUDES = [37, 38, 39].flatMap((degrees) =>
  Array.from({ length: 3_600 }, (_, index): Latitude => [degrees, Math.floor(index / 60), index % 60]),
);
const TRUE: Latitude = [38, 42, 50];

let web: Web;
beforeAll(async () => {
  web = await startWeb();
});
afterAll(() => web?.stop());

function photograph(format: (typeof FORMATS)[number]): Promise<Buffer<ArrayBuffer>> {
  const [degrees, minutes, seconds] = TRUE;
  const place = { GPSLatitudeRef: 'N', GPSLatitude: `${degrees}/1 ${minutes}/1 ${seconds}/1`, GPSLongitudeRef: 'W' };
  return sharp({ create: { width: 24, height: 16, channels: 3, background: '#8aa' } })
    .withExif({ IFD0: { Make: 'A camera' }, IFD3: place })
    .toFormat(format)
    .toBuffer() as Promise<Buffer<ArrayBuffer>>;
}

/** As EXIF has it: each number is a fraction, here of 1. */
const written = (latitude: Latitude) => Buffer.from(new Uint32Array(latitude.flatMap((part) => [part, 1])).buffer);

/** @returns the picture as it would be had it been taken there; a PNG with the checksum that goes with it */
function takenAt(picture: Buffer, latitude: Latitude): Buffer {
  const copy = Buffer.from(picture);
  written(latitude).copy(copy, picture.indexOf(written(TRUE)));
  const chunk = copy.indexOf('eXIf');
  if (chunk < 0) return copy;
  const end = chunk + 4 + copy.readUInt32BE(chunk - 4);
  copy.writeUInt32BE(crc32(copy.subarray(chunk, end)), end);
  return copy;
}

/** @returns the digests of a picture, each as it may be written in a header */
function digestsOf(picture: Buffer): string[] {
  const sum = crc32(picture);
  const digests = ALGORITHMS.map((algorithm) => createHash(algorithm).update(picture).digest());
  return [
    `"${sum}"`,
    sum.toString(16).padStart(8, '0'),
    ...digests.flatMap((digest) => (['hex', 'base64', 'base64url'] as const).map((way) => digest.toString(way))),
  ].map((one) => one.slice(0, BEGINNING).toLowerCase());
}

/** @returns each place, and the digests of the picture had it been taken there */
const everyPlace = (picture: Buffer) =>
  LATITUDES.map((latitude) => ({ name: latitude.join(' '), digests: digestsOf(takenAt(picture, latitude)) }));

/** @returns the places of which a digest is in each of the texts: a checksum is so short that one text may have it by chance */
function placesIn(texts: string[], places: ReturnType<typeof everyPlace>): string[] {
  const folded = texts.map((text) => text.toLowerCase());
  const isInEach = (digest: string) => folded.every((text) => text.includes(digest));
  return places.filter(({ digests }) => digests.some(isInEach)).map(({ name }) => name);
}

/** Uploads a public picture that says where it was taken. @returns the headers of all that visitors and others can ask of it */
async function headersOf(picture: Buffer<ArrayBuffer>, name: string): Promise<string> {
  const helena = await web.person();
  const id = await keptFile(await upload(helena, picture, { type: 'image', name }));
  await web.query('update contents set is_public = true where file_id = ?', [id]);
  const address = `/api/content/file/${id}`;

  const headers: string[] = [];
  for (const reader of [web.visitor(), await web.person()]) {
    const whole = await reader.get(address);
    const seen = Buffer.from(await whole.arrayBuffer());
    expect([seen.length, seen.includes(written(TRUE)), seen.includes('A camera')]).toEqual([
      picture.length,
      false,
      true,
    ]);
    // Nor does the picture itself have what was computed from the whole of it.
    const kept = ALGORITHMS.map((algorithm) => createHash(algorithm).update(picture).digest());
    for (const digest of kept) expect(seen.includes(digest)).toBe(false);
    const answers = [
      whole,
      await reader.send(address, { method: 'HEAD' }),
      await reader.get(address, { range: 'bytes=0-99' }),
      await reader.get(address, { range: 'bytes=9999999-' }),
      await reader.get(address, { 'if-none-match': whole.headers.get('etag') ?? '' }),
      await reader.get(`${address}?download`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 206, 416, 304, 200]);
    headers.push(...answers.map((answer) => JSON.stringify([...answer.headers])));
  }
  return headers.join('\n');
}

test.each(FORMATS)('a %s', async (format) => {
  const picture = await photograph(format);
  const answers = [await headersOf(picture, `sea.${format}`), await headersOf(picture, `sea.${format}`)];
  const places = everyPlace(picture);
  expect(placesIn(answers, places)).toEqual([]);

  // The search would have found it.
  expect(takenAt(picture, TRUE)).toEqual(picture);
  const tag = `"${createHash('sha256').update(picture).digest('hex').slice(0, 32)}-others"`;
  expect(placesIn([tag], places)).toEqual([TRUE.join(' ')]);
});
