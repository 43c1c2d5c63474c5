/** A backup of the cluster, restored into an empty database and an empty bucket, and compared row by row. */
import { join } from 'node:path';
import { Client } from 'pg';
import type { RunningCluster } from '#dev/cluster/start.ts';
import { createDatabase } from '#dev/postgres.ts';
import { run } from '#dev/run.ts';
import { readManifest } from '#services/backup/manifest.ts';

/** Of a cluster whose rows are at rest. */
export interface Restored {
  tables: number;
  rows: number;
  objects: number;
  /** Tables whose rows are not the same. */
  different: string[];
}

/**
 * Runs the operators' commands: `npm run backup`, then `npm run restore`.
 * @param version the folder of the version that runs
 * @param folder which does not exist yet
 */
export async function backUpAndRestore(env: RunningCluster['env'], version: string, folder: string): Promise<Restored> {
  const command = (name: string, more: Record<string, string> = {}) =>
    run(process.execPath, [join(version, 'dev/operator.ts'), name, folder], {
      cwd: version,
      env: { ...process.env, ...env.commands, ...more },
    });
  await command('backup');
  const from = env.owner.MIGRATION_DATABASE_URL;
  const to = Object.assign(new URL(from), { pathname: '/restored' }).href;
  await createDatabase(to);
  await command('restore', { MIGRATION_DATABASE_URL: to, S3_BUCKET: 'restored' });
  const { tables, objects } = await readManifest(folder);
  const names = tables.map(({ name }) => name);
  const [before, after] = await Promise.all([fingerprints(from, names), fingerprints(to, names)]);
  return {
    tables: names.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    objects: objects.count,
    different: names.filter((name) => before.get(name) !== after.get(name)),
  };
}

/** @returns the number and a hash of all rows, by table */
async function fingerprints(url: string, tables: readonly string[]): Promise<Map<string, string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = new Map<string, string>();
    for (const table of tables) {
      const { rows } = await client.query<{ print: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(line, E'\\n' order by line)), '') as print
           from (select row_to_json(t)::text as line from "${table}" t) as lines`,
      );
      found.set(table, rows[0]?.print ?? '');
    }
    return found;
  } finally {
    await client.end();
  }
}
