/** Parcels of ours, opened by a program that shares no line with us: another language, other ciphers, the format read anew. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { codeOf, linesOf, type Shares } from '#app/sealed/shares.ts';
import { CRYPTOGRAPHY, ensurePythonPackage } from '#dev/python.ts';
import { changed, makeParcel, type TestParcel } from './make.ts';

const PROGRAM = resolve(import.meta.dirname, '../../tools/open-parcel.py');
/** Eleven chunks: the last is not whole. */
const FILM = Buffer.alloc(700_000, 'film');

let python: string;
let parcel: TestParcel;
let folder: string;
beforeAll(async () => {
  python = join(await ensurePythonPackage(CRYPTOGRAPHY), 'python');
  parcel = await makeParcel(FILM, { name: 'film.mp4', type: 'video/mp4', title: 'Our gardén' });
  folder = folderOf(parcel);
});
const folders: string[] = [];
afterAll(() => {
  for (const one of folders) rmSync(one, { recursive: true });
});

function folderOf(files: Pick<TestParcel, 'content' | 'meta' | 'key'>): string {
  const made = mkdtempSync(join(tmpdir(), 'parcel-'));
  folders.push(made);
  for (const name of ['content', 'meta', 'key'] as const) writeFileSync(join(made, `${name}.age`), files[name]);
  return made;
}

function open(from: string, ...by: string[]) {
  const { status, stdout, stderr } = spawnSync(python, [PROGRAM, from, ...by], {
    maxBuffer: 2 * FILM.length,
    env: { ...process.env, PYTHONIOENCODING: 'utf-8' },
  });
  return { status, original: stdout, said: stderr.toString() };
}

const byShares = (one: string, other: string) => ['--share', one, '--share', other];
const hex = (share: Uint8Array) => Buffer.from(share).toString('hex');

const WAYS: readonly [string, (words: string[], shares: Shares) => string[]][] = [
  ['six words', (words) => ['--words', words.join(' ')]],
  ['six words with hyphens and capitals', (words) => ['--words', words.join('-').toUpperCase()]],
  ['two sheets', (_words, { a, b }) => byShares(linesOf(a).join('\n'), codeOf('B', parcel.number, b))],
  ['the first sheet and our share', (_words, { s, a }) => byShares(linesOf(a).join('\n'), hex(s))],
  ['our share and the second sheet', (_words, { s, b }) => byShares(hex(s), linesOf(b).join('\n'))],
];

test.each(WAYS)('opens a parcel by %s', (_way, by) => {
  const { status, original, said } = open(folder, ...by(parcel.words, parcel.shares));
  expect({ status, said: JSON.parse(said) as unknown }).toEqual({
    status: 0,
    said: { title: 'Our gardén', name: 'film.mp4', type: 'video/mp4', size: FILM.length },
  });
  expect(original.equals(FILM)).toBe(true);
});

const words = () => ['--words', parcel.words.join(' ')];

test.each<[string, (other: TestParcel) => [string, ...string[]]]>([
  ['other words', ({ words: others }) => [folder, '--words', others.join(' ')]],
  ['one share twice', () => [folder, ...byShares(hex(parcel.shares.a), hex(parcel.shares.a))]],
  ['shares of two parcels', ({ shares }) => [folder, ...byShares(hex(parcel.shares.a), hex(shares.b))]],
  ['a changed part', () => [folderOf({ ...parcel, content: changed(parcel.content, 300_000) }), ...words()]],
  ['a cut end', () => [folderOf({ ...parcel, content: parcel.content.subarray(0, -65_552) }), ...words()]],
  ['a changed header', () => [folderOf({ ...parcel, meta: changed(parcel.meta, 40) }), ...words()]],
  ['the content of another parcel', ({ content }) => [folderOf({ ...parcel, content }), ...words()]],
])('opens nothing with %s', async (_what, of) => {
  const { status, original, said } = open(...of(await makeParcel(FILM)));
  expect({ status, length: original.length, said }).toEqual({
    status: 1,
    length: 0,
    said: expect.stringMatching(/^Not opened: .+\n$/),
  });
});

test('says how it is called', () => {
  expect(open(folder)).toMatchObject({ status: 2, said: expect.stringContaining('--words') });
  expect(open(folder, '--share', 'abc')).toMatchObject({ status: 2, said: expect.stringContaining('--share') });
});
