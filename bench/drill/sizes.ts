/** What deliveries take on disk, and how many connections the cluster holds: for docs/scaling.md. */
import type { Stage } from './stage.ts';

/** In bytes, with indexes. */
export interface Sizes {
  /** The tables of deliveries and of what is recorded about them. */
  deliveries: number;
  /** The tables of owners, with what they have written, their contacts and their protocols. */
  owners: number;
  /** Both databases of Temporal's server. */
  engine: number;
}

const DELIVERIES = ['deliveries', 'delivery_contents', 'delivery_attempts', 'timeline', 'provider_events', 'jobs'];
const OWNERS = [
  ...['users', 'sessions', 'known_devices', 'secrets', 'account_mails', 'subscriptions', 'contents', 'storage_use'],
  ...['trusted_contacts', 'emergency_protocols', 'emergency_mails'],
];

export async function readSizes(stage: Stage): Promise<Sizes> {
  const sum = '(select sum(pg_total_relation_size(name::regclass))::float8 from unnest(?::text[]) as name)';
  const [row] = await stage.query<Sizes>(
    `select ${sum} as deliveries, ${sum} as owners,
       (pg_database_size('temporal') + pg_database_size('temporal_visibility'))::float8 as engine`,
    [`{${DELIVERIES.join(',')}}`, `{${OWNERS.join(',')}}`],
  );
  if (!row) throw new Error('Postgres does not say how large it is.');
  return row;
}

/** @returns how many bytes one of so many has added */
export function eachOf(count: number, before: Sizes, after: Sizes): Sizes {
  const each = (of: keyof Sizes) => Math.round((after[of] - before[of]) / count);
  return { deliveries: each('deliveries'), owners: each('owners'), engine: each('engine') };
}

/** @returns the connections to Postgres, by who holds them */
export async function readConnections(stage: Stage): Promise<string> {
  const rows = await stage.query<{ who: string; count: number }>(
    `select case when datname like 'temporal%' then 'engine' else replace(usename, 'stillhere_', '') end as who, count(*)::int as count
       from pg_stat_activity where backend_type = 'client backend' group by 1 order by 1`,
  );
  return rows.map(({ who, count }) => `${who} ${count}`).join(', ');
}
