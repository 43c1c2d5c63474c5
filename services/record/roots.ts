/**
 * One hash over the newest entries of all chains, made once a day. Anyone who keeps a root can tell later that a chain was
 * rewritten or cut since. Chains are in 256 buckets, by the last byte of the account's id: a proof reads one of them.
 */
import { type EntityManager, IsolationLevel } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { lockRoots, refreshLeaves } from '#db/record-roots.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type ClaimedJob, enqueue, finishing, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, sendMail } from '#services/jobs/mail-retry.ts';
import { recordRootMade } from '#services/mails/operators.ts';
import { leafOf, pathOf, rootOf, type Step } from './merkle.ts';

const BUCKETS = 256;
/** Of a SHA-256 hash, in bytes. */
const SIZE = 32;
/** Shown on the page. */
const SHOWN = 400;

/** A root, as everyone can see it. */
export interface DailyRoot {
  /** In UTC: `2026-11-28`. */
  day: string;
  /** In lower-case hexadecimal. */
  root: string;
  /** How many chains it covers. */
  chains: number;
  /** ISO 8601. */
  made_at: string;
}

/** Leads from an entry to a root. */
export interface Proof {
  /** The root's. */
  day: string;
  root: string;
  /** The entry of this chain that was the newest when the root was made. */
  seq: number;
  /** From the bottom. */
  path: Step[];
}

/**
 * Makes the root of this day, in UTC, unless there is one. Several workers may call it at once: one makes it.
 * @param isMailed whether the root is mailed to the operators' archive
 * @returns the root that it made; null where there was nothing to do
 */
export function makeDailyRoot(em: EntityManager, isMailed: boolean): Promise<DailyRoot | null> {
  return em.transactional(async (tx) => {
    const [{ now } = { now: new Date() }] = await query(tx)
      .selectNoFrom([NOW.as('now')])
      .execute();
    const day = now.toISOString().slice(0, 10);
    if (await hasRoot(tx, day)) return null;
    if (!(await lockRoots(tx)) || (await hasRoot(tx, day))) return null;
    await refreshLeaves(tx);
    let chains = 0;
    const buckets: Buffer[] = [];
    for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
      const leaves = await readLeaves(tx, bucket);
      chains += leaves.length;
      buckets.push(rootOf(leaves.map(({ hash }) => leafOf(hash))));
    }
    // A database without people may be about to be filled from a backup.
    if (chains === 0) return null;
    const root = rootOf(buckets);
    await query(tx)
      .insertInto('record_roots')
      .values({ day, made_at: now, root, chains, buckets: Buffer.concat(buckets) })
      .execute();
    if (isMailed) await enqueue(tx, 'record-root', day);
    return { day, root: root.toString('hex'), chains, made_at: now.toISOString() };
  });
}

async function hasRoot(em: EntityManager, day: string): Promise<boolean> {
  const row = await query(em).selectFrom('record_roots').select('day').where('day', '=', day).executeTakeFirst();
  return row !== undefined;
}

function readLeaves(em: EntityManager, bucket: number) {
  return query(em)
    .selectFrom('record_leaves')
    .select(['account_id', 'seq', 'hash'])
    .where('bucket', '=', bucket)
    .orderBy('account_id')
    .execute();
}

/** @returns the newest roots first */
export async function listRoots(em: EntityManager): Promise<DailyRoot[]> {
  const rows = await query(em)
    .selectFrom('record_roots')
    .select(['day', 'root', 'chains', 'made_at'])
    .orderBy('day', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map(({ day, root, chains, made_at }) => ({
    day,
    root: root.toString('hex'),
    chains,
    made_at: made_at.toISOString(),
  }));
}

/** @returns what shows that the newest root covers an account's chain; null where it does not yet */
export function proofOf(em: EntityManager, accountId: string): Promise<Proof | null> {
  return em.transactional(
    async (tx) => {
      const newest = await query(tx)
        .selectFrom('record_roots')
        .select(['day', 'root', 'buckets'])
        .orderBy('day', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (!newest) return null;
      const bucket = bucketOf(accountId);
      const leaves = await readLeaves(tx, bucket);
      const index = leaves.findIndex(({ account_id }) => account_id === accountId);
      const own = leaves[index];
      if (!own) return null;
      const below = pathOf(
        leaves.map(({ hash }) => leafOf(hash)),
        index,
      );
      const path = [...below, ...pathOf(split(newest.buckets), bucket)];
      return { day: newest.day, root: newest.root.toString('hex'), seq: own.seq, path };
    },
    // The root and the leaves of the same moment.
    { isolationLevel: IsolationLevel.REPEATABLE_READ, readOnly: true },
  );
}

function bucketOf(accountId: string): number {
  return Number.parseInt(accountId.slice(-2), 16);
}

function split(buckets: Buffer): Buffer[] {
  return Array.from({ length: BUCKETS }, (_, index) => buckets.subarray(index * SIZE, (index + 1) * SIZE));
}

/** What mailing a root needs. */
export type RootMailDeps = Pick<DeliveryDeps, 'fork' | 'email' | 'policy' | 'appOrigin'> & {
  /** The operators' archive address. */
  archive: string;
};

/** Operators have to correct the address. A second copy does no harm. */
const RETRY: MailRetry = { permanent: 'wait-for-operators', unknown: MINUTE };

/** Mails a daily root to an archive that nobody who runs the database can change. */
export function rootMailJob(deps: RootMailDeps): JobHandler {
  return { batch: 5, lease: deps.policy.claimLease, run: (job) => mailRoot(deps, job) };
}

async function mailRoot(deps: RootMailDeps, job: ClaimedJob): Promise<JobOutcome> {
  const row = await query(deps.fork())
    .selectFrom('record_roots')
    .select(['day', 'root', 'chains'])
    .where('day', '=', job.subject)
    .executeTakeFirst();
  if (!row) return 'done';
  const { day, root, chains } = row;
  const mail = recordRootMade({ day, root: root.toString('hex'), chains, link: `${deps.appOrigin}/record/roots` });
  const message = { to: { email: deps.archive, name: null }, ...mail, reference: { record_root: day } };
  return sendMail(deps, job, RETRY, message, async () => {
    await finishing(deps.fork(), job).selectFrom('finished').select('subject').execute();
  });
}
