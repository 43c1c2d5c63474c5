/** Statements of the daily root for which the typed builder has no words. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from './query.ts';

/** @returns whether this transaction, until its end, is the only one that makes a root */
export async function lockRoots(tx: EntityManager): Promise<boolean> {
  const { rows } = await sql<{ is_locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('stillhere-record-roots')) as is_locked
  `.execute(query(tx));
  return rows[0]?.is_locked === true;
}

/**
 * Brings the leaves in step with the chains: reads the entries since a day before the newest root, and all entries the first
 * time. Accounts that are gone leave.
 */
export async function refreshLeaves(tx: EntityManager): Promise<void> {
  // The first one reads everything, and on a busy day there may be a million entries.
  await sql`set local statement_timeout = 0`.execute(query(tx));
  await sql`delete from record_leaves where is_gone`.execute(query(tx));
  await sql`
    insert into record_leaves (account_id, bucket, seq, hash)
      select distinct on (account_id) account_id, get_byte(uuid_send(account_id), 15), seq, hash
      from record_entries
      where at >= coalesce((select max(made_at) from record_roots) - interval '1 day', '-infinity')
      order by account_id, seq desc
    on conflict (account_id) do update set seq = excluded.seq, hash = excluded.hash
      where record_leaves.seq < excluded.seq
  `.execute(query(tx));
}
