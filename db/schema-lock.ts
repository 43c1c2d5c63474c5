/** Migrations change the schema alone: neither another migration nor a backup runs meanwhile. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { SECOND } from '#domain/time/durations.ts';
import { query } from './query.ts';

const LOCKS = { change: sql`pg_try_advisory_xact_lock`, read: sql`pg_try_advisory_xact_lock_shared` } as const;

/**
 * Waits until this transaction may change the schema, or read all tables; it may until its end. It asks again and again:
 * a statement that waits has a snapshot, for which an index that is made concurrently would wait forever.
 * @param purpose one may change while nobody else does either; many may read
 * @param onWait is called once if it has to wait
 */
export async function lockSchema(
  tx: EntityManager,
  purpose: keyof typeof LOCKS,
  onWait: () => void = () => {},
): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const { rows } = await sql<{ is_locked: boolean }>`
      select ${LOCKS[purpose]}(hashtext('stillhere-migrations')) as is_locked`.execute(query(tx));
    if (rows[0]?.is_locked) return;
    if (tries === 0) onWait();
    await sleep(SECOND / 4);
  }
}
