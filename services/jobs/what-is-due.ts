/**
 * One query instead of one for each loop: which work of a worker is due? While nothing is, this is nearly all that a
 * worker asks (docs/decisions/0033).
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { isUnderNoDuress } from '#db/duress.ts';
import type { JobKind } from '#db/entities/jobs.ts';
import { ago, NOW } from '#db/instants.ts';
import { isUnsynced } from '#db/outbox.ts';
import { query } from '#db/query.ts';
import { SECOND } from '#domain/time/durations.ts';

/** What can be due: jobs of a kind; something that the engine does not know yet; a delivery that is overdue. */
export type Due = JobKind | 'unsynced' | 'overdue';

/** @returns whether it is a kind of job, where a loop says what it does */
export function isJobKind(due: Due | undefined): due is JobKind {
  return due !== undefined && due !== 'unsynced' && due !== 'overdue';
}

/** Workflows come first; a delivery that they have not reached by then is overdue, milliseconds. */
export const OVERDUE_BY = SECOND;

/**
 * @param kinds of the jobs that this worker does
 * @returns what there is to do; another worker may take it first
 */
export async function whatIsDue(em: EntityManager, kinds: readonly JobKind[]): Promise<ReadonlySet<Due>> {
  const { jobs, unsynced, overdue } = await query(em)
    .selectNoFrom(({ exists, or, selectFrom }) => {
      // One look into the index for each kind, however many jobs are due.
      const dueKinds = selectFrom(sql<{ kind: JobKind }>`unnest(${sql.val(kinds)}::text[])`.as<'k'>(sql`k (kind)`))
        .select('k.kind')
        .where((k) => k.exists(k.selectFrom('jobs').whereRef('jobs.kind', '=', 'k.kind').where('run_at', '<=', NOW)));
      return [
        sql<JobKind[]>`array(${dueKinds})`.as('jobs'),
        or([isUnsynced('deliveries'), isUnsynced('emergency_protocols')]).as('unsynced'),
        exists(
          selectFrom('deliveries')
            .where('next_attempt_at', '<=', ago(OVERDUE_BY))
            .where('held_at', 'is', null)
            .where(isUnderNoDuress()),
        ).as('overdue'),
      ];
    })
    .executeTakeFirstOrThrow();
  return new Set<Due>([...jobs, ...(unsynced ? ['unsynced' as const] : []), ...(overdue ? ['overdue' as const] : [])]);
}
