/** A file is there when all of it is known, and not a moment before; and others do not see where it was taken. */
import { createHash, randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { openFile, type Reader } from '#services/contents/open-file.ts';
import { listContents } from '#services/contents/read-contents.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { contentMac } from '#services/contents/sealed-content.ts';
import { storageUse } from '#services/contents/storage.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { createText } from '#services/vault/change-content.ts';
import { chunks, collect, incoming, keep, openVault, type Vault } from './vault.ts';

let vault: Vault;
let owner: string;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault?.close());
beforeEach(async () => {
  owner = (await vault.person('premium')).id;
});

const listed = async () => (await listContents(vault.context(), owner, { limit: 10 })).contents;
const rows = () =>
  vault.query<{
    id: string;
    state: string;
    size: string | null;
    content_mac: Buffer | null;
    content_type: string | null;
  }>('select id, state, size, content_mac, content_type from files where owner_id = ?', [owner]);

test('during an upload there is a reservation, and nothing to see, read or schedule', async () => {
  const bytes = randomBytes(3 * MEGABYTE);
  const seen: unknown[] = [];
  const watched = (async function* () {
    yield bytes.subarray(0, 2 * MEGABYTE);
    const [row] = await rows();
    seen.push(row, await listed());
    await expect(openFile(vault.context(), { accountId: owner }, row?.id ?? '')).rejects.toMatchObject({
      code: 'not-found',
    });
    yield bytes.subarray(2 * MEGABYTE);
  })();
  const kept = await saveFile(vault.context(), owner, incoming(bytes.length, { bytes: watched }));
  expect(seen).toEqual([
    {
      id: kept.file_id,
      state: expect.stringMatching(/^(reserved|uploading)$/),
      size: null,
      content_mac: null,
      content_type: null,
    },
    [],
  ]);
  const key = await personKey(vault.context(), owner);
  expect(await rows()).toEqual([
    {
      id: kept.file_id,
      state: 'ready',
      size: `${bytes.length}`,
      content_mac: contentMac(key, kept.file_id ?? '', createHash('sha256').update(bytes).digest()),
      content_type: 'application/octet-stream',
    },
  ]);
  expect((await listed()).map(({ id }) => id)).toEqual([kept.id]);
});

test('the database refuses a ready file without hash, size, header or type', async () => {
  await keep(vault, owner, randomBytes(10));
  for (const column of ['sha256', 'size', 'seal_header', 'content_type'])
    await expect(vault.query(`update files set ${column} = null where owner_id = ?`, [owner])).rejects.toThrow(
      /violates check constraint/,
    );
});

test.each(['jpeg', 'png'] as const)(
  'a %s shown to everyone says nothing of where it was taken; its owner has it whole',
  async (format) => {
    const place = { GPSLatitudeRef: 'N', GPSLatitude: '38/1 42/1 5000/100', GPSLongitudeRef: 'W' };
    const photograph = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#8aa' } })
      .withExif({ IFD0: { Make: 'Helena' }, IFD3: place })
      .toFormat(format)
      .toBuffer();
    const details = { title: 'The sea', type: 'image', is_public: true } as const;
    const { file_id } = await saveFile(
      vault.context(),
      owner,
      incoming(photograph.length, { before: details, after: async () => details, bytes: chunks(photograph) }),
    );
    const stranger = await vault.person();
    const readBy = async (reader: Reader) => {
      const file = await openFile(vault.context(), reader, file_id ?? '');
      return collect(await file.read(0, file.size - 1, new AbortController().signal));
    };
    const latitude = Buffer.alloc(16);
    [38, 1, 42, 1].forEach((number, index) => {
      latitude.writeUInt32LE(number, index * 4);
    });
    expect((await readBy({ accountId: owner })).equals(photograph)).toBe(true);
    expect(photograph.includes(latitude)).toBe(true);
    for (const reader of ['anyone', { accountId: stranger.id }] as const) {
      const seen = await readBy(reader);
      expect([seen.length, seen.includes('Helena'), seen.includes(latitude)]).toEqual([photograph.length, true, false]);
      // A PNG's block has the check sum of what is left in it.
      const at = seen.indexOf('eXIf');
      const end = at + 4 + (format === 'png' ? seen.readUInt32BE(at - 4) : 0);
      if (format === 'png') expect(seen.readUInt32BE(end)).toBe(crc32(seen.subarray(at, end)));
    }
  },
);

test('a store that does not answer makes a file unavailable, and raises no alarm', async () => {
  const { file_id } = await keep(vault, owner, randomBytes(10));
  const objects = { ...vault.objects, read: () => Promise.reject(new Error('Nobody listens.')) };
  const file = await openFile(vault.context(objects), { accountId: owner }, file_id ?? '');
  await expect(file.read(0, 9, new AbortController().signal)).rejects.toMatchObject({ code: 'unavailable' });
});

test('letters count too: a full vault refuses them, and says what is left', async () => {
  const { id } = await vault.person();
  const text = { title: 'x', content: 'x'.repeat(10), is_public: false };
  await createText(vault.context(), id, text);
  await vault.query('update contents set size = ? where owner_id = ?', [50 * MEGABYTE - 10, id]);
  await createText(vault.context(), id, text);
  expect((await storageUse(vault.context(), id)).used).toBe(50 * MEGABYTE);
  await expect(createText(vault.context(), id, { ...text, content: 'x' })).rejects.toMatchObject({
    code: 'quota-exceeded',
    message: expect.stringContaining('0.00 MB are left'),
  });
});

test('publishing needs the plan also when the field comes after the file, and nothing is saved', async () => {
  const { id } = await vault.person();
  const after = async () => ({ title: 'The sea', type: 'file', is_public: true }) as const;
  for (const before of [null, { ...(await after()), is_public: false }])
    await expect(saveFile(vault.context(), id, incoming(10, { before, after }))).rejects.toMatchObject({
      code: 'plan-required',
    });
  expect(await vault.query('select id from files where owner_id = ?', [id])).toEqual([]);
  expect((await listContents(vault.context(), id, { limit: 1 })).contents).toEqual([]);
});
