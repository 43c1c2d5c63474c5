import type { EntityManager } from '@mikro-orm/postgresql';
import type { Keyring } from '#services/crypto/keyring.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { checkBackup } from './check-backup.ts';
import { fillTables } from './fill-tables.ts';
import { BackupRefused, type Manifest } from './manifest.ts';
import { listedObjects, putObject } from './put-objects.ts';
import { appliedMigrations, firstFilled } from './tables.ts';

/** Where a backup goes. */
export interface RestoreTarget {
  fork(): EntityManager;
  objects: ObjectStore;
  keyring: Keyring;
  /** Brings the database's schema to this migration, or to the newest one. */
  migrate(to?: string): Promise<unknown>;
}

/** What came of it. */
export interface Restored {
  manifest: Manifest;
  /** Deliveries that became due after the backup was taken, or were due then: they go out as soon as a worker runs. */
  overdue: number;
}

/**
 * Brings a backup into a database with nobody in it. First all of the backup is read and compared with what it says of
 * itself. Then the objects are put: one that is there already stays, so that a store that was not lost costs nothing.
 * Last the rows, all of them or none. Ended half-way, it is simply run again.
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
  const [{ overdue } = { overdue: 0 }] = await fork().execute<{ overdue: number }[]>(
    'select count(*)::int as overdue from deliveries where next_attempt_at <= now()',
  );
  return { manifest, overdue };
}

/**
 * Puts back what the store has lost, for a database that was not: each object of the backup that a file still refers to.
 * Everybody may go on meanwhile.
 * @returns how many were put
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
    const [file] = await fork().execute<object[]>("select 1 from files where storage_key = ? and state = 'ready'", [
      object.key,
    ]);
    if (file && (await putObject(objects, folder, object))) put += 1;
  }
  return put;
}

async function requireEmpty(em: EntityManager, { migrations }: Manifest): Promise<void> {
  const others = await em.execute<object[]>(
    `select 1 from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  if (others.length > 0)
    throw new BackupRefused(
      'Somebody else is connected to the database: stop the web processes and the workers, and close what else looks at it.',
    );
  const filled = await firstFilled(em);
  if (filled)
    throw new BackupRefused(`The database is not empty: ${filled} has rows. A backup goes into an empty one only.`);
  const applied = await appliedMigrations(em);
  if (applied.length > 0 && applied.join() !== migrations.join())
    throw new BackupRefused(
      'The database has the schema of another version than the backup. Create a new one with nothing in it: the schema is made here.',
    );
}
