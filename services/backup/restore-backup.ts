import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Keyring } from '#services/crypto/keyring.ts';
import { HEADER_BYTES } from '#services/crypto/seal.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { checkBackup } from './check-backup.ts';
import { type ObjectLine, objectLine } from './copy-objects.ts';
import { PLACE, readLines } from './files.ts';
import { fillTables } from './fill-tables.ts';
import { BackupRefused, type Manifest } from './manifest.ts';
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
  for await (const line of readLines(join(folder, PLACE.objects))) {
    const object = objectLine.parse(JSON.parse(line));
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

/** An object is put as a whole or not at all, and never changed: what has its beginning and its length is it. */
async function putObject(objects: ObjectStore, folder: string, { key, written }: ObjectLine): Promise<void> {
  if (!written) return;
  const path = join(folder, PLACE.object(key));
  const there = await objects.read(key, 0, HEADER_BYTES - 1);
  if (there) {
    const [found, wanted] = [await all(there.bytes), await all(createReadStream(path, { end: HEADER_BYTES - 1 }))];
    if (there.totalSize === written.bytes && found.equals(wanted)) return;
  }
  await objects.put(key, createReadStream(path), new AbortController().signal);
}

async function all(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of source) parts.push(part);
  return Buffer.concat(parts);
}
