/** What others see of a file with a location, read by ExifTool: it knows more places for one than any other program. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileTypeFromBuffer } from 'file-type';
import { AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO } from 'node-av/constants';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import type { Blank } from '#db/entities/content.ts';
import { mayHoldLocation } from '#domain/content/media.ts';
import { openMedia, packetsOf } from '#services/media/ffmpeg.ts';
import { scanApart } from '#services/media/scan-apart.ts';
import { makeCorpus, runExiftool } from './located.ts';

/** ExifTool says which tags are about a location; a few names are enough for those that it does not know. */
const NAME = /gps(?!dop|date|time)|latitude|longitude|location|landmark|^(?:city\d?|state|province.*|country.*)$/i;
/** Of Nikon's place: how its name is written, and how important it is. */
const NOT_A_PLACE = /:(?:TextEncoding|POILevel)$/;

const folder = mkdtempSync(join(tmpdir(), 'located-'));
const [clean, located, seen] = [join(folder, 'clean'), join(folder, 'located'), join(folder, 'seen')];
const scan = scanApart();
const names = await makeCorpus(clean, located);
mkdirSync(seen);
for (const name of names) {
  const file = readFileSync(join(located, name));
  for (const [at, length, by = 0] of await blanksOf(file)) file.fill(by, at, at + length);
  writeFileSync(join(seen, name), file);
}
/** The tags of a location that ExifTool finds, by the path of the file. */
const found = placesIn(clean, located, seen);

afterAll(() => rmSync(folder, { recursive: true }));

/** As an upload is scanned. */
async function blanksOf(file: Buffer): Promise<Blank[]> {
  const type = (await fileTypeFromBuffer(file))?.mime ?? null;
  if (!mayHoldLocation(type)) throw new Error(`A file of the type ${type} is not scanned.`);
  const begun = scan(type);
  await begun.push(file);
  const blanks = await begun.blanks();
  begun.end();
  return blanks;
}

function placesIn(...folders: string[]): Map<string, string[]> {
  // Embedded files and tracks, each copy of a tag, its categories, numbers without units.
  const tags = ['-j', '-ee3', '-a', '-G1:2:3:4', '-n', '-s', '-q', '-m', ...folders];
  const files: { SourceFile: string }[] = JSON.parse(runExiftool([tags], folder));
  return new Map(files.map((file) => [file.SourceFile, Object.entries(file).filter(isPlace).map(String)]));
}

function isPlace([tag, value]: [string, unknown]): boolean {
  const isNamed = NAME.test(tag.split(':').at(-1) ?? '') || tag.includes(':Location:');
  return isNamed && !NOT_A_PLACE.test(tag) && !/^[\s\0]*$/.test(String(value));
}

/** @returns the pixels of a picture; of a film or a recording, what is decoded: the packets of its pictures and its sound */
async function decoded(file: Buffer): Promise<Buffer> {
  const type = (await fileTypeFromBuffer(file))?.mime ?? '';
  if (/^image\/(?!hei)/.test(type)) return sharp(file).raw().toBuffer();
  const read = async (start: number, length: number) => file.subarray(start, start + length);
  const open = () => openMedia({ size: file.length, read });
  await using opened = await open();
  const { streams } = opened;
  const media = streams.filter(({ codecpar }) => [AVMEDIA_TYPE_VIDEO, AVMEDIA_TYPE_AUDIO].includes(codecpar.codecType));
  const parts: Buffer[] = [];
  for (const { index, codecpar } of media) {
    parts.push(Buffer.from(codecpar.extradata ?? []));
    await using context = await open();
    for await (const { data } of packetsOf(context, index)) parts.push(Buffer.from(data ?? []));
  }
  return Buffer.concat(parts);
}

describe('others see no location', () => {
  test.each(names)('in %s, and the same picture', async (name) => {
    const [before, after] = [readFileSync(join(located, name)), readFileSync(join(seen, name))];
    expect(found.get(join(located, name))).not.toEqual([]);
    expect(found.get(join(seen, name))).toEqual([]);
    expect(after).toHaveLength(before.length);
    const picture = await decoded(before);
    expect(picture.length).toBeGreaterThan(0);
    expect((await decoded(after)).equals(picture)).toBe(true);
  });
});

describe('without a location', () => {
  test.each(names)('a file like %s stays as it is', async (name) => {
    expect(found.get(join(clean, name))).toEqual([]);
    expect(await blanksOf(readFileSync(join(clean, name)))).toEqual([]);
  });
});
