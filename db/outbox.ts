/** The statements of the outbox: rows whose revision is ahead of what the engine knows. The same for both tables that have one. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query, type Tables } from './query.ts';
import { recordset } from './sql.ts';

/** The tables that are synced with the engine, each with the column by which the engine knows its rows. */
const KEYS = { deliveries: 'id', emergency_protocols: 'owner_id' } as const satisfies {
  [Table in keyof Tables]?: keyof Tables[Table];
};
export type OutboxTable = keyof typeof KEYS;

/** A row and the revision of it that the engine was sent. */
export interface Synced {
  id: string;
  revision: number;
}

/** @returns whether any row of the table is ahead of the engine */
export async function hasUnsynced(em: EntityManager, table: OutboxTable): Promise<boolean> {
  const { rows } =
    await sql<object>`select 1 from ${sql.table(table)} where revision > synced_revision limit 1`.execute(query(em));
  return rows.length > 0;
}

/** @returns whether this transaction, until its end, is the only one that may sync the table */
export async function lockOutbox(tx: EntityManager, table: OutboxTable): Promise<boolean> {
  const name = `stillhere-dispatcher-${table}`;
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext(${name})) as is_locked`.execute(query(tx));
  return rows[0]?.is_locked === true;
}

/**
 * Records what the engine was sent. Only upwards: a newer revision that came meanwhile is still ahead. Rows are locked in
 * the order of their ids, as everywhere, so that two lockers cannot wait for each other.
 */
export async function markSynced(em: EntityManager, table: OutboxTable, synced: readonly Synced[]): Promise<void> {
  if (synced.length === 0) return;
  const rows = recordset('r', synced, { id: 'uuid', revision: 'integer' });
  const key = sql.ref(`t.${KEYS[table]}`);
  await sql`
    with locked as (
      select r.id, r.revision from ${sql.table(table)} t join ${rows} on r.id = ${key} order by ${key} for no key update of t)
    update ${sql.table(table)} t set synced_revision = locked.revision from locked
      where ${key} = locked.id and t.synced_revision < locked.revision`.execute(query(em));
}
