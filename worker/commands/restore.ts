/**
 * For operators: brings a backup into a database with nobody in it, and the objects into the store.
 *
 *   npm run restore -- <folder>
 */
import { compose } from '#config/compose.ts';
import { readEnv } from '#config/env.ts';
import { migrate } from '#db/migrate.ts';
import { BackupRefused } from '#services/backup/manifest.ts';
import { restoreBackup } from '#services/backup/restore-backup.ts';

const [folder, ...more] = process.argv.slice(2);
if (folder === undefined || more.length > 0) {
  console.error('Which one? npm run restore -- <folder>');
  process.exit(1);
}

const env = readEnv();
const parts = await compose(env);
try {
  const target = { ...parts, migrate: (to?: string) => migrate(env.DATABASE_URL, to) };
  const { manifest, overdue } = await restoreBackup(target, folder);
  console.log(`Everything is back as it was at ${manifest.takenAt}, and nothing runs yet.`);
  console.log(
    overdue === 0
      ? 'No delivery became due since. The workers can be started.'
      : `${overdue} ${overdue === 1 ? 'delivery is' : 'deliveries are'} due. A worker sends what is due as soon as it runs, also what had gone out after that moment: decide first, docs/operations.md says how.`,
  );
} catch (error) {
  if (!(error instanceof BackupRefused)) throw error;
  console.error(`${error.message} Nothing was changed.`);
  process.exitCode = 1;
} finally {
  await parts.close();
}
