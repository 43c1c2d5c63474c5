/**
 * For operators: restores a backup into an empty database, and the objects into the store.
 *
 *   npm run restore -- <folder>
 *   npm run restore -- <folder> --objects     only objects that the store has lost; the database stays as it is
 */
import { parseArgs } from 'node:util';
import { composeStorage } from '#config/compose.ts';
import { readRestoreEnv } from '#config/env.ts';
import { migrate } from '#db/migrate.ts';
import { BackupRefused } from '#services/backup/manifest.ts';
import { type RestoreTarget, restoreBackup, restoreObjects } from '#services/backup/restore-backup.ts';
import { Keyring } from '#services/crypto/keyring.ts';
import { whyEnded } from './why-ended.ts';

const { values, positionals } = parseArgs({ options: { objects: { type: 'boolean' } }, allowPositionals: true });
const [folder, ...more] = positionals;
if (folder === undefined || more.length > 0) {
  console.error('Which one? npm run restore -- <folder>');
  process.exit(1);
}

const env = readRestoreEnv();
const url = env.MIGRATION_DATABASE_URL;
const parts = await composeStorage(url, env);
const target: RestoreTarget = { ...parts, keyring: new Keyring(env.MASTER_KEYS), migrate: (to) => migrate(url, to) };
try {
  console.log(values.objects ? await restoringObjects(folder) : await restoring(folder));
} catch (error) {
  const changed = error instanceof BackupRefused ? 'Nothing was changed.' : 'When that is mended, run it again.';
  console.error(`${whyEnded(error)} ${changed}`);
  process.exitCode = 1;
} finally {
  await parts.close();
}

async function restoring(from: string): Promise<string> {
  const { manifest, overdue } = await restoreBackup(target, from);
  const due =
    overdue === 0
      ? 'No delivery became due since. The workers can be started.'
      : `${overdue} ${overdue === 1 ? 'delivery is' : 'deliveries are'} due. A worker sends what is due as soon as it runs, also what had gone out after that moment: decide first, docs/operations.md says how.`;
  return `Everything is back as it was at ${manifest.takenAt}, and nothing runs yet.\n${due}`;
}

async function restoringObjects(from: string): Promise<string> {
  return `Objects that were missing and are there again: ${await restoreObjects(target, from)}.`;
}
