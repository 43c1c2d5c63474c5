import { query } from '#db/query.ts';
import { throughSignIn } from '#domain/accounts/sign-in-path.ts';
import { CHECK_CONTACTS_AFTER } from '#domain/contacts/contacts.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, retryDelay } from '#services/jobs/mail-retry.ts';
import { contactsCheck } from '#services/mails/contact-asks.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { unsubscribeSecret } from './mail-choices.ts';

/** Its job is a year old when it is first done, so nothing is given up by its age. */
const RETRY: MailRetry = { permanent: 'give-up', unknown: MINUTE };

type CheckDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'>;

/**
 * Asks owners once a year whether the addresses of their contacts are still right. Adding the first contact enqueues the
 * job; it is due again a year after each mail, and ends without contacts. At least once: a second copy does no harm.
 */
export function contactsCheckJob(deps: CheckDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => askOwner(deps, job) };
}

async function askOwner(deps: CheckDeps, job: ClaimedJob): Promise<JobOutcome> {
  const again = { againIn: CHECK_CONTACTS_AFTER, isCounted: false } as const;
  const contacts = await query(deps.fork())
    .selectFrom('trusted_contacts')
    .select(['name', 'email'])
    .where('owner_id', '=', job.subject)
    .orderBy('created_at')
    .execute();
  if (contacts.length === 0) return 'done';
  const owner = await query(deps.fork())
    .selectFrom('users as u')
    .leftJoin('emergency_protocols as p', 'p.owner_id', 'u.id')
    .select(['u.id', 'u.email', 'u.wants_address_check', 'u.email_confirmed_at', 'p.stage'])
    .where('u.id', '=', job.subject)
    .executeTakeFirst();
  if (!owner) return 'done';
  // An owner who is silent gets other mails.
  const isAsked =
    owner.wants_address_check && owner.email_confirmed_at !== null && (owner.stage ?? 'armed') === 'armed';
  if (!isAsked) return again;
  const answer = await deps.email.send(compose(deps, owner, contacts));
  const retryIn = answer.kind === 'accepted' ? null : retryDelay(RETRY, answer, job, deps.policy.minute);
  return retryIn === null ? again : { againIn: retryIn };
}

interface Person {
  name: string;
  email: string;
}

function compose(
  { keyring, appOrigin }: CheckDeps,
  { id, email }: { id: string; email: string },
  contacts: readonly Person[],
): EmailMessage {
  return {
    to: { email, name: null },
    ...contactsCheck(contacts, `${appOrigin}${throughSignIn('/profile/contacts')}`),
    unsubscribe: `${appOrigin}/unsubscribe/${unsubscribeSecret(keyring, id, 'address_check')}`,
    reference: { contacts_check_id: id },
  };
}
