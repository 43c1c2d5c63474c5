import type { EntityManager } from '@mikro-orm/postgresql';
import { CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { presentName } from '#domain/time/zone-names.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { type MailRetry, retryDelay } from '#services/jobs/mail-retry.ts';
import { correspondentOf, stopLink } from '#services/limits/correspondents.ts';
import { duressBegan, duressEnded } from '#services/mails/duress.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { inLanguage } from '#services/reader-language.ts';
import { isClockHeld } from './database-clock.ts';

type DuressMailDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'> & {
  /** The length of a protocol day, in milliseconds. */
  day: number;
};

/**
 * Tried for as long as it takes: nobody else knows of the hold. Only the contact's own mailboxes end it: a fault in our text
 * or set-up is ours to correct.
 */
const UNTIL_TAKEN: MailRetry = { permanent: 'wait-for-operators', unknown: 'ladder' };

/**
 * Tells the chosen contact that a hold began, or ended. At least once: a second copy does no harm. What becomes of the mail
 * is not followed up: a contact who is marked as not reached, and the mail to the owner about it, would tell of the hold.
 */
export function duressMailJob(deps: DuressMailDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => tellContact(deps, job) };
}

async function tellContact(deps: DuressMailDeps, job: ClaimedJob): Promise<JobOutcome> {
  const row = await readHold(deps.fork(), job.subject);
  // Without a row the account, the contact or the choice of one is gone, or the next hold has begun.
  if (!row) return 'done';
  const left = row.ends_at.getTime() - row.now.getTime();
  // A clock that was ahead had the end noted: it is told of when it comes.
  if (job.kind === 'duress-ended' && left > 0) return { againIn: left, isCounted: false };
  // A beginning is no news after the end. A clock that is in doubt may only seem to be past it.
  if (job.kind === 'duress-began' && left <= 0 && !(await isClockHeld(deps.fork()))) return 'done';
  const answer = await sendToEither(deps, job, row);
  if (answer === null || isRefusedByMailbox(answer)) return 'done';
  const againIn = retryDelay(UNTIL_TAKEN, answer, job, deps.policy.minute);
  return againIn === null ? 'done' : { againIn };
}

/**
 * Sends it to the contact's address, and where that refuses it for good, to their second one.
 * @returns the last answer; null where the contact wants nothing more
 */
async function sendToEither(deps: DuressMailDeps, job: ClaimedJob, row: HoldRow): Promise<ProviderAnswer | null> {
  const { email, alternate_email: second, bounced_at: bouncedAt } = row;
  const addresses = second === null ? [email] : bouncedAt === null ? [email, second] : [second, email];
  let answer: ProviderAnswer | null = null;
  for (const address of addresses) {
    const message = await compose(deps, job, row, address);
    if (!message) return answer;
    answer = await deps.email.send(message);
    if (!isRefusedByMailbox(answer)) return answer;
  }
  return answer;
}

function isRefusedByMailbox(answer: ProviderAnswer): boolean {
  return answer.kind === 'permanent' && !answer.isOurs && answer.failure !== 'content-refused';
}

function readHold(em: EntityManager, id: string) {
  return query(em)
    .selectFrom('duress_holds as h')
    .innerJoin('trusted_contacts as t', 't.id', 'h.contact_id')
    .innerJoin('users as u', 'u.id', 'h.owner_id')
    .select(['h.owner_id', 'h.began_at', 'h.ends_at', 'h.ended_by'])
    .select(['t.name as contact_name', 't.email', 't.alternate_email', 't.bounced_at', 't.language'])
    .select(['u.name as owner_name', 'u.email as owner_email', 'u.email_confirmed_at', 'u.time_zone'])
    .select(CLOCK_NOW.as('now'))
    .where('h.id', '=', id)
    .where('t.stopped_at', 'is', null)
    .executeTakeFirst();
}

type HoldRow = NonNullable<Awaited<ReturnType<typeof readHold>>>;

/** @returns null for a contact who wants nothing more. A reply does not go to the owner, whose mailbox others may read */
async function compose(
  deps: DuressMailDeps,
  job: ClaimedJob,
  row: HoldRow,
  email: string,
): Promise<EmailMessage | null> {
  const { fork, keyring, appOrigin, day } = deps;
  const pair = { ownerId: row.owner_id, address: email };
  const contact = await fork().transactional((tx) => correspondentOf(tx, keyring, pair));
  if (contact.isStopped) return null;
  const stop = stopLink(keyring, appOrigin, contact);
  const hold = {
    ownerName: row.owner_name,
    ownerEmail: row.email_confirmed_at && row.owner_email,
    contactName: row.contact_name,
    beganAt: row.began_at,
    endsAt: row.ends_at,
    clock: { timeZone: presentName(row.time_zone), day },
  };
  const write = () =>
    job.kind === 'duress-began'
      ? duressBegan(hold, `${appOrigin}/`, stop)
      : duressEnded({ ...hold, by: row.ended_by ?? 'time' }, `${appOrigin}/`, stop);
  return {
    to: { email, name: null },
    ...inLanguage(row.language, write),
    unsubscribe: stop,
    // A mailbox that was away may work again.
    triesBounced: true,
    reference: {},
  };
}
