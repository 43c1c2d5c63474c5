import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from './query.ts';

/** What Postgres says of its standbys. */
export interface SyncStandbys {
  /** How many standbys must have each commit of this connection on their disks before we go on. */
  awaited: number;
  /** How many such standbys follow at this moment; null where Postgres does not let the owner of the schema see it. */
  following: number | null;
}

/** Reads by the settings of this connection's role. */
export async function readSyncStandbys(em: EntityManager): Promise<SyncStandbys> {
  const { rows } = await sql<{ names: string; commit: string; following: number | null }>`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
      sync_standbys() as following`.execute(query(em));
  const [{ names, commit, following } = { names: '', commit: '', following: null }] = rows;
  return { awaited: commit === 'on' || commit === 'remote_apply' ? standbysIn(names) : 0, following };
}

/**
 * @param names the value of `synchronous_standby_names`
 * @returns how many of them a commit waits for
 * @see https://www.postgresql.org/docs/current/runtime-config-replication.html#GUC-SYNCHRONOUS-STANDBY-NAMES
 */
export function standbysIn(names: string): number {
  if (names.trim() === '') return 0;
  const counted = /^\s*(?:(?:first|any)\s+)?(\d+)\s*\(/i.exec(names);
  return Number(counted?.[1] ?? 1);
}
