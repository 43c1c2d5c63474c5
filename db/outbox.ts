/**
 * The statements of the outbox: rows of which the engine does not have the newest revision, or which it had in a store that
 * was lost. The same for both tables that have one.
 *
 * A shard is a part of a table, by the last byte of the id: workers share the outbox by locking one shard each.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type RawBuilder, sql } from 'kysely';
import { interval, NOW } from './instants.ts';
import { query, type Tables } from './query.ts';
import { recordset } from './sql.ts';

/** The tables that are synced with the engine: how the engine knows a row, when it is due, and whether it needs a run. */
const TABLES = {
  deliveries: { key: 'id', due: 'next_attempt_at', isOpen: sql`next_attempt_at is not null` },
  emergency_protocols: { key: 'owner_id', due: 'next_step_at', isOpen: sql`is_active` },
} as const satisfies {
  [Table in keyof Tables]?: { key: keyof Tables[Table]; due: keyof Tables[Table]; isOpen: unknown };
};
export type OutboxTable = keyof typeof TABLES;

/** As in the indexes of db/migrations/0025-engine-store.ts. */
const SHARDS = 8;

/** A row and the revision of it that the engine was sent. */
export interface Synced {
  id: string;
  revision: number;
}

/** @returns the generation of the engine's store; 1 before the first was detected */
export function generationOfEngine(): RawBuilder<number> {
  return sql`coalesce((select generation from engine_store), 1)`;
}

/** @returns the newest store that an open row was announced to; null where no store has heard of any. Reads all that is open */
export async function newestGeneration(em: EntityManager): Promise<number | null> {
  const of = (table: OutboxTable) =>
    sql`select synced_generation from ${sql.table(table)} where ${TABLES[table].isOpen} and synced_revision > 0`;
  const { rows } = await sql<{ newest: number | null }>`
    select max(synced_generation) as newest
      from (${of('deliveries')} union all ${of('emergency_protocols')}) as o`.execute(query(em));
  return rows[0]?.newest ?? null;
}

/** Rows of a shard that the engine does not have: one expression for each index. A refused row is left out until it is tried again. */
function unsynced(table: OutboxTable, shard: RawBuilder<number>) {
  const { key, isOpen } = TABLES[table];
  const inShard = sql`(get_byte(uuid_send(${sql.ref(key)}), 15) % ${sql.lit(SHARDS)}) = ${shard}`;
  const isTried = sql`(sync_after is null or sync_after <= ${NOW})`;
  return {
    newer: sql`${inShard} and revision > synced_revision and ${isTried}`,
    ofGeneration: (comparison: RawBuilder<unknown>) =>
      sql`${inShard} and ${isOpen} and synced_generation ${comparison} and ${isTried}`,
  };
}

/** Of a shard `s.n`, whether any of its rows is ahead of the engine: two looks into indexes. */
function isShardUnsynced(table: OutboxTable): RawBuilder<boolean> {
  const { newer, ofGeneration } = unsynced(table, sql`s.n`);
  return sql`(exists (select 1 from ${sql.table(table)} where ${newer})
    or exists (select 1 from ${sql.table(table)} where ${ofGeneration(sql`< ${generationOfEngine()}`)}))`;
}

function shards(): RawBuilder<unknown> {
  return sql`generate_series(0, ${sql.lit(SHARDS - 1)}) as s (n)`;
}

/** @returns whether any row of the table is ahead of the engine */
export function isUnsynced(table: OutboxTable): RawBuilder<boolean> {
  return sql`exists (select 1 from ${shards()} where ${isShardUnsynced(table)})`;
}

/** @returns how many rows of the table are ahead of the engine, those that it refused included */
export function countUnsynced(table: OutboxTable): RawBuilder<number> {
  const { isOpen } = TABLES[table];
  return sql`(select count(*)::int from (
    select 1 from ${sql.table(table)} where revision > synced_revision
    union all
    select 1 from ${sql.table(table)}
      where ${isOpen} and synced_generation < ${generationOfEngine()} and revision <= synced_revision) as u)`;
}

/** @returns the shards with rows that are ahead of the engine */
export async function unsyncedShards(em: EntityManager, table: OutboxTable): Promise<number[]> {
  const { rows } = await sql<{ n: number }>`select n from ${shards()} where ${isShardUnsynced(table)}`.execute(
    query(em),
  );
  return rows.map(({ n }) => n);
}

/** @returns whether this transaction, until its end, is the only one that may sync this shard of the table */
export async function lockShard(tx: EntityManager, table: OutboxTable, shard: number): Promise<boolean> {
  const name = `stillhere-dispatcher-${table}-${shard}`;
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${name})) as is_locked`.execute(query(tx));
  return rows[0]?.is_locked === true;
}

/** @returns the generation of the engine's store, and the ids of rows that are ahead of it, nearest due time first */
export async function nextUnsynced(
  tx: EntityManager,
  table: OutboxTable,
  shard: number,
  limit: number,
): Promise<{ generation: number; ids: string[] }> {
  const { key, due } = TABLES[table];
  const { newer, ofGeneration } = unsynced(table, sql`${sql.lit(shard)}`);
  const select = sql`select ${sql.ref(key)} as id, ${sql.ref(due)} as due from ${sql.table(table)} where`;
  const nearest = sql`order by ${sql.ref(due)} limit ${sql.lit(limit)}`;
  const { rows: stores } = await sql<{ generation: number }>`select ${generationOfEngine()} as generation`.execute(
    query(tx),
  );
  const generation = stores[0]?.generation ?? 1;
  // Of each generation the nearest: one range of the index each, and a store is lost a few times in decades.
  const { rows } = await sql<{ id: string }>`
    select id from (
      (${select} ${newer} ${nearest})
      union
      (select o.id, o.due from generate_series(0, ${sql.lit(generation - 1)}) as g (n)
        cross join lateral (${select} ${ofGeneration(sql`= g.n`)} ${nearest}) as o)
    ) as u order by due limit ${sql.lit(limit)}`.execute(query(tx));
  return { generation, ids: rows.map(({ id }) => id) };
}

/**
 * Records what the engine was sent. A newer revision that came meanwhile is still ahead. Rows are locked in the order of
 * their ids, as everywhere, so that two lockers cannot wait for each other.
 * @param generation of the store that was known before the first row was sent
 */
export async function markSynced(
  em: EntityManager,
  table: OutboxTable,
  generation: number,
  synced: readonly Synced[],
): Promise<void> {
  if (synced.length === 0) return;
  const rows = recordset('r', synced, { id: 'uuid', revision: 'integer' });
  const key = sql.ref(`t.${TABLES[table].key}`);
  await sql`
    with locked as (
      select r.id, r.revision from ${sql.table(table)} t join ${rows} on r.id = ${key} order by ${key} for no key update of t)
    update ${sql.table(table)} t
      set synced_revision = greatest(t.synced_revision, locked.revision), synced_generation = ${generation},
        sync_refusals = 0, sync_after = null
      from locked where ${key} = locked.id`.execute(query(em));
}

/**
 * Leaves rows that the engine refused out of the outbox for a while: twice as long after each refusal.
 * @param first how long after the first refusal, in milliseconds
 * @param longest how long at most, in milliseconds
 */
export async function backOff(
  em: EntityManager,
  table: OutboxTable,
  ids: readonly string[],
  { first, longest }: { first: number; longest: number },
): Promise<void> {
  if (ids.length === 0) return;
  const key = sql.ref(`t.${TABLES[table].key}`);
  await sql`
    with locked as (
      select ${key} as id from ${sql.table(table)} t where ${key} = any(${ids}::uuid[]) order by ${key} for no key update of t)
    update ${sql.table(table)} t
      set sync_refusals = t.sync_refusals + 1,
        sync_after = ${NOW} + least(${interval(longest)}, ${interval(first)} * power(2, least(t.sync_refusals, 20)))
      from locked where ${key} = locked.id`.execute(query(em));
}
