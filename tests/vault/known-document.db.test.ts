/**
 * A thief knows a document, and has a full dump and every object, but no master key. Nothing there tells whether anyone has
 * stored it; what is not hidden is how long it is, of which kind, and how many pixels its thumbnail has.
 */
import { createHash, createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveFile } from '#services/contents/save-file.ts';
import { SEGMENT_BYTES } from '#services/crypto/seal.ts';
import { answerOnce } from '#services/idempotency/keys.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import { createText } from '#services/vault/change-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { makeDueThumbnail } from '#tests/harness/jobs.ts';
import { chunks, incoming, openVault, type Vault } from './vault.ts';

/** What one person stores. */
interface Documents {
  title: string;
  letter: string;
  fileName: string;
  photograph: Buffer;
  document: Buffer;
}

/** Lengths in which stores and protocols cut what they take checksums of. */
const PARTS = [1_024, 4_096, 65_536, SEGMENT_BYTES];
const ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha384', 'sha512', 'sha3-256', 'blake2b512'];
/** Characters of a needle: more than are there by chance. */
const NEEDLE = 12;

let vault: Vault;
let known: Documents;
/** Two who have stored the same documents, and one who has stored others of the same lengths. */
let helena: string;
let rui: string;
let ana: string;
beforeAll(async () => {
  vault = await openVault();
  [helena, rui, ana] = [await person(), await person(), await person()];
  known = await documents('Helena', 42);
  const others = await documents('Rui Du', 17);
  await store(helena, known);
  await store(rui, known);
  await store(ana, others);
});
afterAll(() => vault?.close());

const person = async () => (await vault.person('premium')).id;

/** @param minutes of the latitude that the camera wrote into the photograph */
async function documents(camera: string, minutes: number): Promise<Documents> {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: `38/1 ${minutes}/1 5000/100`, GPSLongitudeRef: 'W' };
  const photograph = await sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
    .withExif({ IFD0: { Make: camera }, IFD3: place })
    .png()
    .toBuffer();
  return {
    title: `Minutes of the meeting on 4 May, for ${camera}`,
    letter: `Dear ${camera},\n\n${'These are the minutes that everyone in the room has. '.repeat(60)}${camera}`,
    fileName: `minutes-2031-05-04-${camera}.png`,
    // Readers ignore what follows a picture.
    photograph: Buffer.concat([photograph, Buffer.alloc(400_000 - photograph.length)]),
    document: randomBytes(700_000),
  };
}

/** As a letter that was changed, as files, and by a program that can repeat its call. */
async function store(owner: string, { title, letter, fileName, photograph, document }: Documents): Promise<void> {
  const request = { title, content: letter, is_public: false };
  const { id } = await createText(vault.context(), owner, request);
  await editContent(vault.context(), owner, id, { content: `${letter}.` });
  for (const [type, bytes] of [
    ['image', photograph],
    ['file', document],
  ] as const) {
    const details = { title, type, is_public: true, caption: letter.slice(0, 500) };
    const form = { before: details, after: async () => details, name: fileName, bytes: chunks(bytes) };
    await saveFile(vault.context(), owner, incoming(bytes.length, form));
  }
  const fork = () => vault.context().em;
  await makeDueThumbnail({ fork, keyring: vault.keyring, objects: vault.objects, draw: drawApart() });
  const caller = { ownerId: owner, key: createHash('sha256').update(letter).digest('hex') };
  await answerOnce(vault.context(), caller, { request, status: 201 }, async () => request);
}

/** Each row of each table, as a dump has it. */
async function dump(): Promise<{ table: string; row: Record<string, unknown> }[]> {
  const tables = await vault.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const rows = [];
  for (const { name } of tables)
    for (const { row } of await vault.query<{ row: Record<string, unknown> }>(
      `select row_to_json(t) as row from "${name}" t`,
    ))
      rows.push({ table: name, row });
  return rows;
}

/** @returns the values of a dump, bytes as they are, and each object with its name */
async function everything(): Promise<Buffer[]> {
  const paths = await vault.gateway.files();
  const values = (await dump()).flatMap(({ row }) => Object.values(row).map((value) => JSON.stringify(value)));
  const bytes = values.map((value) => Buffer.from(/^"\\\\x(.*)"$/.exec(value)?.[1] ?? '', 'hex'));
  return [...values.map((value) => Buffer.from(value)), ...bytes, ...(await objects()), Buffer.from(paths.join('\n'))];
}

const objects = async () => Promise.all((await vault.gateway.files()).map((path) => readFile(path)));

/** @returns what can be computed from bytes without a key, each with its name */
function digestsOf(name: string, bytes: Buffer): [string, Buffer][] {
  const sha256 = createHash('sha256').update(bytes).digest();
  return [
    ...ALGORITHMS.map((one): [string, Buffer] => [`${one} of ${name}`, createHash(one).update(bytes).digest()]),
    [`sha256 of the sha256 of ${name}`, createHash('sha256').update(sha256).digest()],
    [`an HMAC without a key of ${name}`, createHmac('sha256', '').update(bytes).digest()],
  ];
}

/** The known documents, whole and cut into the first of their parts. */
function pieces(): [string, Buffer][] {
  return Object.entries(known).flatMap(([name, value]: [string, string | Buffer]) => {
    const bytes = Buffer.from(value as string);
    const cut = PARTS.flatMap((length): [string, Buffer][] =>
      [0, 1, 2].map((part) => [
        `${name}, part ${part} of ${length}`,
        bytes.subarray(part * length, (part + 1) * length),
      ]),
    );
    return [
      [name, bytes] as [string, Buffer],
      ...cut.filter(([, part]) => part.length > 0 && part.length < bytes.length),
    ];
  });
}

/** @returns each needle as it may be written, with its name */
function needlesOf(named: readonly [string, Buffer][]): Map<string, string> {
  return new Map(
    named.flatMap(([name, bytes]) =>
      [
        bytes.toString('latin1'),
        bytes.toString('hex'),
        bytes.toString('hex').toUpperCase(),
        bytes.toString('base64'),
        bytes.toString('base64url'),
      ].map((written): [string, string] => [written.slice(0, NEEDLE), name]),
    ),
  );
}

/** @returns the names of the needles that are in it, at any offset */
function found(haystack: readonly Buffer[], needles: ReadonlyMap<string, string>): string[] {
  const names = new Set<string>();
  for (const bytes of haystack) {
    const text = bytes.toString('latin1');
    for (let at = 0; at + NEEDLE <= text.length; at += 1) {
      const name = needles.get(text.slice(at, at + NEEDLE));
      if (name !== undefined) names.add(name);
    }
  }
  return [...names];
}

function plaintext(): [string, Buffer][] {
  // The middle: all pictures of a kind begin alike.
  return pieces().map(([name, bytes]) => [`${name} itself`, bytes.subarray(bytes.length >> 2)]);
}

test('the search finds a hash in each way of writing it, wherever it is', () => {
  const [first] = digestsOf('x', Buffer.from('x'));
  if (!first) throw new Error('There is no digest.');
  const needles = needlesOf([first]);
  const written = (['hex', 'base64', 'base64url', 'latin1'] as const).map((way) => first[1].toString(way));
  for (const one of written)
    expect(found([Buffer.from(`before ${one} after`, 'latin1')], needles)).toEqual(['md5 of x']);
  expect(found([randomBytes(100_000)], needles)).toEqual([]);
});

test('no hash of a known document, of its parts, its title or its letter is in the dump or in an object', async () => {
  const control: [string, Buffer] = ['control', Buffer.from('Helena Duarte')];
  const digests = pieces().flatMap(([name, bytes]) => digestsOf(name, bytes));
  expect(digests.length).toBeGreaterThan(250);
  expect(found(await everything(), needlesOf([...digests, ...plaintext(), control]))).toEqual(['control']);
});

test('no checksum of a known document is a value of the dump', async () => {
  const values = new Set((await dump()).flatMap(({ row }) => Object.values(row).map((value) => JSON.stringify(value))));
  for (const [, bytes] of pieces()) {
    const sum = crc32(bytes);
    const hex = sum.toString(16).padStart(8, '0');
    for (const written of [`${sum}`, `"${sum}"`, `"${hex}"`, `"\\\\x${hex}"`]) expect(values).not.toContain(written);
  }
});

/** @returns every value of the rows of a person, with the column that it is in */
async function valuesOf(owner: string): Promise<Set<string>> {
  const rows = await vault.query<{ id: string }>(
    'select id from contents where owner_id = ? union select id from files where owner_id = ?',
    [owner, owner],
  );
  const ids = [owner, ...rows.map(({ id }) => id)];
  const theirs = (await dump()).filter(({ row }) => ids.some((id) => Object.values(row).includes(id)));
  expect(new Set(theirs.map(({ table }) => table)).size).toBeGreaterThan(8);
  const named = theirs.flatMap(({ table, row }) =>
    Object.entries(row).map(([column, value]) => `${table}.${column}: ${JSON.stringify(value)}`),
  );
  return new Set(named);
}

test('two people with the same documents have no more in common than two with others of the same lengths', async () => {
  const [hers, his, others] = [await valuesOf(helena), await valuesOf(rui), await valuesOf(ana)];
  expect([...hers].filter((value) => his.has(value) && !others.has(value))).toEqual([]);
  // Lengths and kinds are what all three have in common.
  expect([...hers].filter((value) => others.has(value))).toEqual(
    expect.arrayContaining(['files.size: 700000', 'files.content_type: "image/png"']),
  );
});

test('no two objects have a block of ciphertext in common', async () => {
  const blocks = (await objects())
    .map((object) => object.subarray(4))
    .flatMap((object) =>
      Array.from({ length: object.length >> 4 }, (_, index) => object.toString('latin1', index << 4, (index + 1) << 4)),
    );
  expect(blocks.length).toBeGreaterThan(3 * 1_100_000 * (1 / 16) - 100);
  expect(new Set(blocks).size).toBe(blocks.length);
});
