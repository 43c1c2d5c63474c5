import type { EntityManager } from '@mikro-orm/postgresql';
import { inParallel } from '#services/in-parallel.ts';

/** How many are told of in one round; as many as this means that more may be waiting. */
const BATCH = 100;
const CALLS_IN_FLIGHT = 20;

/** A table whose rows are told to the engine whenever their revision is ahead of what it was told. */
export interface Outbox<Row> {
  table: 'deliveries' | 'emergency_protocols';
  key: 'id' | 'owner_id';
  /** What else is read of a row, as SQL. */
  columns: string;
  tell(row: Row & { id: string; revision: number }): Promise<void>;
}

/**
 * Tells the engine the newest of what it has not heard of. Rows are read without a lock: nobody who sends or edits waits
 * for the engine. One process tells of a table at a time; the others find nothing to do.
 * @returns how many were told; when it is not 0, more may be waiting
 * @throws when the engine did not answer; what it was not told stays in the outbox
 */
export async function tellOutbox<Row extends object>(
  em: EntityManager,
  { table, key, columns, tell }: Outbox<Row>,
): Promise<number> {
  // Almost always there is nothing to tell: then one look is all that it costs.
  const [waiting] = await em.execute<object[]>(`select 1 from ${table} where revision > synced_revision limit 1`);
  if (!waiting) return 0;
  return em.transactional(async (tx) => {
    const [lock] = await tx.execute<{ mine: boolean }[]>('select pg_try_advisory_xact_lock(hashtext(?)) as mine', [
      `stillhere-dispatcher-${table}`,
    ]);
    if (!lock?.mine) return 0;
    const rows = await tx.execute<(Row & { id: string; revision: number })[]>(
      `select ${key} as id, revision, ${columns} from ${table} where revision > synced_revision order by ${key} limit ${BATCH}`,
    );
    const told: { id: string; revision: number }[] = [];
    try {
      await inParallel(rows, CALLS_IN_FLIGHT, async (row) => {
        await tell(row);
        told.push({ id: row.id, revision: row.revision });
      });
    } finally {
      await markTold(em.fork(), { table, key }, told);
    }
    return rows.length;
  });
}

/**
 * Only upwards: a newer revision that came meanwhile is still to be told. In the order of ids, as everybody who holds
 * several of them takes them.
 */
async function markTold(
  em: EntityManager,
  { table, key }: Pick<Outbox<never>, 'table' | 'key'>,
  told: readonly { id: string; revision: number }[],
): Promise<void> {
  if (told.length === 0) return;
  await em.execute(
    `with held as (
       select r.id, r.revision from ${table} t join jsonb_to_recordset(?::jsonb) as r(id uuid, revision integer) on r.id = t.${key}
       order by t.${key} for no key update of t)
     update ${table} t set synced_revision = held.revision from held where t.${key} = held.id and t.synced_revision < held.revision`,
    [JSON.stringify(told)],
  );
}
