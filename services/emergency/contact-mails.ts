/** Whether mails reach a trusted contact: test mails, what providers report, and the mail to the owner about a bounce. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { deleteBatch } from '#db/delete-batch.ts';
import { ago, NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { DAY } from '#domain/time/durations.ts';
import { record } from '#services/append-record.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';

/** How long the row of a mail remains: providers report within days. */
const KEPT_FOR = 30 * DAY;

/** A mail about whether a contact can be reached. */
interface NewContactMail {
  ownerId: string;
  contactId: string;
  kind: Tables['contact_mails']['kind'];
  /** The contact's. */
  email: string;
}

/** Queues a mail for the worker, in the transaction that causes it. */
export async function enqueueContactMail(
  tx: EntityManager,
  { ownerId, contactId, kind, email }: NewContactMail,
): Promise<void> {
  const id = newId();
  await query(tx)
    .insertInto('contact_mails')
    .values({ id, owner_id: ownerId, contact_id: contactId, kind, email, created_at: NOW, sent_at: null })
    .execute();
  await enqueue(tx, 'contact-mail', id);
}

/**
 * Marks a contact whose mail came back, and mails the owner about it, once for each address. The caller has locked the
 * owner's account.
 */
export async function noteBounce(tx: EntityManager, ownerId: string, email: string): Promise<void> {
  const contact = await query(tx)
    .updateTable('trusted_contacts')
    .set({ bounced_at: NOW, reached_at: null })
    .where('owner_id', '=', ownerId)
    .where('email', '=', email)
    .where('bounced_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (!contact) return;
  record(tx, ownerId, 'contact-bounced', { contact_id: contact.id });
  await enqueueContactMail(tx, { ownerId, contactId: contact.id, kind: 'bounced', email });
}

/** A mail to this address of a contact has arrived again. The caller has locked the owner's account. */
export async function forgetBounce(tx: EntityManager, ownerId: string, email: string): Promise<void> {
  const contacts = await query(tx)
    .updateTable('trusted_contacts')
    .set({ bounced_at: null })
    .where('owner_id', '=', ownerId)
    .where('email', '=', email)
    .where('bounced_at', 'is not', null)
    .returning('id')
    .execute();
  for (const { id } of contacts) record(tx, ownerId, 'contact-reached', { contact_id: id });
}

/**
 * Locks the owners of the mails that events name, those of emergency protocols too, in the order of their ids: the
 * transaction locks more of each afterwards.
 */
export async function lockOwners(
  tx: EntityManager,
  events: readonly Pick<ProviderEvent, 'mailId' | 'contactMailId'>[],
) {
  const contactMails = idsOf(events.map(({ contactMailId }) => contactMailId));
  if (contactMails.length === 0) return;
  const mails = idsOf(events.map(({ mailId }) => mailId));
  await query(tx)
    .selectFrom('users')
    .select('id')
    .where(({ eb, or, selectFrom }) =>
      or([
        eb('id', 'in', selectFrom('contact_mails').select('owner_id').where('id', '=', anyOf(contactMails))),
        eb('id', 'in', selectFrom('emergency_mails').select('owner_id').where('id', '=', anyOf(mails))),
      ]),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Records what a provider reports of test mails and questions, after `lockOwners`. A mail that its reader calls spam has arrived. */
export async function recordContactMails(
  tx: EntityManager,
  events: readonly Pick<ProviderEvent, 'contactMailId' | 'event'>[],
): Promise<void> {
  const ids = idsOf(events.map(({ contactMailId }) => contactMailId));
  if (ids.length === 0) return;
  const tests = await query(tx)
    .selectFrom('contact_mails')
    .select(['id', 'kind', 'owner_id', 'contact_id', 'email'])
    .where('id', '=', anyOf(ids))
    .where('kind', 'in', ['test', 'asked'])
    .execute();
  for (const { contactMailId, event } of events) {
    const test = tests.find(({ id }) => id === contactMailId);
    if (!test) continue;
    if (event.kind === 'delivered' && test.kind === 'test') await noteArrival(tx, test);
    if (event.kind === 'delivered') await forgetBounce(tx, test.owner_id, test.email);
    if (event.kind === 'failed' && event.failure !== 'reported') await noteBounce(tx, test.owner_id, test.email);
  }
}

/** Leaves a contact whose address was changed meanwhile. */
async function noteArrival(
  tx: EntityManager,
  { contact_id, email }: Pick<Tables['contact_mails'], 'contact_id' | 'email'>,
): Promise<void> {
  const contacts = await query(tx)
    .updateTable('trusted_contacts')
    .set({ reached_at: NOW, bounced_at: null, test_given_up_at: null })
    .where('id', '=', contact_id)
    .where('email', '=', email)
    .returning(['id', 'owner_id'])
    .execute();
  for (const { id, owner_id } of contacts) record(tx, owner_id, 'contact-reached', { contact_id: id });
}

/**
 * Records that a test is not tried again, unless the owner has sent a newer one or changed the address. The caller has
 * locked the owner's account.
 */
export async function noteGivenUp(tx: EntityManager, mailId: string): Promise<void> {
  const contacts = await query(tx)
    .updateTable('trusted_contacts as t')
    .from('contact_mails as m')
    .set({ test_given_up_at: NOW })
    .where('m.id', '=', mailId)
    .whereRef('t.id', '=', 'm.contact_id')
    .whereRef('t.email', '=', 'm.email')
    // One transaction writes both.
    .whereRef('t.tested_at', '=', 'm.created_at')
    .returning(['t.id', 't.owner_id'])
    .execute();
  for (const { id, owner_id } of contacts) record(tx, owner_id, 'contact-test-given-up', { contact_id: id });
}

/** Deletes rows of mails that went out, or were given up, long ago. @returns whether there may be more */
export function deleteOldContactMails(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'contact_mails', (eb) => eb('created_at', '<', ago(KEPT_FOR)));
}

function idsOf(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== null && id !== undefined))];
}
