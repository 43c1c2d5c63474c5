import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { NOW } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { CONTACT_TESTS, CONTACT_TESTS_OF, CONTACT_TESTS_TO } from '#domain/accounts/limits.ts';
import { mailboxOf } from '#domain/accounts/mailbox.ts';
import type { ContactChange, NewTrustedContact } from '#domain/contacts/contacts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { DAY, SECOND } from '#domain/time/durations.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import { requireConfirmedAddress } from '#services/confirmed-address.ts';
import type { Context } from '#services/context.ts';
import { needsChanged } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { newId } from '#services/ids.ts';
import { correspondentOf, isStopped, readPairs } from '#services/limits/correspondents.ts';
import { countTry } from '#services/limits/limits.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notifyNewContact, withdrawFromFormerContact } from '#services/mails/enqueue-emergency-mails.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { enqueueContactMail } from './contact-mails.ts';

/** Each contact receives every emergency item, so a larger number would make this a mailing list. */
export const CONTACTS_MAX = 50;

/** A test that arrived says enough for so long. */
const REACHED_FOR = 7 * DAY;

/** Nothing is known about a new address. */
const UNTRIED = { tested_at: null, reached_at: null, bounced_at: null, test_given_up_at: null };
const COLUMNS = [
  'id',
  'name',
  'email',
  'language',
  'tested_at',
  'reached_at',
  'bounced_at',
  'test_given_up_at',
  'created_at',
] as const;

/** A trusted contact, as its owner sees it. */
export interface ContactView {
  id: string;
  name: string;
  email: string;
  /** Of the mails to them, and of their page. */
  language: Language;
  /** When the owner last sent a test mail to this address. Instants are ISO 8601 with Z. */
  tested_at: string | null;
  /** When that test arrived. */
  reached_at: string | null;
  /** When a mail to this address came back; null once one has arrived since. */
  bounced_at: string | null;
  /** When we stopped trying to send the last test, as no provider took it; null after a newer one. */
  test_given_up_at: string | null;
  /** They asked us for nothing more, from this owner or from anybody: they will not be notified. */
  has_stopped: boolean;
  /** When the next test may be sent; null while the last one has not arrived, or without one. */
  next_test_at: string | null;
  created_at: string;
}

/** @returns the owner's trusted contacts, newest first */
export async function listContacts({ em, keyring }: Context, ownerId: string): Promise<ContactView[]> {
  const rows = await newestFirst(em, { ownerId });
  const pairs = await readPairs(
    em,
    keyring,
    rows.map(({ email: address }) => ({ ownerId, address })),
  );
  return rows.map((row, index) => toView(row, pairs[index]?.isStopped ?? false));
}

const newestFirst = prepared((db, { ownerId }: { ownerId: string }) =>
  db
    .selectFrom('trusted_contacts')
    .select(COLUMNS)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc'),
);

/** @throws AppError not-found, also for a contact of another owner */
export async function findContact(context: Context, ownerId: string, id: string): Promise<ContactView> {
  if (!isId(id)) throw notFound('contact');
  const row = await query(context.em)
    .selectFrom('trusted_contacts')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw notFound('contact');
  return viewOf(context, ownerId, row);
}

/**
 * Adds a trusted contact. If the other contacts have been notified already, this one is notified in a minute, unless the
 * owner has checked in by then. A protocol that lacked only a contact starts.
 * @throws AppError conflict when the address belongs to another contact or to the owner, or at CONTACTS_MAX
 */
export async function addContact(context: Context, ownerId: string, input: NewTrustedContact): Promise<ContactView> {
  const added = await context.em.transactional(async (tx) => {
    // The owner's lock makes concurrent calls count one after the other.
    const owner = await lockAccount(tx, ownerId);
    if (owner?.email === input.email) throw refused(say(emergencyRefusals['own-address']));
    const { count } = await query(tx)
      .selectFrom('trusted_contacts')
      .select(COUNT.as('count'))
      .where('owner_id', '=', ownerId)
      .executeTakeFirstOrThrow();
    if (count >= CONTACTS_MAX)
      throw new AppError('conflict', say(emergencyRefusals['too-many-contacts'], { max: CONTACTS_MAX }));
    const stop = await stopOf(context, tx, ownerId, input.email);
    const row = await query(tx)
      .insertInto('trusted_contacts')
      .values({
        ...UNTRIED,
        ...stop,
        id: newId(),
        owner_id: ownerId,
        ...input,
        language: input.language ?? DEFAULT_LANGUAGE,
        created_at: context.now,
      })
      .onConflict((conflict) => conflict.columns(['owner_id', 'email']).doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw refused(say(emergencyRefusals['contact-twice']));
    await needsChanged(tx, ownerId, dayOf(context));
    await notifyNewContact(tx, ownerId);
    return viewOf({ ...context, em: tx }, ownerId, row);
  });
  recordSecurityEvent(context, 'contact-added', { account: ownerId, about: added.id });
  return added;
}

/**
 * Changes a trusted contact. A new address counts like a new contact: it is notified as in `addContact`.
 * @param change what is left out stays as it is
 * @throws AppError not-found, also for a contact of another owner; conflict as `addContact`
 */
export async function changeContact(
  context: Context,
  ownerId: string,
  id: string,
  change: ContactChange,
): Promise<ContactView> {
  if (!isId(id)) throw notFound('contact');
  const changed = await context.em.transactional(async (tx) => {
    const account = await lockAccount(tx, ownerId);
    const { email: former } = await findContact({ ...context, em: tx }, ownerId, id);
    const { name = undefined, email = former, language = undefined } = change;
    const isMoved = email !== former;
    if (isMoved && email === account?.email) throw refused(say(emergencyRefusals['own-address']));
    if (isMoved && (await hasContact(tx, ownerId, email))) throw refused(say(emergencyRefusals['contact-twice']));
    const fresh = isMoved ? { ...UNTRIED, ...(await stopOf(context, tx, ownerId, email)) } : {};
    const row = await query(tx)
      .updateTable('trusted_contacts')
      .set({ email, ...(name === undefined ? {} : { name }), ...(language && { language }), ...fresh })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    if (isMoved) {
      await withdrawFromFormerContact(tx, ownerId, former);
      await needsChanged(tx, ownerId, dayOf(context));
      await notifyNewContact(tx, ownerId);
    }
    return viewOf({ ...context, em: tx }, ownerId, row);
  });
  recordSecurityEvent(context, 'contact-changed', { account: ownerId, about: id });
  return changed;
}

/** Makes the pair's row as well, by which a later stop finds this owner. */
async function stopOf({ keyring }: Context, tx: EntityManager, ownerId: string, address: string) {
  const pair = await correspondentOf(tx, keyring, { ownerId, address });
  return { stopped_at: pair.isStopped ? NOW : null };
}

async function hasContact(tx: EntityManager, ownerId: string, email: string): Promise<boolean> {
  const row = await query(tx)
    .selectFrom('trusted_contacts')
    .select('id')
    .where('owner_id', '=', ownerId)
    .where('email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Mails a contact that this is a test, so that the owner learns whether mails arrive.
 * @throws AppError not-found; address-unconfirmed: the mail names the owner's address; conflict when the contact wants
 *   nothing more; too-many-requests beyond a few a day, and within REACHED_FOR after a test has arrived
 */
export async function testContact(context: Context, ownerId: string, id: string): Promise<ContactView> {
  const contact = await findContact(context, ownerId, id);
  const { email } = contact;
  await requireConfirmedAddress(context.em, ownerId);
  if (contact.has_stopped)
    throw new AppError('conflict', say(emergencyRefusals['contact-stopped'], { name: contact.name }));
  requireNoneArrived(contact, context.now);
  await countTry(context, [
    { limit: CONTACT_TESTS, of: [ownerId, email] },
    { limit: CONTACT_TESTS_OF, of: [ownerId] },
    { limit: CONTACT_TESTS_TO, of: [mailboxOf(email)] },
  ]);
  return context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const row = await query(tx)
      .updateTable('trusted_contacts')
      .set({ tested_at: NOW, reached_at: null, test_given_up_at: null })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('email', '=', email)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw notFound('contact');
    await enqueueContactMail(tx, { ownerId, contactId: id, kind: 'test', email });
    return viewOf({ ...context, em: tx }, ownerId, row);
  });
}

function requireNoneArrived({ name, next_test_at }: ContactView, now: Date): void {
  const wait = next_test_at === null ? 0 : Date.parse(next_test_at) - now.getTime();
  if (wait <= 0) return;
  const message = say(emergencyRefusals['test-arrived'], { name, days: Math.ceil(wait / DAY) });
  throw new AppError('too-many-requests', message, [], { retry_after: Math.ceil(wait / SECOND) });
}

/**
 * Removes a trusted contact. A protocol without contacts stops.
 * @throws AppError not-found, also for a contact of another owner
 */
export async function removeContact(context: Context, ownerId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound('contact');
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const removed = await query(tx)
      .deleteFrom('trusted_contacts')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning('email')
      .executeTakeFirst();
    if (!removed) throw notFound('contact');
    await withdrawFromFormerContact(tx, ownerId, removed.email);
    await needsChanged(tx, ownerId, dayOf(context));
  });
  recordSecurityEvent(context, 'contact-removed', { account: ownerId, about: id });
}

type ContactRow = Selectable<Pick<Tables['trusted_contacts'], (typeof COLUMNS)[number]>>;

async function viewOf({ em, keyring }: Context, ownerId: string, row: ContactRow): Promise<ContactView> {
  return toView(row, await isStopped(em, keyring, { ownerId, address: row.email }));
}

function toView(row: ContactRow, hasStopped: boolean): ContactView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    language: row.language,
    tested_at: row.tested_at?.toISOString() ?? null,
    reached_at: row.reached_at?.toISOString() ?? null,
    bounced_at: row.bounced_at?.toISOString() ?? null,
    test_given_up_at: row.test_given_up_at?.toISOString() ?? null,
    has_stopped: hasStopped,
    next_test_at: row.reached_at && new Date(row.reached_at.getTime() + REACHED_FOR).toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

function refused(message: string): AppError {
  return AppError.atField('conflict', 'email', message);
}
