import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#domain/time/durations.ts';
import { grantAll } from './grants.ts';
import { initOrm } from './orm.ts';
import { makeRoles } from './roles.ts';
import { lockSchema } from './schema-lock.ts';
import { appliedMigrations } from './whole-tables.ts';

/** How long a migration waits for a lock, milliseconds: pages that come after it wait as long. */
const LOCK_TIMEOUT = 3 * SECOND;
/** In between, pages go on. */
const RETRY_AFTER = SECOND;
const TRIES = 150;
/** How Postgres names a lock that was not given in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Applies the migrations that a database lacks, makes the roles of our processes, and gives them their rights. Each
 * migration has a transaction of its own, so one that fails leaves those before it. Several processes may run it at once:
 * one migrates, the others wait, also for a backup.
 * @param url a postgres:// address, of the owner of the schema
 * @param to the last migration to apply; the newest by default
 * @param passwords of the roles that get one
 * @param onWait is called with the reason when it has to wait
 * @returns the names of the migrations that this call applied
 * @throws when a lock was not to be had in ten minutes
 */
export async function migrate(
  url: string,
  to?: string,
  passwords: Parameters<typeof makeRoles>[1] = {},
  onWait: (reason: string) => void = () => {},
): Promise<string[]> {
  const patience = { lock_timeout: LOCK_TIMEOUT, statement_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const orm = await initOrm(url, { pool: 3, driverOptions: patience });
  try {
    return await orm.em.transactional(async (em) => {
      await lockSchema(em, 'change', () => onWait('A backup or another migration is under way: waiting for its end.'));
      const before = new Set(await appliedMigrations(orm.em.fork()));
      const retry = () => onWait('A table is in use: trying again.');
      await withRetries(retry, () => orm.migrator.up(to ? { to } : {}));
      await withRetries(retry, () =>
        orm.em.fork().transactional(async (tx) => {
          await makeRoles(tx, passwords);
          await grantAll(tx);
        }),
      );
      return (await appliedMigrations(orm.em.fork())).filter((name) => !before.has(name));
    });
  } finally {
    await orm.close(true);
  }
}

/** Does it again while it fails because a lock is not to be had in time. */
async function withRetries(onRetry: () => void, attempt: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await attempt();
      return;
    } catch (error) {
      if (tries === TRIES || !isLockTimeout(error)) throw error;
      onRetry();
      await sleep(RETRY_AFTER);
    }
  }
}

function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

if (import.meta.main) {
  const { readMigrationEnv } = await import('#config/env.ts');
  const env = readMigrationEnv();
  const passwords = {
    web: env.WEB_DATABASE_PASSWORD,
    worker: env.WORKER_DATABASE_PASSWORD,
    backup: env.BACKUP_DATABASE_PASSWORD,
  };
  const applied = await migrate(env.MIGRATION_DATABASE_URL, undefined, passwords, (reason) => console.log(reason));
  console.log(applied.length === 0 ? 'The schema is up to date.' : `Applied ${applied.join(', ')}.`);
}
