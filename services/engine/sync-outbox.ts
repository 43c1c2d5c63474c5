import { randomInt } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import {
  backOff,
  lockShard,
  markSynced,
  nextUnsynced,
  type OutboxTable,
  type Synced,
  unsyncedShards,
} from '#db/outbox.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { inParallel } from '#services/in-parallel.ts';
import type { Engine, Run } from '#services/ports/engine.ts';

/** How many rows of a shard one round sends. */
const BATCH = 100;
const CALLS_IN_FLIGHT = 20;
/** How long a row that the engine refused waits. At most for so long that an edit by its owner is not late, either. */
const AFTER_REFUSAL = { first: 5 * SECOND, longest: 10 * MINUTE };

/** A table whose rows go to the engine whenever it does not have their newest revision. */
export interface Outbox<Row extends Synced> {
  table: OutboxTable;
  /** Reads rows by their ids, in any order, without a lock. */
  read(tx: EntityManager, ids: readonly string[]): Promise<Row[]>;
  /** Sends one row to the engine. */
  send(row: Row): Promise<void>;
}

/**
 * Sends the engine the newest revision of what it does not have, nearest due time first. Rows are read without a lock:
 * nobody who sends or edits waits for the engine. One process syncs a shard at a time; the others take other shards.
 * @returns how many rows it took; when it is not 0, more may be waiting
 * @throws when the engine did not answer; what was not sent stays in the outbox
 */
export async function syncOutbox<Row extends Synced>(
  em: EntityManager,
  engine: Pick<Engine, 'storeId'>,
  outbox: Outbox<Row>,
): Promise<number> {
  // Almost always the outbox is empty: then this one look is the whole cost.
  const shards = await unsyncedShards(em, outbox.table);
  // Each process begins elsewhere, so that they rarely ask for the same lock.
  const first = shards.length > 1 ? randomInt(shards.length) : 0;
  let taken = 0;
  for (const shard of [...shards.slice(first), ...shards.slice(0, first)])
    taken += await syncShard(em, engine, outbox, shard);
  return taken;
}

function syncShard<Row extends Synced>(
  em: EntityManager,
  engine: Pick<Engine, 'storeId'>,
  { table, read, send }: Outbox<Row>,
  shard: number,
): Promise<number> {
  return em.transactional(async (tx) => {
    if (!(await lockShard(tx, table, shard))) return 0;
    const { generation, ids } = await nextUnsynced(tx, table, shard, BATCH);
    const byId = new Map((await read(tx, ids)).map((row) => [row.id, row]));
    const synced: Synced[] = [];
    const refused: string[] = [];
    try {
      await inParallel(ids, CALLS_IN_FLIGHT, async (id) => {
        const row = byId.get(id);
        if (!row) return;
        const isSent = await send(row).then(
          () => true,
          () => false,
        );
        // An engine that answers has refused this row. One that does not answer refused nothing: this throws.
        if (!isSent) await engine.storeId();
        if (isSent) synced.push({ id, revision: row.revision });
        else refused.push(id);
      });
    } finally {
      await markSynced(em.fork(), table, generation, synced);
      await backOff(em.fork(), table, refused, AFTER_REFUSAL);
    }
    return ids.length;
  });
}

/** How many rows one round compares with the engine. */
export const COMPARED_AT_ONCE = 500;

/**
 * Asks the engine by id, never by a visibility query, which may lag or be off.
 * @returns the ids of those that have no run (terminated, cancelled, lost)
 * @throws when the engine did not answer
 */
export async function withoutRun(
  engine: Pick<Engine, 'runState'>,
  kind: Run['kind'],
  ids: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  await inParallel(ids, CALLS_IN_FLIGHT, async (id) => {
    if ((await engine.runState({ kind, id })) === 'none') missing.push(id);
  });
  return missing;
}

/**
 * Ends the runs of finished rows that still run.
 * @throws when the engine did not answer
 */
export async function endRuns(
  engine: Pick<Engine, 'runState' | 'end'>,
  kind: Run['kind'],
  ids: readonly string[],
): Promise<void> {
  await inParallel(ids, CALLS_IN_FLIGHT, async (id) => {
    if ((await engine.runState({ kind, id })) === 'running') await engine.end({ kind, id });
  });
}
