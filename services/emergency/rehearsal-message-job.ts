import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, retryDelay } from '#services/jobs/mail-retry.ts';
import { composeRehearsal } from './compose-rehearsal.ts';
import { titlesOf } from './rehearsal-report.ts';

/** A mail that comes an hour later no longer belongs to the rehearsal: the report says that it failed. */
const RETRY: MailRetry = { permanent: 'give-up', unknown: MINUTE, giveUpAfter: HOUR };

/** What the mails of a rehearsal need. */
type RehearsalDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'>;

/** Mails owners what would go out, and to whom. At least once: a second copy does no harm. */
export function rehearsalMessageJob(deps: RehearsalDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => mailRehearsal(deps, job) };
}

async function mailRehearsal(deps: RehearsalDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork, keyring, email, policy, appOrigin } = deps;
  const row = await readMessage(fork(), job.subject);
  if (!row) return 'done';
  // A stranger may have the address, and this would be many mails.
  if (row.confirmedAt === null) {
    await leaveWaiting(fork(), job.subject, 'skipped');
    return 'done';
  }
  const { ownerId, ownerEmail, frozen } = row;
  const titles = await titlesOf({ em: fork(), keyring }, ownerId, frozen.items);
  const answer = await email.send({
    ...composeRehearsal({ ...row, titles }, appOrigin),
    to: { email: ownerEmail, name: null },
    reference: { rehearsal_message_id: job.subject },
  });
  const againIn = answer.kind === 'accepted' ? null : retryDelay(RETRY, answer, job, policy.minute);
  if (againIn !== null) return { againIn };
  await leaveWaiting(fork(), job.subject, answer.kind === 'accepted' ? 'sent' : 'failed');
  return 'done';
}

function readMessage(em: EntityManager, id: string) {
  return query(em)
    .selectFrom('rehearsal_messages as m')
    .innerJoin('rehearsals as r', 'r.id', 'm.rehearsal_id')
    .innerJoin('users as u', 'u.id', 'r.owner_id')
    .select(['r.id as rehearsalId', 'r.owner_id as ownerId', 'r.frozen', 'r.created_at as beganAt'])
    .select(['m.kind', 'm.contact', 'm.at', 'u.email as ownerEmail', 'u.email_confirmed_at as confirmedAt'])
    .where('m.id', '=', id)
    .where('m.state', '=', 'waiting')
    .executeTakeFirst();
}

async function leaveWaiting(em: EntityManager, id: string, state: 'sent' | 'failed' | 'skipped'): Promise<void> {
  await query(em)
    .updateTable('rehearsal_messages')
    .set({ state })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}
