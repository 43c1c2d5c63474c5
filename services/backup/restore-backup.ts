import { stat } from 'node:fs/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { MIGRATIONS } from '#db/migrations/list.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { appliedMigrations, hasOtherConnections } from '#db/whole-tables.ts';
import type { Keyring } from '#services/crypto/keyring.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { PLACE, requireUnchanged } from './files.ts';
import { BackupRefused, type Manifest, readManifest } from './manifest.ts';
import { fileState, listedObjects, putObject } from './objects.ts';
import { fillTables, firstFilled } from './tables.ts';

/** Where a backup goes. */
export interface RestoreTarget {
  fork(): EntityManager;
  objects: ObjectStore;
  keyring: Keyring;
  /** Applies the migrations up to this one, or all. */
  migrate(to?: string): Promise<unknown>;
}

/** A restored backup. */
export interface Restored {
  manifest: Manifest;
  /** How many deliveries are due. A worker sends them as soon as it runs. */
  overdue: number;
}

/**
 * Restores a backup into an empty database. First it checks the whole backup, then it puts the objects that the store lacks,
 * and last it writes all rows in one transaction. After a failure, run it again.
 * @throws BackupRefused before anything was changed
 */
export async function restoreBackup(target: RestoreTarget, folder: string): Promise<Restored> {
  const { fork, objects, keyring, migrate } = target;
  const manifest = await checkBackup(folder, keyring);
  await requireEmpty(fork(), manifest);
  await objects.prepare();
  const gone: string[] = [];
  for await (const object of listedObjects(folder)) {
    if (object.isGone) gone.push(object.key);
    await putObject(objects, folder, object);
  }
  await migrate(manifest.migrations.at(-1));
  await fillTables(fork(), folder, manifest, gone);
  await migrate();
  const { overdue } = await query(fork())
    .selectFrom('deliveries')
    .select(COUNT.as('overdue'))
    .where('next_attempt_at', '<=', NOW)
    .where('held_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { manifest, overdue };
}

/**
 * Puts back the objects that the store has lost, for a database that is intact: those of the backup that a file refers to.
 * Other processes may run meanwhile.
 * @returns how many objects the store lacked
 * @throws BackupRefused before anything was changed
 */
export async function restoreObjects(
  { fork, objects, keyring }: Omit<RestoreTarget, 'migrate'>,
  folder: string,
): Promise<number> {
  await checkBackup(folder, keyring);
  await objects.prepare();
  let put = 0;
  for await (const object of listedObjects(folder)) {
    if ((await fileState(fork(), object.key)) === 'ready' && (await putObject(objects, folder, object))) put += 1;
  }
  return put;
}

async function requireEmpty(em: EntityManager, { migrations }: Manifest): Promise<void> {
  if (await hasOtherConnections(em))
    throw new BackupRefused(
      'The database has other connections: stop the web processes and the workers, and close other clients.',
    );
  const filled = await firstFilled(em);
  if (filled) throw new BackupRefused(`The database is not empty: ${filled} has rows. Restore into an empty one.`);
  const applied = await appliedMigrations(em);
  if (applied.length > 0 && applied.join() !== migrations.join())
    throw new BackupRefused(
      'The database has the schema of another version than the backup. Create an empty one: the restore creates the schema.',
    );
}

/**
 * Reads a whole backup and changes nothing: each file must be as it was written, this version must know its schema, and the
 * key ring must open its keys.
 * @throws BackupRefused with the first fault
 */
async function checkBackup(folder: string, keyring: Keyring): Promise<Manifest> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new BackupRefused(`There is no folder ${folder}.`);
  const manifest = await readManifest(folder);
  requireKnownSchema(manifest);
  requireKeys(manifest, keyring);
  for (const table of manifest.tables) await requireUnchanged(folder, PLACE.table(table), table);
  await requireUnchanged(folder, PLACE.objects, manifest.objects.list);
  for await (const { key, written } of listedObjects(folder))
    if (written) await requireUnchanged(folder, PLACE.object(key), written);
  return manifest;
}

function requireKnownSchema({ migrations }: Manifest): void {
  const unknown = migrations.find((name, index) => MIGRATIONS[index]?.name !== name);
  if (unknown)
    throw new BackupRefused(
      `The backup is from a newer version: this one does not know its migration ${unknown}. Restore it with the version that made it, or a later one.`,
    );
}

/** The key ring is not in the backup. With another one, nothing that is restored could be read. */
function requireKeys({ keys }: Manifest, keyring: Keyring): void {
  for (const { id, people, owner, wrapped } of keys) {
    try {
      keyring.openPersonKey(Buffer.from(wrapped, 'base64'), owner);
    } catch {
      const whose = `${people} ${people === 1 ? 'person' : 'people'}`;
      throw new BackupRefused(
        keyring.ids.includes(id)
          ? `The key "${id}" in MASTER_KEYS is not the one of this backup: it does not open the contents of ${whose}.`
          : `MASTER_KEYS lacks the key "${id}", without which the contents of ${whose} cannot be read. It is stored apart from backups: add it to the ring.`,
      );
    }
  }
}
