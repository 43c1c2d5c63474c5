import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { NOW } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query, type Tables } from '#db/query.ts';
import { anyText, COUNT } from '#db/sql.ts';
import type { ContactChange, NewTrustedContact } from '#domain/contacts/contacts.schema.ts';
import { CHECK_CONTACTS_AFTER, type ContactAnswer, type ContactRole } from '#domain/contacts/contacts.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { DAY } from '#domain/time/durations.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { needsChanged } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { correspondentOf, isStopped, readPairs } from '#services/limits/correspondents.ts';
import { lockAccount } from '#services/lock-account.ts';
import { alertOwner } from '#services/mails/enqueue-account-mail.ts';
import { notifyNewContact, withdrawFromFormerContact } from '#services/mails/enqueue-emergency-mails.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { takeOutOfPlan } from './plan.ts';

/** Each contact receives every emergency item, so a larger number would make this a mailing list. */
export const CONTACTS_MAX = 50;

/** A test that arrived says enough for so long. */
const REACHED_FOR = 7 * DAY;

/** Nothing is known about a new address. */
const UNTRIED = { tested_at: null, reached_at: null, bounced_at: null, test_given_up_at: null };
/** Nobody has asked at a new address. */
const UNASKED = { asked_at: null, answer: 'none', proposed_email: null } as const;
export const COLUMNS = [
  'id',
  'name',
  'email',
  'phone',
  'alternate_email',
  'role',
  'asked_at',
  'answer',
  'proposed_email',
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
  /** E.164. */
  phone: string | null;
  /** Where we write when the first address refuses us. */
  alternate_email: string | null;
  role: ContactRole;
  /** When the owner last asked them whether they accept; null for never. Instants are ISO 8601 with Z. */
  asked_at: string | null;
  answer: ContactAnswer;
  /** What they said is their address, until the owner has decided; null for nothing. */
  proposed_email: string | null;
  /** When the owner last sent a test mail to this address. */
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
    await requireUsable(tx, ownerId, { ...input, id: null, own: owner?.email });
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
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    record(tx, ownerId, 'contact-added', { contact_id: row.id });
    await alertOwner(tx, { userId: ownerId, kind: 'contacts-changed' });
    await needsChanged(tx, ownerId, dayOf(context));
    await notifyNewContact(tx, ownerId);
    await enqueue(tx, 'contacts-check', ownerId, { in: CHECK_CONTACTS_AFTER });
    return viewOf({ ...context, em: tx }, ownerId, row);
  });
  recordSecurityEvent(context, 'contact-added', { account: ownerId, about: added.id });
  return added;
}

/**
 * Changes a trusted contact. A new address counts like a new contact: it is notified as in `addContact`. What only a new
 * witness would have received is no longer set aside.
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
    const before = await findContact({ ...context, em: tx }, ownerId, id);
    const { email: former } = before;
    const { email = former, alternate_email = before.alternate_email } = change;
    const isMoved = email !== former;
    await requireUsable(tx, ownerId, { email, alternate_email, id, own: account?.email });
    const becomesWitness = change.role === 'witness' && before.role !== 'witness';
    if (becomesWitness) await takeOutOfPlan(tx, ownerId, id);
    const fresh = isMoved ? { ...UNASKED, ...UNTRIED, ...(await stopOf(context, tx, ownerId, email)) } : {};
    const row = await query(tx)
      .updateTable('trusted_contacts')
      .set({ ...change, ...fresh })
      // The links to the former address end.
      .$if(isMoved, (update) => update.set(({ eb }) => ({ ask_epoch: eb('ask_epoch', '+', 1) })))
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    record(tx, ownerId, 'contact-changed', { contact_id: id, fields: Object.keys(change).sort() });
    await alertOwner(tx, { userId: ownerId, kind: 'contacts-changed' });
    if (before.alternate_email !== null && before.alternate_email !== alternate_email)
      await withdrawFromFormerContact(tx, ownerId, before.alternate_email);
    if (isMoved) {
      await withdrawFromFormerContact(tx, ownerId, former);
      await notifyNewContact(tx, ownerId);
    }
    await needsChanged(tx, ownerId, dayOf(context));
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

interface Addresses {
  email: string;
  alternate_email?: string | null | undefined;
  /** Of the contact that has them already; null for a new one. */
  id: string | null;
  /** The owner's address. */
  own: string | undefined;
}

/** Each address of a contact is nobody else's among them: mail for one person must never reach another. */
async function requireUsable(tx: EntityManager, ownerId: string, { email, alternate_email, id, own }: Addresses) {
  const alternate = alternate_email ?? null;
  if (email === own) throw refused('email', say(emergencyRefusals['own-address']));
  if (alternate === own) throw refused('alternate_email', say(emergencyRefusals['own-address']));
  if (alternate === email) throw refused('alternate_email', say(emergencyRefusals['alternate-same']));
  const wanted = alternate === null ? [email] : [email, alternate];
  const others = await query(tx)
    .selectFrom('trusted_contacts')
    .select(['email', 'alternate_email'])
    .where('owner_id', '=', ownerId)
    .$if(id !== null, (rest) => rest.where('id', '<>', id))
    .where(({ or, eb }) => or([eb('email', '=', anyText(wanted)), eb('alternate_email', '=', anyText(wanted))]))
    .execute();
  const taken = new Set(others.flatMap((other) => [other.email, other.alternate_email]));
  if (taken.has(email)) throw refused('email', say(emergencyRefusals['contact-twice']));
  if (taken.has(alternate)) throw refused('alternate_email', say(emergencyRefusals['contact-twice']));
}

/**
 * Removes a trusted contact. What only they would have received is no longer set aside. A protocol without contacts or
 * contents stops.
 * @throws AppError not-found, also for a contact of another owner
 */
export async function removeContact(context: Context, ownerId: string, id: string): Promise<void> {
  if (!isId(id)) throw notFound('contact');
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    await takeOutOfPlan(tx, ownerId, id);
    const removed = await query(tx)
      .deleteFrom('trusted_contacts')
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .returning(['email', 'alternate_email'])
      .executeTakeFirst();
    if (!removed) throw notFound('contact');
    record(tx, ownerId, 'contact-removed', { contact_id: id });
    await alertOwner(tx, { userId: ownerId, kind: 'contacts-changed' });
    for (const former of [removed.email, removed.alternate_email])
      if (former !== null) await withdrawFromFormerContact(tx, ownerId, former);
    await needsChanged(tx, ownerId, dayOf(context));
  });
  recordSecurityEvent(context, 'contact-removed', { account: ownerId, about: id });
}

type ContactRow = Pick<Selectable<Tables['trusted_contacts']>, (typeof COLUMNS)[number]>;

/** @returns a row as its owner sees it */
export async function viewOf({ em, keyring }: Context, ownerId: string, row: ContactRow): Promise<ContactView> {
  return toView(row, await isStopped(em, keyring, { ownerId, address: row.email }));
}

function toView(row: ContactRow, hasStopped: boolean): ContactView {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    phone: row.phone,
    alternate_email: row.alternate_email,
    role: row.role,
    asked_at: row.asked_at?.toISOString() ?? null,
    answer: row.answer,
    proposed_email: row.proposed_email,
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

const refused = (field: 'email' | 'alternate_email', message: string) => AppError.atField('conflict', field, message);
