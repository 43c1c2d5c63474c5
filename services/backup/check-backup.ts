import { stat } from 'node:fs/promises';
import type { Keyring } from '#services/crypto/keyring.ts';
import { PLACE, requireUnchanged } from './files.ts';
import { BackupRefused, type Manifest, readManifest } from './manifest.ts';
import { listedObjects } from './put-objects.ts';
import { knownMigrations } from './tables.ts';

/**
 * Reads a whole backup and changes nothing: each file is there and is what was written, this version can read it, and
 * the key ring opens it.
 * @throws BackupRefused with the first thing that is wrong
 */
export async function checkBackup(folder: string, keyring: Keyring): Promise<Manifest> {
  if (!(await stat(folder).catch(() => null))?.isDirectory()) throw new BackupRefused(`There is no folder ${folder}.`);
  const manifest = await readManifest(folder);
  requireKnownSchema(manifest);
  requireKeys(manifest, keyring);
  for (const { name, rows: _, ...written } of manifest.tables)
    await requireUnchanged(folder, PLACE.table(name), written);
  await requireUnchanged(folder, PLACE.objects, manifest.objects.list);
  for await (const { key, written } of listedObjects(folder))
    if (written) await requireUnchanged(folder, PLACE.object(key), written);
  return manifest;
}

function requireKnownSchema({ migrations }: Manifest): void {
  const known = knownMigrations();
  const strange = migrations.find((name, index) => known[index] !== name);
  if (strange)
    throw new BackupRefused(
      `The backup is from a newer version: this one does not know its migration ${strange}. Restore it with the version that made it, or a later one.`,
    );
}

/** The ring itself is not in the backup. Without the right one, what is restored could never be read. */
function requireKeys({ keys }: Manifest, keyring: Keyring): void {
  for (const { id, people, owner, wrapped } of keys) {
    try {
      keyring.openPersonKey(Buffer.from(wrapped, 'base64'), owner);
    } catch {
      const whose = `${people} ${people === 1 ? 'person' : 'people'}`;
      throw new BackupRefused(
        keyring.ids.includes(id)
          ? `The key "${id}" in MASTER_KEYS is not the one of this backup: it does not open what ${whose} kept.`
          : `MASTER_KEYS lacks the key "${id}", without which nobody can read what ${whose} kept. It is kept apart from backups: add it to the ring.`,
      );
    }
  }
}
