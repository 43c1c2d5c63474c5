import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import type { ProviderAnswer } from '#domain/delivery/protocol.ts';
import { linkSecret } from '#services/crypto/link.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import type { ClaimedJob, JobHandler, JobOutcome } from '#services/jobs/jobs.ts';
import { recordSent, retryDelay, TO_ACCOUNTS } from '#services/jobs/mail-retry.ts';
import { correspondentOf, stopLink } from '#services/limits/correspondents.ts';
import { lockAccount } from '#services/lock-account.ts';
import { contactAnswered, contactAsked } from '#services/mails/contact-asks.ts';
import { contactBounced, contactStopped, contactTest } from '#services/mails/contacts.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { inLanguage } from '#services/reader-language.ts';
import { noteBounce, noteGivenUp } from './contact-mails.ts';

/** What mails about reaching contacts need. */
type ContactMailDeps = Pick<DeliveryDeps, 'fork' | 'keyring' | 'email' | 'policy' | 'appOrigin'>;

/** Mails contacts a test or a question, and owners what became of a contact. At least once: a second copy does no harm. */
export function contactMailJob(deps: ContactMailDeps): JobHandler {
  return { batch: 20, lease: deps.policy.claimLease, run: (job) => mailContact(deps, job) };
}

async function mailContact(deps: ContactMailDeps, job: ClaimedJob): Promise<JobOutcome> {
  const { fork, email, policy } = deps;
  const row = await readMail(fork(), job.subject);
  // Without a row the contact was removed, or the mail was sent; a test of an address that was changed says nothing.
  if (!row || row.email !== row.present_email) return 'done';
  const isTakenBack = row.kind === 'stopped' && row.stopped_at === null;
  if (isTakenBack) return 'done';
  const message = await compose(deps, row);
  if (!message) {
    if (row.kind === 'test') await fork().transactional((tx) => recordStopped(tx, row));
    return 'done';
  }
  const answer = await email.send(message);
  if (answer.kind === 'accepted') {
    await recordSent(fork(), job, 'contact_mails');
    return 'recorded';
  }
  const againIn = retryDelay(TO_ACCOUNTS, answer, job, policy.minute);
  if (againIn !== null) return { againIn };
  if (row.kind === 'test' || row.kind === 'asked') await fork().transactional((tx) => recordUnsent(tx, row, answer));
  return 'done';
}

function readMail(em: EntityManager, id: string) {
  return query(em)
    .selectFrom('contact_mails as m')
    .innerJoin('trusted_contacts as t', 't.id', 'm.contact_id')
    .innerJoin('users as u', 'u.id', 'm.owner_id')
    .select(['m.id', 'm.kind', 'm.owner_id', 'm.email'])
    .select(['m.contact_id', 't.email as present_email', 't.name as contact_name', 't.language', 't.stopped_at'])
    .select(['t.role', 't.answer', 't.proposed_email', 't.ask_epoch'])
    .select(['u.name as owner_name', 'u.email as owner_email'])
    .where('m.id', '=', id)
    .where('m.sent_at', 'is', null)
    .executeTakeFirst();
}

type MailRow = NonNullable<Awaited<ReturnType<typeof readMail>>>;

/** @returns null for a mail to a contact who wants nothing more */
async function compose(deps: ContactMailDeps, row: MailRow): Promise<EmailMessage | null> {
  const { id, kind, email, owner_email: ownerEmail } = row;
  const { appOrigin } = deps;
  const names = { ownerName: row.owner_name, ownerEmail, contactName: row.contact_name, contactEmail: email };
  const toOwner = { to: { email: ownerEmail, name: null }, reference: { contact_mail_id: id } };
  if (kind === 'answered') {
    const { answer, proposed_email: proposedEmail, contact_id } = row;
    const page = encodeURIComponent(`/profile/contacts/${contact_id}/edit`);
    return { ...toOwner, ...contactAnswered({ ...names, answer, proposedEmail }, `${appOrigin}/auth?to=${page}`) };
  }
  if (kind === 'bounced' || kind === 'stopped') {
    const write = kind === 'bounced' ? contactBounced : contactStopped;
    return { ...toOwner, ...write(names, `${appOrigin}/auth?to=%2Fprofile%2Fcontacts`) };
  }
  const stop = await stopOf(deps, row);
  if (stop === null) return null;
  return {
    to: { email, name: null },
    replyTo: { email: ownerEmail, name: row.owner_name },
    ...inLanguage(row.language, () =>
      kind === 'asked'
        ? contactAsked({ ...names, role: row.role }, askLink(deps, row), stop)
        : contactTest(names, `${appOrigin}/`, stop),
    ),
    unsubscribe: stop,
    reference: { contact_mail_id: id },
  };
}

async function stopOf({ fork, keyring, appOrigin }: ContactMailDeps, row: MailRow): Promise<string | null> {
  const pair = { ownerId: row.owner_id, address: row.email };
  const contact = await fork().transactional((tx) => correspondentOf(tx, keyring, pair));
  return contact.isStopped ? null : stopLink(keyring, appOrigin, contact);
}

function askLink({ keyring, appOrigin }: ContactMailDeps, { contact_id, ask_epoch }: MailRow): string {
  return `${appOrigin}/contact/${linkSecret(keyring, 'contact-ask', contact_id, ask_epoch)}`;
}

/** The contacts page then says that the test was not sent. */
async function recordStopped(tx: EntityManager, { id, owner_id }: MailRow): Promise<void> {
  await lockAccount(tx, owner_id);
  await noteGivenUp(tx, id);
}

/** Records why a test did not go out. Locks the account before the contact, as every transaction does. */
async function recordUnsent(tx: EntityManager, row: MailRow, answer: ProviderAnswer): Promise<void> {
  await lockAccount(tx, row.owner_id);
  const isUnknownMailbox = answer.kind === 'permanent' && answer.failure === 'invalid-recipient';
  if (isUnknownMailbox) await noteBounce(tx, row.owner_id, row.email);
  else if (row.kind === 'test') await noteGivenUp(tx, row.id);
}
