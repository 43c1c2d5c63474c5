/** Figures for operators that come from the database, so that each worker shows the same (docs/decisions/0032). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import type { JobKind } from '#db/entities/jobs.ts';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { FALLING_BACK } from '#domain/delivery/delivery.ts';
import { HOUR } from '#domain/time/durations.ts';
import { firstIdOf } from '#services/ids.ts';

/** How often something happened. */
export interface Count {
  /** Codes that say what. */
  of: Record<string, string>;
  count: number;
}

/** What happened within an hour, in any process. */
export interface LastHour {
  /** Deliveries by outcome: `sent`, `delivered`, `opened`, `fell-back` and `failed`, the last two with a reason. */
  outcomes: Count[];
  /** Providers' events, by the providers' own names. */
  events: Count[];
}

const OUTCOMES = [
  'delivery-sent',
  'delivery-delivered',
  'delivery-opened',
  'delivery-fell-back',
  'delivery-failed',
] as const;

/** @returns what happened since an hour ago. Ids grow with time, so it reads the newest rows only */
export async function lastHour(em: EntityManager, now = Date.now()): Promise<LastHour> {
  const since = firstIdOf(now - HOUR);
  const outcomes = await query(em)
    .selectFrom('timeline')
    .select(({ fn, ref, val }) => [
      sql<string>`substring(${ref('kind')} from 'delivery-(.*)')`.as('outcome'),
      fn.coalesce(ref('detail', '->>').key('code'), val('')).$castTo<string>().as('why'),
      COUNT.as('count'),
    ])
    .where('id', '>=', since)
    .where('kind', 'in', OUTCOMES)
    .groupBy([sql`1`, sql`2`])
    .orderBy('outcome')
    .orderBy('why')
    .execute();
  const events = await query(em)
    .selectFrom('provider_events')
    .select(['provider', 'name', COUNT.as('count')])
    .where('id', '>=', since)
    .groupBy(['provider', 'name'])
    .orderBy('provider')
    .orderBy('name')
    .execute();
  return {
    outcomes: outcomes.map(({ outcome, why, count }) => ({ of: { outcome, why }, count })),
    events: events.map(({ provider, name, count }) => ({ of: { provider, event: name }, count })),
  };
}

/** WhatsApp reports within seconds that a message arrived, if the phone is on; for some messages it never reports. */
const REPORTED_WITHIN = HOUR;

/** What waits for a provider. */
export interface Waiting {
  /** How long the oldest mail of each kind has waited for a provider to accept it, in seconds; 0 when none waits. */
  mailSeconds: Record<'notice' | 'account' | 'billing' | 'report', number>;
  /** WhatsApp messages accepted more than an hour ago, not revoked, about which the provider has not reported since. */
  unheard: number;
}

/** @returns what waits, for all owners together */
export async function whatWaits(em: EntityManager): Promise<Waiting> {
  const oldest = (...kinds: JobKind[]) =>
    query(em)
      .selectFrom('jobs')
      .select(({ ref }) =>
        sql<number>`coalesce(extract(epoch from ${NOW} - min(${ref('created_at')})), 0)::float8`.as('seconds'),
      )
      .where('kind', 'in', kinds);
  const row = await query(em)
    .selectNoFrom((eb) => [
      oldest('notice', 'opened-mail').as('notice'),
      oldest('account-mail').as('account'),
      oldest('report').as('report'),
      // A mail about money that was never tried may wait for its owner, who is silent.
      oldest('billing-mail').where('tries', '>', 0).as('billing'),
      eb
        .selectFrom('deliveries')
        .select(COUNT.as('count'))
        .where('channel', 'in', FALLING_BACK)
        .where('status', '=', 'sent')
        .where('fell_back_at', 'is', null)
        .where('delivered_at', 'is', null)
        .where('opened_at', 'is', null)
        .where('link_revoked_at', 'is', null)
        .where('sent_at', '<', ago(REPORTED_WITHIN))
        .as('unheard'),
    ])
    .executeTakeFirstOrThrow();
  const { notice, account, billing, report, unheard } = row;
  return {
    mailSeconds: { notice: notice ?? 0, account: account ?? 0, billing: billing ?? 0, report: report ?? 0 },
    unheard: unheard ?? 0,
  };
}
