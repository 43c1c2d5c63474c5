/** The one queue of what happens in the background: a row for each job, a lease for each worker that has one. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Selectable, sql } from 'kysely';
import type { JobKind } from '#db/entities/jobs.ts';
import { fromNow, interval, NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';

/** A job that this worker has, until its lease ends. */
export type ClaimedJob = Pick<Selectable<Tables['jobs']>, 'kind' | 'subject' | 'tries' | 'created_at'>;

/**
 * What became of a job.
 * - `done`: it goes from the queue.
 * - `recorded`: it went from the queue together with what was written about it (`finishing`).
 * - `againIn`: it is due again after so many milliseconds. A try that is not counted was none: it never reached what it
 *   was for. A reason makes the worker pause, and log it.
 */
export type JobOutcome = 'done' | 'recorded' | { againIn: number; isCounted?: false; reason?: unknown };

/** How jobs of one kind are done. */
export interface JobHandler {
  /** So many are claimed at once, and done side by side. */
  batch: number;
  /** So many batches are under way at once in one process; 1 unless said otherwise. */
  lanes?: number;
  /** How long a worker may take for one before another may take it on, in milliseconds. */
  lease: number;
  /** Then the lease doubles with each try, up to this. */
  longestLease?: number;
  /** How many may be claimed at this moment, where that has a limit of its own. */
  room?(em: EntityManager): Promise<number>;
  /** @throws where its outcome is unknown: another try follows when the lease has ended */
  run(job: ClaimedJob): Promise<JobOutcome>;
}

/** When a new job is due, and what becomes of one that is there already. */
interface Enqueueing {
  /** In how many milliseconds it is due; at once unless said otherwise. */
  in?: number;
  /** One that is there already, also one that a worker has, begins anew instead of staying as it is. */
  anew?: boolean;
}

/**
 * Adds a job for each subject, in the transaction of `em`: neither is ever there without the other.
 * @param subjects ids, or rows with an id
 */
export async function enqueue(
  em: EntityManager,
  kind: JobKind,
  subjects: string | readonly (string | { id: string })[],
  { in: wait = 0, anew = false }: Enqueueing = {},
): Promise<void> {
  const all = [subjects].flat().map((subject) => (typeof subject === 'string' ? subject : subject.id));
  if (all.length === 0) return;
  await query(em)
    .insertInto('jobs')
    .columns(['subject', 'kind', 'run_at'])
    // One parameter, however many: an account may have a run for each of its deliveries.
    .expression((eb) =>
      eb
        .selectFrom(sql<{ subject: string }>`unnest(${sql.val(all)}::text[])`.as<'s'>(sql`s (subject)`))
        .select(['s.subject'])
        .select([eb.cast<JobKind>(eb.val(kind), 'text').as('kind'), fromNow(wait).as('run_at')]),
    )
    .onConflict((conflict) =>
      anew
        ? conflict.columns(['kind', 'subject']).doUpdateSet(({ ref }) => ({
            run_at: ref('excluded.run_at'),
            tries: 0,
            created_at: ref('excluded.created_at'),
          }))
        : conflict.doNothing(),
    )
    .execute();
}

/** Removes the jobs of these subjects, also those that a worker has: nothing is to be done about them. */
export async function dequeue(em: EntityManager, kind: JobKind, subjects: readonly string[]): Promise<void> {
  if (subjects.length === 0) return;
  await query(em).deleteFrom('jobs').where('kind', '=', kind).where('subject', 'in', subjects).execute();
}

/** @returns whether there is such a job, also one that a worker has */
export async function isEnqueued(em: EntityManager, kind: JobKind, subject: string): Promise<boolean> {
  const row = await query(em)
    .selectFrom('jobs')
    .select('kind')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Claims jobs that are due and does them side by side. Each is settled by itself: one that fails holds up no other.
 * @returns how many were claimed; fewer than a batch means that no more are due
 * @throws what the first that failed threw, when all of them have ended; its lease says when it is tried again
 */
export async function runDueJobs(fork: () => EntityManager, kind: JobKind, handler: JobHandler): Promise<number> {
  const jobs = await claim(fork(), kind, handler);
  const ended = await Promise.allSettled(jobs.map((job) => runJob(fork, job, handler)));
  const failed = ended.find(({ status }) => status === 'rejected');
  if (failed) throw (failed as PromiseRejectedResult).reason;
  return jobs.length;
}

async function claim(em: EntityManager, kind: JobKind, handler: JobHandler): Promise<ClaimedJob[]> {
  const { batch, lease, longestLease = lease, room } = handler;
  const limit = room ? Math.max(0, Math.min(batch, await room(em))) : batch;
  if (limit === 0) return [];
  return query(em)
    .updateTable('jobs')
    .set(({ eb, ref }) => ({
      tries: eb('tries', '+', 1),
      run_at: sql<Date>`${NOW} + least(${interval(lease)} * power(2, least(${ref('tries')}, 10)), ${interval(longestLease)})`,
    }))
    .where('kind', '=', kind)
    .where(({ eb, fn, ref, selectFrom }) => {
      const due = selectFrom('jobs')
        .select('subject')
        .where('kind', '=', kind)
        .where('run_at', '<=', NOW)
        .orderBy('run_at')
        .limit(limit)
        .forUpdate()
        .skipLocked();
      // An array: Postgres may ask an `in` with a limit again for each row, and claim them all.
      return eb(ref('subject'), '=', fn.any(sql<string[]>`array(${due})`));
    })
    .returning(['kind', 'subject', 'tries', 'created_at'])
    .execute();
}

async function runJob(fork: () => EntityManager, job: ClaimedJob, { run }: JobHandler): Promise<void> {
  const outcome = await run(job);
  if (outcome === 'recorded') return;
  if (outcome === 'done') {
    await finishing(fork(), job).selectFrom('finished').select('subject').execute();
    return;
  }
  await query(fork())
    .updateTable('jobs')
    .set(({ eb }) => ({
      run_at: fromNow(outcome.againIn),
      tries: eb('tries', '-', outcome.isCounted === false ? 1 : 0),
    }))
    .where('kind', '=', job.kind)
    .where('subject', '=', job.subject)
    // Another worker has it since, and with it the lease.
    .where('tries', '=', job.tries)
    .execute();
  if (outcome.reason !== undefined) throw outcome.reason;
}

/**
 * Begins a statement that removes a job and writes what became of it, both or neither: `finished` has a row only where the
 * job was still there. It may have been removed or begun anew meanwhile.
 */
export function finishing(em: EntityManager, { kind, subject, tries }: ClaimedJob) {
  return query(em).with('finished', (db) =>
    db
      .deleteFrom('jobs')
      .where('kind', '=', kind)
      .where('subject', '=', subject)
      .where('tries', '>=', tries)
      .returning('subject'),
  );
}
