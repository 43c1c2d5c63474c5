/** What a tag or a table says of a file: nothing that could be computed back. */
import { createHash, randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openFile, openThumbnail, type Reader } from '#services/contents/open-file.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { sealBlanks } from '#services/contents/sealed-content.ts';
import { keyedHash } from '#services/crypto/keyed-hash.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { personKey, rotateKeys } from '#services/crypto/person-key.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { makeDueThumbnail } from '#tests/harness/jobs.ts';
import { drawHere } from '#tests/media/draw-here.ts';
import { chunks, collect, incoming, openVault, type Vault } from './vault.ts';

const OLD_KEY = `old:${randomBytes(32).toString('base64')}`;

let vault: Vault;
let helena: { id: string };
let rui: { id: string };
beforeAll(async () => {
  vault = await openVault(new Keyring(OLD_KEY));
  [helena, rui] = [await vault.person('premium'), await vault.person('premium')];
});
afterAll(() => vault?.close());

/** A photograph whose camera wrote down the minutes of its latitude. */
function photograph(minutes: number): Promise<Buffer> {
  const place = { GPSLatitudeRef: 'N', GPSLatitude: `38/1 ${minutes}/1 0/1`, GPSLongitudeRef: 'W' };
  return sharp({ create: { width: 320, height: 240, channels: 3, background: '#8aa' } })
    .withExif({ IFD0: { Make: 'Helena' }, IFD3: place })
    .jpeg()
    .toBuffer();
}

/** @returns the id of the file, which everyone may read and whose thumbnail is made */
async function keptBy(owner: { id: string }, bytes: Buffer): Promise<string> {
  const details = { title: 'The sea', type: 'image', is_public: true } as const;
  const file = incoming(bytes.length, { before: details, after: async () => details, bytes: chunks(bytes) });
  const { file_id } = await saveFile(vault.context(), owner.id, file);
  const fork = () => vault.context().em;
  await makeDueThumbnail({ fork, keyring: vault.keyring, objects: vault.objects, draw: drawHere });
  return file_id ?? '';
}

async function tagsOf(id: string, reader: Reader): Promise<{ file: string; thumbnail: string }> {
  const [file, thumbnail] = [
    await openFile(vault.context(), reader, id),
    await openThumbnail(vault.context(), reader, id),
  ];
  return { file: file.etag, thumbnail: thumbnail.etag };
}

/** Each row of both tables as Postgres writes it: bytes are hex. */
async function rowsOf(id: string): Promise<string> {
  const rows = await vault.query<{ line: string }>(
    'select row_to_json(f)::text || row_to_json(t)::text as line from files f join thumbnails t on t.file_id = f.id where id = ?',
    [id],
  );
  return rows.map(({ line }) => line).join();
}

/** @returns which of the originals the text gives away, by the beginning of any common hash of it */
function givenAway(text: string, originals: readonly Buffer[]): number[] {
  const isIn = (original: Buffer) =>
    ['md5', 'sha1', 'sha256', 'sha512'].some((name) => {
      const hash = createHash(name).update(original).digest();
      return [hash.toString('hex'), hash.toString('base64'), hash.toString('base64url')].some((one) =>
        text.toLowerCase().includes(one.slice(0, 16).toLowerCase()),
      );
    });
  return originals.flatMap((original, index) => (isIn(original) ? [index] : []));
}

describe('a public photograph with a hidden location', () => {
  const originals: Buffer[] = [];
  let id: string;
  beforeAll(async () => {
    for (let minutes = 0; minutes < 60; minutes++) originals.push(await photograph(minutes));
    id = await keptBy(helena, originals[42] ?? Buffer.alloc(0));
  });

  test('has no ETag by which a visitor could test guesses of the location', async () => {
    const public_ = await openFile(vault.context(), 'anyone', id);
    const seen = await collect(await public_.read(0, public_.size - 1, new AbortController().signal));
    // Without the tags nothing tells which of them it was.
    const blanked = originals.map((original) => original.length === seen.length && original.compare(seen) !== 0);
    expect(blanked).toEqual(originals.map(() => true));
    for (const reader of ['anyone', { accountId: rui.id }, { accountId: helena.id }] as const)
      expect(givenAway(JSON.stringify(await tagsOf(id, reader)), [...originals, seen])).toEqual([]);
    expect(givenAway(await rowsOf(id), [...originals, seen])).toEqual([]);
  });

  test('has the same ETag for all others, and another one for its owner, who gets other bytes', async () => {
    const [own, theirs] = [await tagsOf(id, { accountId: helena.id }), await tagsOf(id, { accountId: rui.id })];
    for (const tag of [...Object.values(own), ...Object.values(theirs)]) expect(tag).toMatch(/^"[0-9a-f]{32}"$/);
    expect(theirs).toEqual(await tagsOf(id, 'anyone'));
    expect(theirs.file).not.toBe(own.file);
    expect(theirs.thumbnail).toBe(own.thumbnail);
    expect(own.thumbnail).not.toBe(own.file);
  });

  test('has an ETag that only its owner’s key makes', async () => {
    const key = await personKey(vault.context(), helena.id);
    const tag = keyedHash(key, { kind: 'etag', id }, JSON.stringify(['file', []])).toString('hex', 0, 16);
    expect((await tagsOf(id, { accountId: helena.id })).file).toBe(`"${tag}"`);
  });

  test('changes its ETag for others when more of it is hidden, and not for its owner', async () => {
    const [before, own] = [await tagsOf(id, 'anyone'), await tagsOf(id, { accountId: helena.id })];
    const key = await personKey(vault.context(), helena.id);
    await vault.query('update files set sealed_blanks = ? where id = ?', [sealBlanks(key, id, [[400, 4]]), id]);
    expect((await tagsOf(id, 'anyone')).file).not.toBe(before.file);
    expect((await tagsOf(id, { accountId: helena.id })).file).toBe(own.file);
  });

  test('changes the ETag of its thumbnail when that is drawn again', async () => {
    const before = await tagsOf(id, 'anyone');
    await vault.query(`update thumbnails set state = 'pending', sealed = null where file_id = ?`, [id]);
    await enqueue(vault.context().em, 'thumbnail', id);
    const fork = () => vault.context().em;
    await makeDueThumbnail({ fork, keyring: vault.keyring, objects: vault.objects, draw: drawHere });
    expect((await tagsOf(id, 'anyone')).thumbnail).not.toBe(before.thumbnail);
  });
});

test('two files with the same bytes share nothing but their size, also with one owner', async () => {
  const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#8aa' } })
    .png()
    .toBuffer();
  const ids = [await keptBy(helena, bytes), await keptBy(rui, bytes), await keptBy(helena, bytes)];
  const tags = [];
  for (const id of ids) tags.push(await tagsOf(id, 'anyone'));
  for (const kind of ['file', 'thumbnail'] as const) expect(new Set(tags.map((tag) => tag[kind])).size).toBe(3);
  const hashes = [];
  for (const id of ids) hashes.push(...new Set((await rowsOf(id)).match(/(?<=\\\\x)[0-9a-f]{64}(?=")/g)));
  expect(hashes).toHaveLength(3);
  expect(new Set(hashes).size).toBe(3);
});

test('ETags stay the same when the master key is replaced', async () => {
  const id = await keptBy(helena, await photograph(1));
  const before = await tagsOf(id, 'anyone');
  const ring = new Keyring(`new:${randomBytes(32).toString('base64')},${OLD_KEY}`);
  await rotateKeys(vault.context().em, ring);
  const after = await openFile({ ...vault.context(), keyring: ring }, 'anyone', id);
  expect(after.etag).toBe(before.file);
});
