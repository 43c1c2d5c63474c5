import { initOrm } from './orm.ts';

/**
 * Brings a database to the newest schema. Safe to run from several processes at once: one does it, the others wait.
 * @param url a postgres:// address
 * @param to the last migration that is applied; the newest unless said otherwise
 * @returns the names of the migrations that were applied now
 */
export async function migrate(url: string, to?: string): Promise<string[]> {
  // A migration may take long, and waits for the one that another process is at.
  const patience = { lock_timeout: 0, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const orm = await initOrm(url, { pool: 2, driverOptions: patience });
  try {
    return await orm.em.transactional(async (em) => {
      // Held until the end: two deploys at once must not both try to create a table.
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
