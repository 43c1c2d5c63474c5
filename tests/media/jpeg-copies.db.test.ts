/** JPEG copies of pictures that most browsers do not show. */
import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { openFile, openThumbnail } from '#services/contents/open-file.ts';
import { saveFile } from '#services/contents/save-file.ts';
import { storageUse } from '#services/contents/storage.ts';
import { runDueJobs } from '#services/jobs/jobs.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import type { Draw } from '#services/thumbnails/draw.ts';
import { jpegCopyJob } from '#services/thumbnails/jpeg-copy-job.ts';
import type { Made } from '#services/thumbnails/thumbnail-job.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { makeDueThumbnail } from '#tests/harness/jobs.ts';
import { chunks, collect, incoming, openVault, type Vault } from '#tests/vault/vault.ts';

const HEIC = readFileSync(new URL('fixtures/tiles.heic', import.meta.url));

let vault: Vault;
beforeAll(async () => {
  vault = await openVault();
});
afterAll(() => vault?.close());

async function saved(person: { id: string }) {
  const details = { title: 'The sea', type: 'image' as const, is_public: false };
  const bytes = chunks(HEIC);
  const file = { before: details, after: async () => details, name: 'IMG_4711.HEIC', bytes };
  return saveFile(vault.context(), person.id, incoming(HEIC.length, file));
}

// why: the first test decodes; the others are about what follows, and a process for each takes half a second.
const drawn: Draw = async ({ kind }) => {
  const picture = sharp({ create: { width: 11, height: 17, channels: 3, background: '#2a7f7f' } });
  const bytes = await (kind === 'copy' ? picture.jpeg() : picture.webp()).toBuffer();
  return { outcome: 'drawn', drawn: { bytes, width: 11, height: 17 } };
};

async function makeCopies(draw = drawn): Promise<Made[]> {
  const made: Made[] = [];
  const deps = { fork: () => vault.orm.em.fork(), keyring: vault.keyring, objects: vault.objects, draw };
  await runDueJobs(deps.fork, 'jpeg-copy', jpegCopyJob({ ...deps, onMade: (one) => made.push(one) }));
  return made;
}

const copies = () =>
  vault.query<{ id: string; state: string }>('select id, state from files where original_id is not null');

test('a picture of a phone gets a copy in full size, sealed, which counts as no storage and goes with it', async () => {
  const me = await vault.person('plus');
  const { id, file_id } = await saved(me);
  const { used } = await storageUse(vault.context(), me.id);
  expect(await makeCopies(drawApart())).toEqual([{ fileId: file_id, outcome: 'ready' }]);
  const [copy] = await copies();
  const file = await openFile(vault.context(), { accountId: me.id }, copy?.id ?? '');
  expect(file).toMatchObject({ name: 'IMG_4711.jpg', contentType: 'image/jpeg', isInline: true });
  const bytes = await collect(await file.read(0, file.size - 1, new AbortController().signal));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 110, height: 170 });
  expect(readFileSync(await vault.pathOf(copy?.id ?? '')).includes('JFIF')).toBe(false);
  expect(await storageUse(vault.context(), me.id)).toMatchObject({ used });
  expect(await makeCopies()).toEqual([]);

  await expect(openFile(vault.context(), 'anyone', copy?.id ?? '')).rejects.toMatchObject({ code: 'not-found' });
  const stranger = await vault.person();
  await expect(openFile(vault.context(), { accountId: stranger.id }, copy?.id ?? '')).rejects.toMatchObject({
    code: 'not-found',
  });

  await vault.query('delete from jobs');
  await deleteContent(vault.context(), me.id, id, { confirmed: [] });
  expect(await copies()).toEqual([]);
  expect(await vault.query("select subject from jobs where kind = 'delete-object'")).toHaveLength(2);
});

test('a copy has no thumbnail: its address is not found, and no broken seal', async () => {
  const me = await vault.person('plus');
  const { file_id } = await saved(me);
  const deps = { fork: () => vault.orm.em.fork(), keyring: vault.keyring, objects: vault.objects, draw: drawn };
  while ((await makeDueThumbnail(deps)) !== null);
  await makeCopies();
  const [copy] = await vault.query<{ id: string }>('select id from files where original_id = ?', [file_id]);
  const open = (id: string | null | undefined) => openThumbnail(vault.context(), { accountId: me.id }, id ?? '');
  expect(await open(file_id)).toMatchObject({ contentType: 'image/webp' });
  await expect(open(copy?.id)).rejects.toMatchObject({ code: 'not-found' });
});

test('a copy goes with the account of its owner, and its object too', async () => {
  const me = await vault.person('plus');
  await vault.query('delete from jobs');
  const { file_id } = await saved(me);
  await makeCopies();
  const keys = await vault.query<{ storage_key: string }>(
    'select storage_key from files where owner_id = ? order by storage_key',
    [me.id],
  );
  expect(keys).toHaveLength(2);
  await deleteAccount(vault.context(), { accountId: me.id, sessionId: me.id, password: 'stillhere' });
  expect(await vault.query('select id from files where original_id = ?', [file_id])).toEqual([]);
  expect(
    await vault.query("select subject as storage_key from jobs where kind = 'delete-object' order by subject"),
  ).toEqual(keys);
});

test('a copy that cannot be made is not tried again, and leaves nothing behind', async () => {
  const me = await vault.person('plus');
  const { file_id } = await saved(me);
  const objects = await vault.stored();
  const refuse: Draw = async () => ({ outcome: 'refused', reason: 'It is broken.' });
  expect(await makeCopies(refuse)).toEqual([{ fileId: file_id, outcome: 'failed', reason: 'It is broken.' }]);
  expect(await vault.query('select id from files where original_id = ?', [file_id])).toEqual([]);
  expect(await vault.stored()).toEqual(objects);
  expect(await vault.query("select subject from jobs where kind = 'jpeg-copy'")).toEqual([]);
});
