import type { EntityManager } from '@mikro-orm/postgresql';
import { HOUR } from '#domain/time/durations.ts';
import { firstIdOf } from '#services/ids.ts';

/** How often something happened. */
export interface Count {
  /** What, as codes. */
  of: Record<string, string>;
  count: number;
}

/** What happened within an hour, whichever process did it. */
export interface LastHour {
  /** Deliveries by what became of them: `sent`, `delivered`, `opened`, `fell-back` and `failed`, these two with why. */
  outcomes: Count[];
  /** What providers reported, in their own words. */
  events: Count[];
}

/** @returns what has happened since an hour ago. Ids grow with time: only the newest rows are read. */
export async function lastHour(em: EntityManager, now = Date.now()): Promise<LastHour> {
  const since = firstIdOf(now - HOUR);
  const outcomes = await em.execute<{ kind: string; why: string; count: number }[]>(
    `select substring(kind from 'delivery-(.*)') as kind, coalesce(detail->>'code', '') as why, count(*)::int as count
     from timeline where id >= ?::uuid
       and kind in ('delivery-sent', 'delivery-delivered', 'delivery-opened', 'delivery-fell-back', 'delivery-failed')
     group by 1, 2 order by 1, 2`,
    [since],
  );
  const events = await em.execute<{ provider: string; name: string; count: number }[]>(
    `select provider, name, count(*)::int as count from provider_events where id >= ?::uuid group by 1, 2 order by 1, 2`,
    [since],
  );
  return {
    outcomes: outcomes.map(({ kind, why, count }) => ({ of: { outcome: kind, why }, count })),
    events: events.map(({ provider, name, count }) => ({ of: { provider, event: name }, count })),
  };
}
