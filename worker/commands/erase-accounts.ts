/**
 * For operators: erases the keys of deleted accounts from backups, so that nobody can open what those have of them.
 *
 *   npm run backup:erase -- <folder> [<folder> ...]
 */
import { readBackupEnv } from '#config/env.ts';
import { initOrm } from '#db/orm.ts';
import { DAY } from '#domain/time/durations.ts';
import { eraseAccounts, REMEMBERED } from '#services/backup/erase-accounts.ts';
import { whyEnded } from './why-ended.ts';

const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('From which backups? npm run backup:erase -- <folder> [<folder> ...]');
  process.exit(1);
}

const orm = await initOrm(readBackupEnv().BACKUP_DATABASE_URL, { pool: 1 });
try {
  for (const folder of folders) await erase(folder);
} finally {
  await orm.close(true);
}

/** One backup that is damaged must not stop the others. */
async function erase(folder: string): Promise<void> {
  try {
    const { erased, isTooOld } = await eraseAccounts(orm.em.fork(), folder);
    console.log(
      `${folder}: the ${erased === 1 ? 'key of 1 deleted account was' : `keys of ${erased} deleted accounts were`} erased.`,
    );
    if (!isTooOld) return;
    console.error(
      `${folder} may have accounts that were deleted more than ${REMEMBERED / DAY} days ago, which nobody remembers: delete this backup.`,
    );
  } catch (error) {
    console.error(`${whyEnded(error)} ${folder} is as it was: run it again when that is mended.`);
  }
  process.exitCode = 1;
}
