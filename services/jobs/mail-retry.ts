import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { configurationWait, type DeliveryPolicy, scaled, transientWait } from '#domain/delivery/retry.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import type { EmailMessage, EmailSender } from '#services/ports/senders.ts';
import { type ClaimedJob, finishing, type JobOutcome } from './jobs.ts';

/** What one kind of mail does after an answer that is not "accepted". Durations in milliseconds. */
export interface MailRetry {
  /** Refused for good: it is given up, or it waits until an operator has corrected our own set-up. */
  permanent: 'give-up' | 'wait-for-operators';
  /** After an unknown outcome: how long to wait, or a step of the ladder. */
  unknown: number | 'ladder';
  longestWait?: number;
  /** So long after it was added a temporary refusal ends it. */
  giveUpAfter?: number;
}

/** To people with an account: after a week it would be about something long past. */
export const TO_ACCOUNTS: MailRetry = { permanent: 'give-up', unknown: MINUTE, giveUpAfter: 7 * DAY };

/**
 * @param minute the length of a minute on the retry ladder, in milliseconds
 * @returns how long to wait for the next try, in milliseconds; null when the mail went, or is given up
 */
export function retryDelay(
  { permanent, unknown, longestWait = Number.POSITIVE_INFINITY, giveUpAfter }: MailRetry,
  answer: ProviderAnswer,
  { tries, created_at }: Pick<ClaimedJob, 'tries' | 'created_at'>,
  minute: number,
): number | null {
  switch (answer.kind) {
    case 'accepted':
      return null;
    case 'permanent':
      return permanent === 'give-up' ? null : configurationWait(minute);
    case 'configuration':
      return configurationWait(minute);
    case 'transient':
    case 'unknown': {
      if (giveUpAfter !== undefined && Date.now() - created_at.getTime() > scaled(giveUpAfter, minute)) return null;
      const wish = answer.kind === 'transient' ? answer.retryAfter : unknown === 'ladder' ? null : unknown;
      return Math.min(transientWait(tries, wish, minute), scaled(longestWait, minute));
    }
  }
}

/** What sending a mail of the queue needs. */
export interface MailSending {
  email: EmailSender;
  policy: DeliveryPolicy;
}

/**
 * Sends the mail of a job once.
 * @param record writes that the provider took it, together with the end of the job (`finishing`)
 */
export async function sendMail(
  { email, policy }: MailSending,
  job: ClaimedJob,
  rule: MailRetry,
  message: EmailMessage,
  record: () => Promise<unknown>,
): Promise<JobOutcome> {
  const answer = await email.send(message);
  if (answer.kind === 'accepted') {
    await record();
    return 'recorded';
  }
  const againIn = retryDelay(rule, answer, job, policy.minute);
  return againIn === null ? 'done' : { againIn };
}

/** The tables of mails that say when they were sent. */
type MailTable = 'account_mails' | 'billing_mails' | 'contact_mails' | 'notices';

/** Records that the provider took a mail, unless its job was removed or begun anew meanwhile. */
export function recordSent(em: EntityManager, job: ClaimedJob, table: MailTable) {
  return (
    finishing(em, job)
      // All of them have these columns: the types of one check them.
      .updateTable(table as 'notices')
      .set({ sent_at: NOW })
      .where('id', '=', job.subject)
      .where(({ exists, selectFrom }) => exists(selectFrom('finished').select('subject')))
      .execute()
  );
}
