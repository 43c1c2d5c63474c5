/**
 * For operators: writes everything that people store into a new folder, without the master keys.
 *
 *   npm run backup -- <folder>
 */
import { composeStorage } from '#config/compose.ts';
import { readBackupEnv } from '#config/env.ts';
import { takeBackup } from '#services/backup/take-backup.ts';
import { whyEnded } from './why-ended.ts';

const SHOWN = 10;

const [folder, ...more] = process.argv.slice(2);
if (folder === undefined || more.length > 0) {
  console.error('Where to? npm run backup -- <folder>');
  process.exit(1);
}

const env = readBackupEnv();
const parts = await composeStorage(env.BACKUP_DATABASE_URL, env);
try {
  const { manifest, lost } = await takeBackup(parts, folder);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(
    `${folder} has everything as it was at ${manifest.takenAt}: ${rows} rows of ${manifest.tables.length} tables, and ${manifest.objects.count} objects of ${manifest.objects.bytes} bytes.`,
  );
  const keys = manifest.keys.map(({ id }) => `"${id}"`).join(', ');
  if (keys) console.log(`It opens with the master keys ${keys} only. They are not in it: keep them somewhere else.`);
  if (lost.length > 0) {
    console.error(
      `${lost.length} files of people have no whole object in the store, and so none in the backup: ${lost.slice(0, SHOWN).join(', ')}${lost.length > SHOWN ? ', and more' : ''}.`,
    );
    process.exitCode = 1;
  }
} catch (error) {
  console.error(`${whyEnded(error)} There is no new backup.`);
  process.exitCode = 1;
} finally {
  await parts.close();
}
