import { query } from '#db/query.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type ClaimedJob, finishing, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, sendMail } from '#services/jobs/mail-retry.ts';
import { recordRootMade } from '#services/mails/record-root.ts';

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
