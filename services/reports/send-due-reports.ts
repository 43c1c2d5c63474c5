import type { ContentType } from '#domain/content/content.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { configurationWait, transientWait } from '#domain/delivery/retry.ts';
import { readStatement } from '#domain/report/report.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { contentReported } from '#services/mails/report.ts';
import type { EmailMessage } from '#services/ports/senders.ts';

const AT_ONCE = 10;
/** Letters go out through the same provider: whoever reports the whole gallery must not use up what it lets us send. */
export const MAILS_AN_HOUR = 60;

/** What mailing the operators needs. */
export type OperatorsPostman = Pick<DeliveryDeps, 'fork' | 'email' | 'policy' | 'appOrigin'> & {
  /** The address that reports go to. */
  operators: string;
};

interface ReportRow {
  id: string;
  content_id: string;
  type: ContentType;
  is_public: boolean;
  reason: string;
  created_at: Date | string;
  tries: number;
}

/**
 * Mails the operators what visitors of the gallery reported, one mail a report. At least once: a second copy does no
 * harm. Nothing is ever given up: when the operators' own address is wrong, a report waits until it is right.
 * @returns how many were taken on; none when none is left, or MAILS_AN_HOUR have gone: the others wait
 */
export async function sendDueReports(postman: OperatorsPostman): Promise<number> {
  const rows = await takeDueReports(postman);
  await Promise.all(rows.map((row) => sendReport(postman, row)));
  return rows.length;
}

function takeDueReports({ fork, policy }: OperatorsPostman): Promise<ReportRow[]> {
  return fork().execute<ReportRow[]>(
    `update reports r set tries = r.tries + 1, next_try_at = now() + ?::interval from contents c
     where c.id = r.content_id and r.id = any(array(
       select id from reports where next_try_at <= now() order by next_try_at limit (
         select greatest(0, least(${AT_ONCE}, ${MAILS_AN_HOUR} - count(*))) from reports where sent_at > now() - interval '1 hour'
       ) for update skip locked))
     returning r.id, r.content_id, c.type, c.is_public, r.reason, r.created_at, r.tries`,
    [`${policy.claimLease} milliseconds`],
  );
}

async function sendReport(postman: OperatorsPostman, row: ReportRow): Promise<void> {
  const answer = await postman.email.send(composeReport(postman, row));
  const wait = waitAfter(answer, row.tries, postman.policy.minute);
  if (wait === null) return settle(postman, row.id);
  await postman
    .fork()
    .execute('update reports set next_try_at = now() + ?::interval where id = ?', [
      `${Math.round(wait)} milliseconds`,
      row.id,
    ]);
}

function waitAfter(answer: ProviderAnswer, tries: number, minute: number): number | null {
  switch (answer.kind) {
    case 'accepted':
      return null;
    case 'transient':
      return transientWait(tries, answer.retryAfter, minute);
    case 'unknown':
      return transientWait(tries, MINUTE, minute);
    // The address is ours too: whoever runs this has to mend it.
    case 'permanent':
    case 'configuration':
      return configurationWait(minute);
  }
}

/** What a visitor wrote is in the operators' hands now: we keep that there was a report, and why. */
async function settle({ fork }: OperatorsPostman, id: string): Promise<void> {
  await fork().execute(
    `update reports set sent_at = now(), next_try_at = null, reason = split_part(reason, e'\\n', 1) where id = ?`,
    [id],
  );
}

function composeReport({ appOrigin, operators }: OperatorsPostman, row: ReportRow): EmailMessage {
  const mail = contentReported({
    contentId: row.content_id,
    type: row.type,
    isPublic: row.is_public,
    statement: readStatement(row.reason),
    reportedAt: new Date(row.created_at),
    link: `${appOrigin}/shared/${row.content_id}`,
  });
  return { to: { email: operators, name: null }, ...mail, reference: { report_id: row.id } };
}
