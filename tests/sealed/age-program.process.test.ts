/** Parcels of ours, opened by the reference implementation in Go: with nothing of ours but the three files and the words. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openParcel } from '#app/sealed/parcel.ts';
import { BINARIES, findBinary } from '#dev/binaries.ts';
import { changed, makeParcel, parcelOf, type TestParcel } from './make.ts';

const FILM = Buffer.alloc(700_000, 'film');

let age: string;
let plugin: string;
let parcel: TestParcel;
const folder = mkdtempSync(join(tmpdir(), 'age-'));
// They may have to be fetched or built first.
beforeAll(async () => {
  age = await findBinary(BINARIES.age, () => {});
  plugin = await findBinary(BINARIES.agePassphrase, () => {});
  parcel = await makeParcel(FILM, { name: 'film.mp4', type: 'video/mp4', title: 'Our garden' });
  for (const name of ['content', 'meta', 'key'] as const) writeFileSync(join(folder, `${name}.age`), parcel[name]);
}, 300_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs age where no person can type: its own plugin takes the passphrase from the environment. */
async function run(args: string[], words = parcel.words): Promise<Buffer> {
  const path = [dirname(plugin), process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH: path, AGE_PASSPHRASE: words.join('-') };
  const options = { cwd: folder, env, encoding: 'buffer', maxBuffer: 2 * FILM.length } as const;
  return (await promisify(execFile)(age, args, options)).stdout;
}

test('opens a parcel with the three commands of its README', async () => {
  writeFileSync(join(folder, 'identity.txt'), await run(['-d', '-j', 'batchpass', 'key.age']));
  const meta = JSON.parse((await run(['-d', '-i', 'identity.txt', 'meta.age'])).toString());
  expect(meta).toMatchObject({ name: 'film.mp4', title: 'Our garden', size: FILM.length });
  expect((await run(['-d', '-i', 'identity.txt', 'content.age'])).equals(FILM)).toBe(true);
});

test('opens nothing with other words, or where a byte was changed', async () => {
  const words = [...parcel.words].reverse();
  await expect(run(['-d', '-j', 'batchpass', 'key.age'], words)).rejects.toThrow('incorrect passphrase');
  writeFileSync(join(folder, 'changed.age'), changed(parcel.content, 300_000));
  writeFileSync(join(folder, 'identity.txt'), await run(['-d', '-j', 'batchpass', 'key.age']));
  await expect(run(['-d', '-i', 'identity.txt', 'changed.age'])).rejects.toThrow();
});

test('seals again what we open', async () => {
  writeFileSync(join(folder, 'identity.txt'), await run(['-d', '-j', 'batchpass', 'key.age']));
  writeFileSync(join(folder, 'other'), 'Another film');
  const { size } = { size: 'Another film'.length };
  const meta = { name: 'other', type: '', size, title: 'By age', sha256: '', sealed_at: '2026-11-24T10:00:00Z' };
  writeFileSync(join(folder, 'meta.json'), JSON.stringify(meta));
  const content = await run(['-e', '-i', 'identity.txt', 'other']);
  const parts = { ...parcel, content, meta: await run(['-e', '-i', 'identity.txt', 'meta.json']) };
  const opened = await openParcel(parcelOf(parts), { words: parcel.words.join(' ') });
  expect(Buffer.from(await opened.read(0, size)).toString()).toBe('Another film');
});
