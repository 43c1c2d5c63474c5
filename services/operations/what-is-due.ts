/**
 * One question to Postgres instead of twenty: which of the things that a worker does have something to do? While everything
 * sleeps this is what a worker asks, and hardly anything else (docs/decisions/0033).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { SECOND } from '#domain/time/durations.ts';

/** Tables in which each row says when it is to be taken on. */
const QUEUES = [
  'account_mails',
  'billing_mails',
  'doomed_objects',
  'doomed_runs',
  'doomed_subscriptions',
  'emergency_mails',
  'notices',
  'reports',
  'thumbnails',
] as const;

/** Tables whose rows the engine is told of. */
const OUTBOXES = ['deliveries', 'emergency_protocols'] as const;

/** What can be due: a row of a queue; something that the engine has not been told; a delivery that is overdue. */
export type Due = (typeof QUEUES)[number] | 'untold' | 'overdue';

/** Workflows come first; a delivery that they have not reached by then is overdue, milliseconds. */
export const OVERDUE_BY = SECOND;

const LOOK = [
  ...QUEUES.map((table) => `select '${table}' as due where exists (select 1 from ${table} where next_try_at <= now())`),
  ...OUTBOXES.map(
    (table) => `select 'untold' as due where exists (select 1 from ${table} where revision > synced_revision)`,
  ),
  `select 'overdue' as due where exists (select 1 from deliveries where next_attempt_at <= now() - interval '${OVERDUE_BY} milliseconds')`,
].join(' union all ');

/** @returns what there is to do; whoever then takes it on may find that another has been there */
export async function whatIsDue(em: EntityManager): Promise<ReadonlySet<Due>> {
  const rows = await em.execute<{ due: Due }[]>(LOOK);
  return new Set(rows.map(({ due }) => due));
}
