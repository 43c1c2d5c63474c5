import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { query } from './query.ts';

/** What Postgres says of its standbys. */
export interface SyncStandbys {
  /** Whether each commit of this connection waits until a standby has it on its disk. */
  isAwaited: boolean;
  /** How many such standbys follow at this moment; null where Postgres does not let the owner of the schema see it. */
  following: number | null;
}

/** Reads by the settings of this connection's role. */
export async function readSyncStandbys(em: EntityManager): Promise<SyncStandbys> {
  const { rows } = await sql<{ names: string; commit: string; following: number | null }>`
    select current_setting('synchronous_standby_names') as names, current_setting('synchronous_commit') as commit,
      sync_standbys() as following`.execute(query(em));
  const [{ names, commit, following } = { names: '', commit: '', following: null }] = rows;
  return { isAwaited: names.trim() !== '' && (commit === 'on' || commit === 'remote_apply'), following };
}
