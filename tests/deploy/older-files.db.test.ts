/** What older versions wrote about files in plain: a worker encrypts all of it, while such a version may still run. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Blank } from '#db/entities/content.ts';
import { migrate } from '#db/migrate.ts';
import { takeBackup } from '#services/backup/take-backup.ts';
import { openFile } from '#services/contents/open-file.ts';
import { contentMac, openBlanks, sealHead } from '#services/contents/sealed-content.ts';
import { upgradeFiles } from '#services/contents/upgrade-files.ts';
import type { VaultContext } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { HEADER_BYTES, seal } from '#services/crypto/seal.ts';
import { newId } from '#services/ids.ts';
import { collect } from '#tests/vault/vault.ts';
import { emptyPlace, type Place } from './empty-place.ts';

const RING = `k1:${randomBytes(32).toString('base64')}`;
const BEFORE = '0006-plans';
/** More than two batches. */
const MANY = 1_203;

let folder: string;
const places: Place[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stillhere-hashes-'));
});
afterAll(async () => {
  await Promise.all(places.map((place) => place.close()));
  await rm(folder, { recursive: true, force: true });
});

/** A machine on which the version before has run. */
async function olderPlace(): Promise<Place> {
  const place = await emptyPlace(folder, RING);
  places.push(place);
  await migrate(place.url, BEFORE);
  return place;
}

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

async function person({ em, keyring }: VaultContext, wrappedKey?: Buffer): Promise<{ id: string; key: PersonKey }> {
  const id = newId();
  const { key, wrapped } = keyring.createPersonKey(id);
  await em.execute(
    `insert into users (id, email, name, time_zone, wrapped_key, created_at) values (?, ?, 'Ana', 'UTC', ?, now())`,
    [id, `${id}@example.com`, wrappedKey ?? wrapped],
  );
  return { id, key };
}

/** Where the files of older versions name their location. */
const BLANKS: Blank[] = [
  [8, 4],
  [12, 1, 7],
];

/** Files as older versions write them; what each holds is its own id. */
async function plainFiles({ em }: VaultContext, ownerId: string, count: number): Promise<void> {
  await em.execute(
    `insert into files (id, owner_id, storage_key, state, reserved, seal_header, size, sha256, blanks, content_type, created_at, touched_at)
     select id, ?, id::text, 'ready', 0, '\\x00', 36, sha256(convert_to(id::text, 'UTF8')), ?::jsonb, 'image/png', now(), now()
     from (select uuidv7() as id from generate_series(1, ?)) f`,
    [ownerId, JSON.stringify(BLANKS), count],
  );
}

interface Row {
  id: string;
  sha256: Buffer | null;
  content_mac: Buffer | null;
  sealed_blanks: Buffer | null;
  blanks: Blank[] | null;
}

const rowsOf = (context: VaultContext, ownerId: string) =>
  context.em.execute<Row[]>('select id, sha256, content_mac, sealed_blanks, blanks from files where owner_id = ?', [
    ownerId,
  ]);

/** All that a worker does, in as many batches as it takes. */
async function upgradeAll(context: () => VaultContext) {
  const all = { upgraded: 0, broken: [] as string[] };
  let after: string | null = null;
  do {
    const { upgraded, broken, next }: Awaited<ReturnType<typeof upgradeFiles>> = await upgradeFiles(context(), after);
    all.upgraded += upgraded;
    all.broken.push(...broken);
    after = next;
  } while (after !== null);
  return all;
}

describe('a database full of plain hashes and places', () => {
  test('has none after the upgrade, wherever a worker died and however many work at once', async () => {
    const place = await olderPlace();
    await place.with(async (context) => {
      const ana = await person(context());
      const rui = await person(context());
      // Its key does not open: nobody can key its hash, and it holds up nothing.
      const lost = await person(context(), randomBytes(64));
      await plainFiles(context(), lost.id, 1);
      await plainFiles(context(), ana.id, MANY);
      await plainFiles(context(), rui.id, 2);
      await migrate(place.url);
      const plain = async () =>
        (await context().em.execute<object[]>('select 1 from files where content_mac is null or sealed_blanks is null'))
          .length;

      const first = await upgradeFiles(context(), null);
      expect([first.upgraded, first.broken.length, first.next !== null]).toEqual([499, 1, true]);
      const dying = context().em.transactional(async (em) => {
        await upgradeFiles({ ...context(), em }, first.next);
        throw new Error('The process dies here.');
      });
      await expect(dying).rejects.toThrow('dies here');
      expect(await plain()).toBe(1 + MANY + 2 - 499);

      // Another process begins anew, and a second one beside it.
      const both = await Promise.all([upgradeAll(context), upgradeAll(context)]);
      expect(both.reduce((sum, { upgraded }) => sum + upgraded, 0)).toBe(MANY + 2 - 499);
      expect((await upgradeAll(context)).upgraded).toBe(0);
      expect(await plain()).toBe(1);
      for (const { id, key } of [ana, rui])
        for (const row of await rowsOf(context(), id)) {
          expect(row.content_mac).toEqual(contentMac(key, row.id, sha256(row.id)));
          // The version before reads these.
          expect([row.sha256, row.blanks]).toEqual([row.content_mac, null]);
          expect(openBlanks(key, row.id, row)).toEqual(BLANKS);
        }
    });
  });

  test('takes what the version before writes beside this one, and keys that as well', async () => {
    const place = await olderPlace();
    await place.with(async (context) => {
      const ana = await person(context());
      await plainFiles(context(), ana.id, 1);
      await migrate(place.url);
      await upgradeAll(context);
      await context().em.execute(
        `insert into files (id, owner_id, storage_key, state, reserved, created_at, touched_at)
         values (uuidv7(), ?, 'uploading', 'reserved', 10, now(), now())`,
        [ana.id],
      );
      await context().em.execute(
        `update files set state = 'ready', reserved = 0, seal_header = '\\x00', size = 36, content_type = 'image/png',
           sha256 = sha256(convert_to(id::text, 'UTF8')) where owner_id = ? and state <> 'ready'`,
        [ana.id],
      );
      expect(await upgradeAll(context)).toEqual({ upgraded: 1, broken: [] });
      for (const row of await rowsOf(context(), ana.id))
        expect(row).toMatchObject({
          content_mac: contentMac(ana.key, row.id, sha256(row.id)),
          sha256: row.content_mac,
        });
      // A plain hash beside a keyed one is refused by the database itself.
      const written = context().em.execute('update files set sha256 = ? where owner_id = ?', [sha256('x'), ana.id]);
      await expect(written).rejects.toThrow(/files_no_plain_hash/);
    });
  });
});

test('a backup of the version before is restored, its files open, and what it has in plain is encrypted then', async () => {
  const [old, place] = [await olderPlace(), await emptyPlace(folder, RING)];
  places.push(place);
  await old.objects.prepare();
  const bytes = randomBytes(300_000);
  const [fileId, at] = [newId(), join(folder, 'from-before')];
  const ana = await old.with(async (context) => {
    const owner = await person(context());
    const sealed = seal(owner.key, { kind: 'file', id: fileId }, bytes);
    await old.objects.put('00ff', Readable.from([sealed]), new AbortController().signal);
    await context().em.execute(
      `insert into files (id, owner_id, storage_key, state, reserved, seal_header, size, sha256, content_type, created_at, touched_at)
       values (?, ?, '00ff', 'ready', 0, ?, ?, ?, 'application/octet-stream', now(), now())`,
      [fileId, owner.id, sealed.subarray(0, HEADER_BYTES), bytes.length, sha256(bytes)],
    );
    const id = newId();
    const head = sealHead(owner.key, id, { title: 'The deed', excerpt: '' });
    await context().em.execute(
      `insert into contents (id, owner_id, type, head, file_id, content_type, size, is_public, is_emergency, created_at)
       values (?, ?, 'file', ?, ?, 'application/octet-stream', ?, false, false, now())`,
      [id, owner.id, head, fileId, bytes.length],
    );
    await takeBackup({ fork: () => context().em, objects: old.objects }, at);
    return owner;
  });
  await place.restore(at);
  await place.with(async (context) => {
    const inPlain = { sha256: sha256(bytes), content_mac: null, sealed_blanks: null, blanks: [] };
    expect(await rowsOf(context(), ana.id)).toEqual([{ id: fileId, ...inPlain }]);
    const open = () => openFile(context(), { accountId: ana.id }, fileId);
    const before = await open();
    expect(await upgradeAll(context)).toEqual({ upgraded: 1, broken: [] });
    const mac = contentMac(ana.key, fileId, sha256(bytes));
    const encrypted = { sha256: mac, content_mac: mac, sealed_blanks: expect.any(Buffer), blanks: null };
    expect(await rowsOf(context(), ana.id)).toEqual([{ id: fileId, ...encrypted }]);
    const after = await open();
    expect(after.etag).toBe(before.etag);
    const read = await after.read(0, bytes.length - 1, new AbortController().signal);
    expect((await collect(read)).equals(bytes)).toBe(true);
  });
});
