/** A full backup, restored on an empty machine: everything opens, and every sent link works. */
import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '#db/migrate.ts';
import { BackupRefused } from '#services/backup/manifest.ts';
import { restoreObjects } from '#services/backup/restore-backup.ts';
import { takeBackup } from '#services/backup/take-backup.ts';
import { openFile } from '#services/contents/open-file.ts';
import { listContents } from '#services/contents/read-contents.ts';
import { saveFile } from '#services/contents/save-file.ts';
import type { VaultContext } from '#services/context.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { holdDeliveries, unholdDeliveries } from '#services/deliveries/hold.ts';
import { deleteDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { collect, incoming, openVault, type Vault } from '#tests/vault/vault.ts';
import { addressesOf, emptyPlace, type Place, run } from './empty-place.ts';
import { fillVault, type Keeper, openAll, rowsIn } from './full-vault.ts';

const KEY = randomBytes(32).toString('base64');
const RING = `k1:${KEY}`;

let vault: Vault;
let folder: string;
let backup: string;
/** The output of the command that took it. */
let said: string;
let helena: Keeper;
beforeAll(async () => {
  vault = await openVault(new Keyring(RING));
  folder = await mkdtemp(join(tmpdir(), 'stillhere-backup-'));
  backup = join(folder, 'monday');
  helena = await fillVault(vault);
  const env = { ...vault.gateway.env, ...addressesOf(vault.url), MASTER_KEYS: RING };
  said = (await run('backup', backup, env)).stdout;
});

const places: Place[] = [];
afterAll(async () => {
  await vault?.close();
  await Promise.all(places.map((place) => place.close()));
  await rm(folder, { recursive: true, force: true });
});

async function newPlace(): Promise<Place> {
  const place = await emptyPlace(folder, RING);
  places.push(place);
  return place;
}

const rowsOf = (context: () => VaultContext) => rowsIn(backup, context);

test('restores everything on an empty machine: it opens, and treats the engine as new', async () => {
  expect(said).toContain('and 7 objects of');
  expect(said).toContain('"k1" only. They are not in it');
  const before = await openAll(() => vault.context(), helena);
  const rows = await rowsOf(() => vault.context());
  expect(Object.keys(rows).length).toBeGreaterThan(25);
  for (const table of ['subscriptions', 'customers', 'billing_mails', 'webhook_receipts'])
    expect([table, rows[table]]).toEqual([table, [expect.anything()]]);
  expect(rows.jobs).toContainEqual({ line: expect.stringContaining('cancel-subscription') });
  expect(before.opened.map(({ content, file }) => [content.type, file !== null])).toHaveLength(7);
  const previews = before.opened.map(({ preview, thumbnail }) => [preview?.kind, thumbnail !== null]);
  expect(previews).toEqual(
    expect.arrayContaining([
      ['picture', true],
      ['waveform', false],
    ]),
  );
  expect(before.received).toHaveLength(2);
  expect(before.received.flat()).toContainEqual(expect.objectContaining({ caption: 'You were four.' }));
  expect(before.opened.flatMap(({ versions }) => versions)).toMatchObject([{ title: 'How we chose your name' }]);
  expect(before.copied).toHaveLength(1);
  const proofs = before.opened.map(({ isProven }) => isProven);
  expect([proofs.filter((one) => one === true).length, proofs.filter((one) => one === false)]).toEqual([6, []]);

  const place = await newPlace();
  const env = { ...place.gateway.env, ...addressesOf(place.url), MASTER_KEYS: RING };
  const restored = await run('restore', backup, env);
  expect(restored.stdout).toContain('No delivery became due since.');
  await place.with(async (context) => {
    expect(await rowsOf(context)).toEqual(rows);
    expect(await openAll(context, helena)).toEqual(before);
    // Numbered columns and sums go on, and a new engine gets what is pending.
    const { em } = context();
    await em.execute(`insert into outages (began_at, ended_at) values (now() - interval '1 minute', now())`);
    await createText(context(), helena.id, { title: 'One more', content: 'After.', is_public: false });
    expect(await em.execute(`select items::int from storage_use where type = 'text'`)).toEqual([{ items: 2 }]);
    await em.execute('update deliveries set synced_revision = revision');
    expect(await detectNewEngineStore(em, { storeId: async () => 'the old engine' })).toBe(true);
  });
  await expect(run('restore', backup, env)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^The database is not empty: \w+ has rows\. .+ Nothing was changed\.\n$/),
  });
});

test('a backup contains no plaintext and no key, and only the user who made it can read its files', async () => {
  const files = await readdir(backup, { recursive: true, withFileTypes: true });
  const modes = [backup, ...files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))];
  for (const path of modes) expect([path, (await stat(path)).mode & 0o077]).toEqual([path, 0]);
  for (const file of files.filter((one) => one.isFile())) {
    const bytes = await readFile(join(file.parentPath, file.name));
    const text = file.name.endsWith('.gz') ? gunzipSync(bytes) : bytes;
    for (const needle of ['How we chose', 'I take it back', 'sea.jpg', KEY]) expect(text.includes(needle)).toBe(false);
  }
  expect(files.length).toBeGreaterThan(30);
});

describe('a restore is refused before it writes anything', () => {
  let place: Place;
  beforeAll(async () => {
    place = await newPlace();
  });
  const copy = async () => {
    const to = join(folder, `torn-${randomBytes(3).toString('hex')}`);
    await promisify(execFile)('cp', ['-r', backup, to]);
    return to;
  };
  const anObject = async (at: string) => {
    const files = await readdir(join(at, 'objects'), { recursive: true, withFileTypes: true });
    const paths = files.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
    return paths.sort()[0] ?? '';
  };
  const untouched = async () => {
    await place.with(async (context) => {
      expect(await context().em.execute(`select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
    });
    expect(await place.gateway.files()).toEqual([]);
  };

  test.for<[string, (at: string) => Promise<void>, RegExp]>([
    ['was never finished', (at) => rm(join(at, 'manifest.json')), /no finished backup/],
    ['lost an object', async (at) => rm(await anObject(at)), /objects\/.+ is missing/],
    ['has an object cut short', async (at) => truncate(await anObject(at), 20), /objects\/.+ is not what was written/],
    [
      'has another byte in a table',
      (at) => appendFile(join(at, 'tables/users.jsonl.gz'), 'x'),
      /users.jsonl.gz is not/,
    ],
    [
      'says something else of itself',
      async (at) => {
        const path = join(at, 'manifest.json');
        await writeFile(path, (await readFile(path, 'utf8')).replace('"rows": 1', '"rows": 0'));
      },
      /manifest.json in .+ is damaged, was changed/,
    ],
  ])('for a backup that %s', async ([, harm, sentence]) => {
    const harmed = await copy();
    await harm(harmed);
    const restoring = place.restore(harmed);
    await expect(restoring).rejects.toThrow(BackupRefused);
    await expect(restoring).rejects.toThrow(sentence);
    await untouched();
  });

  test('for a backup that the key ring does not open', async () => {
    const other = randomBytes(32).toString('base64');
    await expect(place.restore(backup, new Keyring(`k2:${other}`))).rejects.toThrow('MASTER_KEYS lacks the key "k1"');
    await expect(place.restore(backup, new Keyring(`k1:${other}`))).rejects.toThrow('is not the one of this backup');
    await untouched();
  });

  test('for a database with other connections', async () => {
    await place.with(async (context) => {
      await context().em.execute('select 1');
      await expect(place.restore(backup)).rejects.toThrow('stop the web processes and the workers');
    });
    await untouched();
  });
});

test('a delivery that operators hold is held after a restore, and not among those that are sent at once', async () => {
  const letter = await createText(vault.context(), helena.id, { title: 'Held', content: 'Wait.', is_public: false });
  const { id } = await scheduleDelivery(vault.context(), helena.id, scheduleOf(letter.id));
  await vault.query("update deliveries set next_attempt_at = now() - interval '1 minute' where id = ?", [id]);
  expect(await holdDeliveries(vault.context().em, [id])).toBe(1);
  const [place, path] = [await newPlace(), join(folder, 'with-a-hold')];
  await takeBackup({ fork: () => vault.context().em, objects: vault.objects }, path);
  expect((await place.restore(path)).overdue).toBe(0);
  await place.with(async (context) => {
    const { em } = context();
    const held = 'select id from deliveries where held_at is not null';
    expect(await em.execute(held)).toEqual([{ id }]);
    expect(await unholdDeliveries(em, [id])).toMatchObject({ count: 1 });
    expect(await em.execute(held)).toEqual([]);
  });
  await deleteDelivery(vault.context(), helena.id, id);
  await deleteContent(vault.context(), helena.id, letter.id, { confirmed: [] });
});

test('puts back the objects that files refer to, when only the store was lost', async () => {
  const [store, path] = [await newPlace(), join(folder, 'before-the-loss')];
  const keep = async () => saveFile(vault.context(), helena.id, incoming(1_000));
  const [kept, deleted] = [await keep(), await keep()];
  await takeBackup({ fork: () => vault.context().em, objects: vault.objects }, path);
  const after = await keep();
  await deleteContent(vault.context(), helena.id, deleted.id, { confirmed: [] });
  const env = { ...store.gateway.env, ...addressesOf(vault.url), MASTER_KEYS: RING };
  expect((await run('restore', path, env, '--objects')).stdout).toContain('are there again: 8.');
  const target = { fork: () => vault.context().em, objects: store.objects, keyring: vault.keyring };
  expect(await restoreObjects(target, path)).toBe(0);
  const read = async ({ file_id }: { file_id: string | null }) =>
    openFile({ ...vault.context(), objects: store.objects }, { accountId: helena.id }, file_id ?? '').then((file) =>
      file.read(0, 999, new AbortController().signal),
    );
  expect(await collect(await read(kept))).toHaveLength(1_000);
  await expect(read(after)).rejects.toThrow();
  for (const { id } of [kept, after]) await deleteContent(vault.context(), helena.id, id, { confirmed: [] });
});

test('a restore that died can be repeated, and puts no object twice', async () => {
  const place = await newPlace();
  const puts: string[] = [];
  const dying: ObjectStore = {
    ...place.objects,
    async put(key, body, signal) {
      if (puts.length === 2) throw new Error('The network went.');
      await place.objects.put(key, body, signal);
      puts.push(key);
    },
  };
  // A worker has run on this database, and reconciled all plans.
  await migrate(place.url);
  await place.with(async (context) => {
    await context().em.execute(`insert into webhook_receipts values ('listing', 'listing', now())`);
  });
  await expect(place.restore(backup, undefined, dying)).rejects.toThrow('The network went.');
  const counting: ObjectStore = {
    ...place.objects,
    put: (key, body, signal) => place.objects.put(key, body, signal).then(() => void puts.push(key)),
  };
  await place.restore(backup, undefined, counting);
  expect([puts.length, new Set(puts).size]).toEqual([7, 7]);
});

test('restores a backup of an older version', async () => {
  const [old, place] = [await newPlace(), await newPlace()];
  await migrate(old.url, '0004-emergency');
  await old.objects.prepare();
  const at = join(folder, 'from-before');
  await old.with(async (context) => {
    const { wrapped } = vault.keyring.createPersonKey(helena.id);
    await context().em.execute(
      `insert into users (id, email, name, time_zone, wrapped_key, created_at) values (?, 'ana@example.com', 'Ana', 'UTC', ?, now())`,
      [helena.id, wrapped],
    );
    await takeBackup({ fork: () => context().em, objects: old.objects }, at);
  });
  await place.restore(at);
  await place.with(async (context) => {
    expect(await context().em.execute('select id from users')).toEqual([{ id: helena.id }]);
    expect(await context().em.execute('select * from zone_rules')).toEqual([]);
  });
});

test('names a store or database that cannot be reached, and leaves nothing half-done', async () => {
  const env = { ...vault.gateway.env, ...addressesOf(vault.url), MASTER_KEYS: RING };
  const nobody = '127.0.0.1:9';
  await expect(run('backup', join(folder, 'never'), { ...env, S3_ENDPOINT: `http://${nobody}` })).rejects.toMatchObject(
    {
      code: 1,
      stderr: `It ended in the middle: connect ECONNREFUSED ${nobody}. There is no new backup.\n`,
    },
  );
  expect((await readdir(folder)).filter((name) => name.startsWith('never'))).toEqual([]);
  await expect(run('restore', backup, { ...env, ...addressesOf(`postgres://${nobody}/x`) })).rejects.toMatchObject({
    code: 1,
    stderr: `It ended in the middle: connect ECONNREFUSED ${nobody}. When that is mended, run it again.\n`,
  });
});

async function* hangingUp(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    yield chunk;
    throw new Error('The store hung up.');
  }
}

test('retries a store that hangs up, keeps deleted files deleted, and names objects that were lost before', async () => {
  const save = async () => saveFile(vault.context(), helena.id, incoming(1_000));
  const [deleted, lost] = [await save(), await save()];
  await rm(await vault.pathOf(lost.file_id ?? ''));
  const at = join(folder, 'tuesday');
  const path = await vault.pathOf(deleted.file_id ?? '');
  let hasHungUp = false;
  const source: ObjectStore = {
    ...vault.objects,
    async read(...args) {
      const part = await vault.objects.read(...args);
      if (part && !hasHungUp && !path.endsWith(args[0])) {
        hasHungUp = true;
        return { ...part, bytes: hangingUp(part.bytes) };
      }
      if (path.endsWith(args[0])) {
        await deleteContent(vault.context(), helena.id, deleted.id, { confirmed: [] });
        await rm(path);
      }
      return vault.objects.read(...args);
    },
  };
  const taken = await takeBackup({ fork: () => vault.context().em, objects: source }, at);
  expect([taken.lost.length, hasHungUp]).toEqual([1, true]);
  const place = await newPlace();
  await place.restore(at);
  await place.with(async (context) => {
    const { contents } = await listContents(context(), helena.id, { limit: 100 });
    const ids = contents.map(({ id }) => id);
    expect([ids.includes(deleted.id), ids.includes(lost.id)]).toEqual([false, true]);
  });
  await expect(takeBackup({ fork: () => vault.context().em, objects: vault.objects }, at)).rejects.toThrow(
    'is not empty',
  );
  expect((await readdir(folder)).filter((name) => name.includes('unfinished'))).toEqual([]);
});
