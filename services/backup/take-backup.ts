import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { lockSchema } from '#db/schema-lock.ts';
import { appliedMigrations, liftTimeouts } from '#db/whole-tables.ts';
import { countWrappings, findWrapping } from '#services/crypto/person-key.ts';
import type { ObjectStore } from '#services/ports/object-store.ts';
import { makeFolder } from './files.ts';
import { BackupRefused, type Manifest, writeManifest } from './manifest.ts';
import { copyObjects } from './objects.ts';
import { saveTables } from './tables.ts';

/** What a backup is made from. */
export interface BackupSource {
  fork(): EntityManager;
  objects: ObjectStore;
}

/** A finished backup. */
export interface BackupSummary {
  manifest: Manifest;
  /** Keys of files whose object was lost before this backup. */
  lost: string[];
}

/**
 * Writes all rows of one moment and the objects that they refer to into a new folder. Files that are uploaded meanwhile are
 * in the next backup; files that are deleted meanwhile are marked as gone. Needs no key and contains none: ciphertext stays
 * ciphertext.
 * @param folder does not exist, or is empty; it appears only when the backup is complete
 * @throws BackupRefused when the folder is not empty
 */
export async function takeBackup(source: BackupSource, folder: string): Promise<BackupSummary> {
  const target = resolve(folder);
  if (((await readdir(target).catch(() => [])) as string[]).length > 0)
    throw new BackupRefused(`${target} is not empty: each backup gets a folder of its own.`);
  await makeFolder(dirname(target));
  const unfinished = await mkdtemp(join(dirname(target), `${basename(target)}.unfinished-`));
  try {
    await mkdir(join(unfinished, 'tables'));
    const rows = await whileUnmigrated(source, () => writeRows(source.fork(), unfinished));
    const { lost, ...objects } = await copyObjects(source, unfinished);
    const manifest: Manifest = { format: 1, ...rows, objects };
    await writeManifest(unfinished, manifest);
    await rename(unfinished, target);
    return { manifest, lost };
  } catch (error) {
    await rm(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** Waits for the end of a migration, and lets none begin. The lock comes before the snapshot, so on a connection of its own. */
function whileUnmigrated<T>(source: BackupSource, write: () => Promise<T>): Promise<T> {
  return source.fork().transactional(async (tx) => {
    await liftTimeouts(tx);
    await lockSchema(tx, 'read');
    return write();
  });
}

/** Writes all tables as they were at one moment, while other transactions go on. */
function writeRows(em: EntityManager, folder: string): Promise<Omit<Manifest, 'format' | 'objects'>> {
  return em.transactional(
    async (tx) => {
      await liftTimeouts(tx);
      const { now } = await query(tx).selectNoFrom(NOW.as('now')).executeTakeFirstOrThrow();
      const tables = await saveTables(tx, folder);
      return {
        takenAt: now.toISOString(),
        migrations: await appliedMigrations(tx),
        tables,
        keys: await wrappingKeys(tx),
      };
    },
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}

/** The master keys that the backup needs, each with a person's key to try it on. */
async function wrappingKeys(tx: EntityManager): Promise<Manifest['keys']> {
  const keys: Manifest['keys'] = [];
  for (const { id, people } of await countWrappings(tx)) {
    const { id: owner, wrapped_key } = await findWrapping(tx, id);
    keys.push({ id, people, owner, wrapped: wrapped_key.toString('base64') });
  }
  return keys;
}
