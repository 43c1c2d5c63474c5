import type { Web } from './web.ts';

type Asked = Pick<Web, 'query'>;

/** Makes the proof of every session of an account older than it may be. */
export async function ageProof(web: Asked, email: string): Promise<void> {
  await web.query(
    "update sessions set proved_at = now() - interval '601 seconds' where user_id = (select id from users where email = ?)",
    [email],
  );
}

/** What a request may write that is no change: who was seen, what was counted, and that the web is up. */
const PASSING = ['sessions', 'rate_limits', 'heartbeats', 'outages', 'idempotency_keys', 'canary', 'database_clock'];

/** @returns a digest of each table that holds what owners want */
export async function stateOf(web: Asked): Promise<Record<string, string>> {
  const tables = await web.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const names = tables.map(({ name }) => name).filter((name) => !PASSING.includes(name));
  const digests = await Promise.all(
    names.map(async (name) => {
      const [row] = await web.query<{ digest: string }>(
        `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest from "${name}" t`,
      );
      return [name, row?.digest ?? ''] as const;
    }),
  );
  return Object.fromEntries(digests);
}
