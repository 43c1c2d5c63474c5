import { initOrm } from './orm.ts';

/**
 * Applies the migrations that a database lacks. Several processes may run it at once: one migrates, the others wait.
 * @param url a postgres:// address
 * @param to the last migration to apply; the newest by default
 * @returns the names of the migrations that this call applied
 */
export async function migrate(url: string, to?: string): Promise<string[]> {
  // A migration may take long, or wait for another process that migrates.
  const noTimeouts = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const orm = await initOrm(url, { pool: 2, driverOptions: noTimeouts });
  try {
    return await orm.em.transactional(async (em) => {
      // The lock lasts until the end of the transaction: two deploys must not both create a table.
      await em.execute("select pg_advisory_xact_lock(hashtext('stillhere-migrations'))");
      const applied = await orm.migrator.up(to ? { to } : {});
      return applied.map(({ name }) => name);
    });
  } finally {
    await orm.close(true);
  }
}

if (import.meta.main) {
  const { readEnv } = await import('#config/env.ts');
  const applied = await migrate(readEnv().DATABASE_URL);
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
}
