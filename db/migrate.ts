import { grantAll } from './grants.ts';
import { initOrm } from './orm.ts';
import { makeRoles } from './roles.ts';

/**
 * Applies the migrations that a database lacks, makes the roles of our processes, and gives them their rights. Several
 * processes may run it at once: one migrates, the others wait.
 * @param url a postgres:// address, of the owner of the schema
 * @param to the last migration to apply; the newest by default
 * @param passwords of the roles that get one
 * @returns the names of the migrations that this call applied
 */
export async function migrate(
  url: string,
  to?: string,
  passwords: Parameters<typeof makeRoles>[1] = {},
): Promise<string[]> {
  // A migration may take long, or wait for another process that migrates.
  const noTimeouts = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const orm = await initOrm(url, { pool: 2, driverOptions: noTimeouts });
  try {
    return await orm.em.transactional(async (em) => {
      // The lock lasts until the end of the transaction: two deploys must not both create a table.
      await em.execute("select pg_advisory_xact_lock(hashtext('stillhere-migrations'))");
      const applied = await orm.migrator.up(to ? { to } : {});
      await makeRoles(em, passwords);
      await grantAll(em);
      return applied.map(({ name }) => name);
    });
  } finally {
    await orm.close(true);
  }
}

if (import.meta.main) {
  const { readMigrationEnv } = await import('#config/env.ts');
  const env = readMigrationEnv();
  const applied = await migrate(env.MIGRATION_DATABASE_URL, undefined, {
    web: env.WEB_DATABASE_PASSWORD,
    worker: env.WORKER_DATABASE_PASSWORD,
    backup: env.BACKUP_DATABASE_PASSWORD,
  });
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
}
