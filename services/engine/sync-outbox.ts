import type { EntityManager } from '@mikro-orm/postgresql';
import { hasUnsynced, lockOutbox, markSynced, type OutboxTable, type Synced } from '#db/outbox.ts';
import { inParallel } from '#services/in-parallel.ts';

/** How many rows one round sends; as many as this means that more may be waiting. */
const BATCH = 100;
const CALLS_IN_FLIGHT = 20;

/** A table whose rows go to the engine whenever their revision is ahead of what it knows. */
export interface Outbox<Row extends Synced> {
  table: OutboxTable;
  /** Reads rows with `revision > synced_revision` in the order of their ids, without a lock. */
  read(tx: EntityManager, limit: number): Promise<Row[]>;
  /** Sends one row to the engine. */
  send(row: Row): Promise<void>;
}

/**
 * Sends the engine the newest revision of what is ahead of it. Rows are read without a lock: nobody who sends or edits
 * waits for the engine. One process syncs a table at a time; the others find nothing to do.
 * @returns how many rows went; when it is not 0, more may be waiting
 * @throws when the engine did not answer; the others stay in the outbox
 */
export async function syncOutbox<Row extends Synced>(
  em: EntityManager,
  { table, read, send }: Outbox<Row>,
): Promise<number> {
  // Almost always the outbox is empty: then this one look is the whole cost.
  if (!(await hasUnsynced(em, table))) return 0;
  return em.transactional(async (tx) => {
    if (!(await lockOutbox(tx, table))) return 0;
    const rows = await read(tx, BATCH);
    const synced: Synced[] = [];
    try {
      await inParallel(rows, CALLS_IN_FLIGHT, async (row) => {
        await send(row);
        synced.push({ id: row.id, revision: row.revision });
      });
    } finally {
      await markSynced(em.fork(), table, synced);
    }
    return rows.length;
  });
}
