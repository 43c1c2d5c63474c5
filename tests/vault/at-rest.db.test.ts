/** A thief of the database or the object store, as tables, dumps or disk, finds no content. */
import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFile, openThumbnail } from '#services/contents/open-file.ts';
import { listContents } from '#services/contents/read-contents.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import { createText } from '#services/vault/change-content.ts';
import { administer } from '#tests/harness/database.ts';
import { makeDueThumbnail } from '#tests/harness/jobs.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { holds } from '#tests/spec/holds.ts';
import { chunks, collect, incoming, openVault, type Vault } from './vault.ts';

/** Words that stand nowhere else in this project. */
const TITLE = 'Quokka zabaglione';
const SENTENCE = 'The vellichor of your petrichor is ultracrepidarian.';
const FILENAME = 'xylophonic-mumpsimus.bin';
const PATTERN = Buffer.from('nudiustertian-bytes');
/** In clear on purpose: an address that we have to write to. */
const RECIPIENT = 'ana-in-clear@example.com';

let vault: Vault;
let owner: string;
let picture: Buffer;
let thumbnail: Buffer;
/** The file of the write-ahead log in which this test file began. */
let firstLog: string;
const currentLog = async () =>
  (await vault.query<{ name: string }>('select pg_walfile_name(pg_current_wal_lsn()) as name'))[0]?.name ?? '';

beforeAll(async () => {
  vault = await openVault();
  firstLog = await currentLog();
  owner = (await vault.person('premium')).id;
  await writeLetter();
  // Also a public one: everyone may see it, on our page and nowhere else.
  await createText(vault.context(), owner, { title: `${TITLE} 2`, content: SENTENCE, is_public: true });
  const bytes = Buffer.concat(Array.from({ length: 40_000 }, () => PATTERN));
  const details = { title: `${TITLE} 3`, type: 'file' as const, is_public: false, caption: SENTENCE };
  await saveFile(
    vault.context(),
    owner,
    incoming(bytes.length, { before: details, after: async () => details, name: FILENAME, bytes: chunks(bytes) }),
  );
  picture = await sharp(randomBytes(300 * 200 * 3), { raw: { width: 300, height: 200, channels: 3 } })
    .png()
    .toBuffer();
  const image = { ...details, type: 'image' as const };
  const { file_id } = await saveFile(
    vault.context(),
    owner,
    incoming(picture.length, { before: image, after: async () => image, name: FILENAME, bytes: chunks(picture) }),
  );
  const fork = () => vault.context().em;
  await makeDueThumbnail({ fork, keyring: vault.keyring, objects: vault.objects, draw: drawApart() });
  thumbnail = (await openThumbnail(vault.context(), { accountId: owner }, file_id ?? '')).bytes;
});
afterAll(() => vault?.close());

/** Saves a letter, and a recipient's address in clear. */
async function writeLetter(): Promise<void> {
  const letter = await createText(vault.context(), owner, { title: TITLE, content: SENTENCE, is_public: false });
  await scheduleDelivery(vault.context(), owner, scheduleOf(letter.id, { recipient_email: RECIPIENT }));
}

/** Every way in which something could lie there without being sealed. */
function inAllDisguises(name: string, secret: Buffer): [string, Buffer][] {
  const text = secret.toString('latin1');
  const base64 = [0, 1, 2].map((shift) => {
    const shifted = Buffer.concat([Buffer.alloc(shift), secret]).toString('base64');
    // Without what its neighbours have a part in.
    return shifted.slice(shift === 0 ? 0 : 4, -4);
  });
  return [
    [`${name} as it is`, secret],
    [`${name} in UTF-16`, Buffer.from(text, 'utf16le')],
    [`${name} in hex`, Buffer.from(secret.toString('hex'))],
    [`${name} in HEX`, Buffer.from(secret.toString('hex').toUpperCase())],
    ...base64.map((encoded, shift): [string, Buffer] => [`${name} in base64, ${shift}`, Buffer.from(encoded)]),
  ];
}

const middleOf = (bytes: Buffer) => bytes.subarray(bytes.length / 2, bytes.length / 2 + 24);

function secrets(): [string, Buffer][] {
  return [
    ...inAllDisguises('the title', Buffer.from(TITLE)),
    ...inAllDisguises('the letter', Buffer.from(SENTENCE.slice(0, 24))),
    ...inAllDisguises('the file’s name', Buffer.from(FILENAME)),
    ...inAllDisguises('the file', PATTERN),
    ...inAllDisguises('the picture', middleOf(picture)),
    ...inAllDisguises('the thumbnail', middleOf(thumbnail)),
    ...inAllDisguises('a person’s key', personKey),
  ];
}

let personKey: Buffer;
beforeAll(async () => {
  const [row] = await vault.query<{ wrapped_key: Buffer }>('select wrapped_key from users where id = ?', [owner]);
  personKey = vault.keyring.openPersonKey(row?.wrapped_key ?? Buffer.alloc(0), owner);
});

/** @returns which of the needles are in it */
async function found(source: AsyncIterable<Buffer>, needles: readonly [string, Buffer][]): Promise<string[]> {
  const seen = new Set<string>();
  let tail = Buffer.alloc(0);
  for await (const chunk of source) {
    const bytes = Buffer.concat([tail, chunk]);
    for (const [name, needle] of needles) if (bytes.includes(needle)) seen.add(name);
    tail = bytes.subarray(-256);
  }
  return [...seen];
}

/** @returns which of the needles are in any of the files, and how many bytes those are */
async function foundOnDisk(paths: readonly string[], needles: readonly [string, Buffer][]) {
  const seen = new Set<string>();
  let size = 0;
  for (const path of paths) {
    // Of the log, what is no longer needed goes at any moment; the control shows that the rest was read.
    const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return Buffer.alloc(0);
      throw error;
    });
    size += bytes.length;
    for (const [name, needle] of needles) if (bytes.includes(needle)) seen.add(name);
  }
  return { seen: [...seen], size };
}

/** What must be found, or the search itself is blind. */
const CONTROL: [string, Buffer] = ['control', Buffer.from(RECIPIENT)];

test('the search finds a text in each encoding, at any offset', async () => {
  const needles = inAllDisguises('the title', Buffer.from(TITLE));
  const disguises = [0, 1, 2].flatMap((shift) => {
    const among = Buffer.concat([randomBytes(300 + shift), Buffer.from(TITLE), randomBytes(300)]);
    return [among, ...(['hex', 'base64', 'base64url'] as const).map((way) => Buffer.from(among.toString(way)))];
  });
  disguises.push(Buffer.from(`one ${TITLE} two`, 'utf16le'));
  for (const disguised of disguises) expect(await found(chunks(disguised, 100), needles)).toHaveLength(1);
  expect(await found(chunks(randomBytes(10_000)), needles)).toEqual([]);
});

test('the owner can read what the search looks for', async () => {
  const { contents } = await listContents(vault.context(), owner, { limit: 10 });
  expect(contents.map(({ title, excerpt }) => [title, excerpt])).toContainEqual([TITLE, SENTENCE]);
  const kept = contents.find(({ type }) => type === 'file');
  expect(kept?.metadata.original_filename).toBe(FILENAME);
  const file = await openFile(vault.context(), { accountId: owner }, kept?.file_id ?? '');
  const bytes = await collect(await file.read(0, 99, new AbortController().signal));
  expect(bytes.includes(PATTERN)).toBe(true);
  expect(thumbnail.subarray(8, 12).toString()).toBe('WEBP');
});

test('no column of any table contains it', async () => {
  holds('S1-2', 'S9-12', 'C-3', 'C-18');
  const columns = await vault.query<{ table: string; column: string; type: string }>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name in (select tablename from pg_tables where schemaname = 'public')`,
  );
  const needles = [...secrets(), CONTROL];
  const seen: string[] = [];
  for (const { table, column, type } of columns) {
    const bytes = type === 'bytea' ? `"${column}"` : `convert_to("${column}"::text, 'UTF8')`;
    const rows = await vault.query<{ value: Buffer | null }>(`select ${bytes} as value from "${table}"`);
    const values = rows.map(({ value }) => value ?? Buffer.alloc(0));
    for (const name of await found(chunks(Buffer.concat(values)), needles)) seen.push(`${name}: ${table}.${column}`);
  }
  expect(columns.length).toBeGreaterThan(80);
  expect(seen.filter((one) => !one.startsWith('control'))).toEqual([]);
  expect(seen).toContain('control: deliveries.recipient_email');
});

test('no file of Postgres contains it, nor the write-ahead log', async () => {
  holds('C-18');
  const [{ folder, oid } = { folder: '', oid: 0 }] = await vault.query<{ folder: string; oid: number }>(
    `select current_setting('data_directory') as folder, oid from pg_database where datname = current_database()`,
  );
  const below = async (...path: string[]) => {
    const at = join(folder, ...path);
    const entries = await readdir(at, { withFileTypes: true });
    return entries.filter((entry) => entry.isFile()).map((entry) => join(at, entry.name));
  };
  // Everybody's tests write to the log, and its beginning goes: what is looked for is written once more.
  await writeLetter();
  const lastLog = await currentLog();
  const written = (await below('pg_wal')).filter((path) => basename(path) >= firstLog && basename(path) <= lastLog);
  const log = await foundOnDisk(written, [...secrets(), CONTROL]);
  // Writes what everybody's tests have changed: longer than a statement of ours may take.
  await administer(vault.url, 'checkpoint');
  const tables = await foundOnDisk(await below('base', `${oid}`), [...secrets(), CONTROL]);
  for (const { seen, size } of [log, tables]) {
    expect(seen).toEqual(['control']);
    expect(size).toBeGreaterThan(1_000_000);
  }
});

test('names in the object store are random: one file that is saved twice has two', async () => {
  const file = picture;
  const again = { title: TITLE, type: 'image' as const, is_public: false };
  for (const _ of [1, 2])
    await saveFile(
      vault.context(),
      owner,
      incoming(file.length, { before: again, after: async () => again, name: FILENAME, bytes: chunks(file) }),
    );
  const names = await vault.query<{ name: string }>('select storage_key as name from files');
  expect(new Set(names.map(({ name }) => name)).size).toBe(names.length);
  for (const { name } of names) expect(name).toMatch(/^[0-9a-f]{48}$/);
});

test('no file of the object store contains it', async () => {
  holds('C-3', 'C-18');
  const paths = await vault.gateway.files();
  const beginning = await readFile(paths[0] ?? '').then((bytes) => bytes.subarray(0, 4));
  const { seen, size } = await foundOnDisk(paths, [...secrets(), ['control', beginning]]);
  expect(seen).toEqual(['control']);
  expect(size).toBeGreaterThan(40_000 * PATTERN.length + picture.length);
});
