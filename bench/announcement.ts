/** How far the announcement to a new engine store has come, and whether it went by due time. Read from the rows. */
import type { World } from '#tests/harness/world.ts';

/** One shard of a table that is synced with the engine. */
export interface Shard {
  table: string;
  shard: number;
  /** Rows that wait and that the new store was sent. */
  synced: number;
  /** Of these, the ones that were promised for later than a row of this shard that the new store was not sent. */
  ahead: number;
  /** Whether no row is left that the new store was not sent, but those that it refused. */
  isDone: boolean;
}

/** What a table of shards says. */
export interface Progress {
  synced: number;
  isDone: boolean;
  /** Of the shard that strayed furthest. */
  ahead: number;
}

const TABLES = {
  // A try moves a delivery's turn: only what was promised says whether it went before its turn.
  deliveries: { key: 'id', due: 'next_attempt_at', promised: 'scheduled_time', isOpen: 'next_attempt_at is not null' },
  emergency_protocols: { key: 'owner_id', due: 'next_step_at', promised: 'next_step_at', isOpen: 'is_active' },
} as const;

/** @returns the shards of both tables, each table as it was at one moment */
export async function readShards(world: World): Promise<Shard[]> {
  const tables = Object.keys(TABLES) as (keyof typeof TABLES)[];
  return (await Promise.all(tables.map((table) => world.query<Shard>(shardsOf(table))))).flat();
}

/**
 * Ranges of an index: reading all rows would be a load of its own. The store that was lost was the first. A row that the
 * engine refused waits for its next try, and may be passed.
 */
function shardsOf(table: keyof typeof TABLES): string {
  const { key, due, promised, isOpen } = TABLES[table];
  const rows = (generation: number) =>
    `from ${table} where (get_byte(uuid_send(${key}), 15) % 8) = s.n and synced_generation = ${generation} and ${isOpen}`;
  return `
    select '${table}' as table, s.n as shard, (select count(*)::int ${rows(2)}) as synced, count(o.due)::int as ahead,
      max(w.due) is null as "isDone"
    from generate_series(0, 7) as s (n)
    left join lateral (select min(${due}) as due ${rows(1)} and sync_after is null) as w on true
    left join lateral (select ${due} as due ${rows(2)} and ${due} > w.due and ${promised} > w.due) as o on true
    group by s.n`;
}

/** @returns all shards together */
export function progressOf(shards: readonly Shard[]): Progress {
  return {
    synced: shards.reduce((sum, { synced }) => sum + synced, 0),
    isDone: shards.every(({ isDone }) => isDone),
    ahead: Math.max(0, ...shards.map(({ ahead }) => ahead)),
  };
}
