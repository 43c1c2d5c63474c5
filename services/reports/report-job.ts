import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { readStatement } from '#domain/report/report.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { type ClaimedJob, finishing, type JobHandler, type JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, sendMail } from '#services/jobs/mail-retry.ts';
import { contentReported } from '#services/mails/operators.ts';
import type { EmailMessage } from '#services/ports/senders.ts';

/** Letters go out through the same provider: a visitor who reports the whole gallery must not use up its limit. */
export const MAILS_AN_HOUR = 60;

/** What mails to the operators need. */
export type ReportDeps = Pick<DeliveryDeps, 'fork' | 'email' | 'policy' | 'appOrigin'> & {
  /** The address that reports go to. */
  operators: string;
};

/**
 * Mails the operators what visitors of the gallery reported, one mail for each report. At least once: a second copy does
 * no harm. None is given up: when the operators' own address is wrong, a report waits until it is right.
 */
export function reportJob(deps: ReportDeps): JobHandler {
  return { batch: 10, lease: deps.policy.claimLease, room, run: (job) => mailReport(deps, job) };
}

/** The address is ours too: an operator has to correct it. */
const RETRY: MailRetry = { permanent: 'wait-for-operators', unknown: MINUTE };

/** What is beyond MAILS_AN_HOUR waits. */
async function room(em: EntityManager): Promise<number> {
  const { sent } = await query(em)
    .selectFrom('reports')
    .select(COUNT.as('sent'))
    .where('sent_at', '>', ago(HOUR))
    .executeTakeFirstOrThrow();
  return MAILS_AN_HOUR - sent;
}

async function mailReport(deps: ReportDeps, job: ClaimedJob): Promise<JobOutcome> {
  const row = await readReport(deps.fork(), job.subject);
  if (!row) return 'done';
  return sendMail(deps, job, RETRY, compose(deps, row), () =>
    // The operators have what a visitor wrote: we keep that there was a report, and why.
    finishing(deps.fork(), job)
      .updateTable('reports')
      .set(({ fn, val, lit }) => ({ sent_at: NOW, reason: fn<string>('split_part', ['reason', val('\n'), lit(1)]) }))
      .where('id', '=', row.id)
      .where(({ exists, selectFrom }) => exists(selectFrom('finished').select('subject')))
      .execute(),
  );
}

function readReport(em: EntityManager, id: string) {
  return query(em)
    .selectFrom('reports as r')
    .innerJoin('contents as c', 'c.id', 'r.content_id')
    .select(['r.id', 'r.content_id', 'r.reason', 'r.created_at', 'c.type', 'c.is_public'])
    .where('r.id', '=', id)
    .where('r.sent_at', 'is', null)
    .executeTakeFirst();
}

type ReportRow = NonNullable<Awaited<ReturnType<typeof readReport>>>;

function compose({ appOrigin, operators }: ReportDeps, row: ReportRow): EmailMessage {
  const mail = contentReported({
    contentId: row.content_id,
    type: row.type,
    isPublic: row.is_public,
    statement: readStatement(row.reason),
    reportedAt: row.created_at,
    link: `${appOrigin}/shared/${row.content_id}`,
  });
  return { to: { email: operators, name: null }, ...mail, reference: { report_id: row.id } };
}
