/** An account that was deleted is erased from backups that were made before: nobody can open what they have of it. */
import { randomBytes } from 'node:crypto';
import { appendFile, copyFile, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { hashSecret, openSession } from '#services/accounts/sessions.ts';
import { eraseAccounts, forgetErasedAccounts } from '#services/backup/erase-accounts.ts';
import { readManifest, writeManifest } from '#services/backup/manifest.ts';
import { takeBackup } from '#services/backup/take-backup.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { createText } from '#services/vault/change-content.ts';
import { keep, openVault, type Vault } from '#tests/vault/vault.ts';
import { addressesOf, emptyPlace, type Place, run } from './empty-place.ts';
import { fillVault, type Keeper, openAll } from './full-vault.ts';

const RING = `k1:${randomBytes(32).toString('base64')}`;
const PASSWORD = 'stillhere';

let vault: Vault;
let folder: string;
let backup: string;
let helena: Keeper;
/** Deleted after the backup; the oldest account, so that the manifest has its key. */
let rui: { id: string; wrapped: Buffer; object: string };
/** All that Helena could open when the backup was made. */
let before: Awaited<ReturnType<typeof openAll>>;
const places: Place[] = [];
beforeAll(async () => {
  vault = await openVault(new Keyring(RING));
  folder = await mkdtemp(join(tmpdir(), 'stillhere-erased-'));
  backup = join(folder, 'monday');
  const { id } = await vault.person('premium');
  await createText(vault.context(), id, { title: 'For Ana', content: 'Dear Ana,', is_public: false });
  await keep(vault, id, randomBytes(1_000));
  const [row] = await vault.query<{ wrapped: Buffer; object: string }>(
    'select wrapped_key as wrapped, storage_key as object from users u join files f on f.owner_id = u.id',
  );
  rui = { id, wrapped: row?.wrapped ?? Buffer.alloc(0), object: row?.object ?? '' };
  helena = await fillVault(vault);
  before = await openAll(() => vault.context(), helena);
  await takeBackup({ fork: () => vault.context().em, objects: vault.objects }, backup);
  const secret = await openSession(vault.context(), id, { userAgent: 'tests' }, 'cookie');
  const [session] = await vault.query<{ id: string }>('select id from sessions where cookie_hash = ?', [
    hashSecret(secret),
  ]);
  await deleteAccount(vault.context(), { accountId: id, sessionId: session?.id ?? '', password: PASSWORD });
});
afterAll(async () => {
  await vault?.close();
  await Promise.all(places.map((place) => place.close()));
  await rm(folder, { recursive: true, force: true });
});

const env = () => ({ ...vault.gateway.env, ...addressesOf(vault.url), MASTER_KEYS: RING });

async function copyOf(source: string): Promise<string> {
  const to = join(folder, `copy-${randomBytes(3).toString('hex')}`);
  await cp(source, to, { recursive: true });
  return to;
}

/** @returns the files of a backup that have these bytes, as they are, in hex or in base64 */
async function filesWith(at: string, bytes: Buffer): Promise<string[]> {
  const needles = [bytes, Buffer.from(bytes.toString('hex')), Buffer.from(bytes.toString('base64'))];
  const found: string[] = [];
  for (const file of await readdir(at, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue;
    const stored = await readFile(join(file.parentPath, file.name));
    const content = file.name.endsWith('.gz') ? gunzipSync(stored) : stored;
    if (needles.some((needle) => content.includes(needle))) found.push(file.name);
  }
  return found.sort();
}

const keyIn = async (at: string) => filesWith(at, rui.wrapped);

test('its key is in the backup until it is erased, and in no file of it then', async () => {
  const at = await copyOf(backup);
  expect(await keyIn(at)).toEqual(['manifest.json', 'users.jsonl.gz']);
  expect((await run('backup:erase', at, env())).stdout).toContain(`${at}: the key of 1 deleted account was erased.`);
  expect(await keyIn(at)).toEqual([]);
  expect((await readManifest(at)).keys).toMatchObject([{ id: 'k1', people: 1, owner: helena.id }]);
  expect(await eraseAccounts(vault.context().em, at)).toEqual({ erased: 0, isTooOld: false });
});

test('a restore after that has nothing of it, and everything of everyone else, and so has the next backup', async () => {
  const [at, place, next] = [await copyOf(backup), await emptyPlace(folder, RING), join(folder, 'tuesday')];
  places.push(place);
  await eraseAccounts(vault.context().em, at);
  await place.restore(at);
  await place.with(async (context) => {
    const { em } = context();
    expect(await em.execute('select id from users')).toEqual([{ id: helena.id }]);
    for (const table of ['contents', 'files', 'storage_use'])
      expect(await em.execute(`select 1 from ${table} where owner_id = ?`, [rui.id])).toEqual([]);
    // The worker removes what the restore has put into the store.
    const removals = await em.execute(`select 1 from jobs where kind = 'delete-object' and subject = ?`, [rui.object]);
    expect(removals).toHaveLength(1);
    expect(await openAll(context, helena)).toEqual(before);
    await takeBackup({ fork: () => context().em, objects: place.objects }, next);
  });
  expect(await keyIn(next)).toEqual([]);
});

test('a run that ended before it deleted the old table is made good by the next one', async () => {
  const at = await copyOf(backup);
  await eraseAccounts(vault.context().em, at);
  await copyFile(join(backup, 'tables/users.jsonl.gz'), join(at, 'tables/users.jsonl.gz'));
  expect(await keyIn(at)).toEqual(['users.jsonl.gz']);
  await eraseAccounts(vault.context().em, at);
  expect(await keyIn(at)).toEqual([]);
});

test('two runs at once: the second is refused and changes nothing', async () => {
  const at = await copyOf(backup);
  await vault.context().em.transactional(async (tx) => {
    await tx.execute(`select pg_advisory_xact_lock(hashtext('stillhere-backups'))`);
    await expect(eraseAccounts(vault.context().em, at)).rejects.toThrow('has not ended');
  });
  expect(await keyIn(at)).toHaveLength(2);
});

test('a damaged backup and one of another system are refused and stay as they are', async () => {
  const [damaged, foreign] = [await copyOf(backup), await copyOf(backup)];
  await appendFile(join(damaged, 'tables/users.jsonl.gz'), 'x');
  await expect(run('backup:erase', damaged, env())).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/users\.jsonl\.gz is not what was written\. .+ is as it was/),
  });
  const other = await openVault();
  try {
    await other.person();
    await expect(eraseAccounts(other.context().em, foreign)).rejects.toThrow("is another system's");
  } finally {
    await other.close();
  }
  for (const at of [damaged, foreign]) expect((await readManifest(at)).erasedAt).toBeUndefined();
});

test('a deletion is remembered for 90 days, and a backup that nothing was erased from for longer is called too old', async () => {
  const at = await copyOf(backup);
  const remembered = () => vault.query('select 1 from erased_accounts where id = ?', [rui.id]);
  const deletedAgo = (age: string) =>
    vault.query(`update erased_accounts set erased_at = now() - ?::interval where id = ?`, [age, rui.id]);
  await deletedAgo('89 days');
  await forgetErasedAccounts(vault.context().em);
  expect(await remembered()).toHaveLength(1);

  const manifest = await readManifest(at);
  const takenAt = new Date(Date.now() - 91 * DAY).toISOString();
  await writeManifest(at, { ...manifest, takenAt });
  await expect(run('backup:erase', at, env())).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('delete this backup'),
  });
  expect(await eraseAccounts(vault.context().em, at)).toEqual({ erased: 0, isTooOld: true });
  expect((await readManifest(at)).erasedAt).toBeUndefined();
  // What was still remembered was erased from it all the same.
  expect(await keyIn(at)).toEqual([]);

  await deletedAgo('91 days');
  await forgetErasedAccounts(vault.context().em);
  expect(await remembered()).toEqual([]);
});
