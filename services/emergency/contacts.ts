import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { NewTrustedContact } from '#domain/contacts/contacts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { needsChanged } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { newId } from '#services/ids.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notifyNewContact, withdrawFromFormerContact } from '#services/mails/enqueue-emergency-mails.ts';
import { notFound } from '#services/not-found.ts';

/** Each contact receives every emergency item, so a larger number would make this a mailing list. */
export const CONTACTS_MAX = 50;

const COLUMNS = ['id', 'name', 'email', 'created_at'] as const;

/** A trusted contact, as its owner sees it. */
export interface ContactView {
  id: string;
  name: string;
  email: string;
  /** ISO 8601 with Z. */
  created_at: string;
}

/** @returns the owner's trusted contacts, newest first */
export async function listContacts({ em }: Context, ownerId: string): Promise<ContactView[]> {
  const rows = await query(em)
    .selectFrom('trusted_contacts')
    .select(COLUMNS)
    .where('owner_id', '=', ownerId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toView);
}

/** @throws AppError not-found, also for a contact of another owner */
export async function findContact({ em }: Context, ownerId: string, id: string): Promise<ContactView> {
  if (!isId(id)) throw notFound('contact');
  const row = await query(em)
    .selectFrom('trusted_contacts')
    .select(COLUMNS)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw notFound('contact');
  return toView(row);
}

/**
 * Adds a trusted contact. If the other contacts have been notified already, this one is notified at once. A protocol that
 * lacked only a contact starts.
 * @throws AppError conflict when the address belongs to another contact or to the owner, or at CONTACTS_MAX
 */
export async function addContact(context: Context, ownerId: string, input: NewTrustedContact): Promise<ContactView> {
  return context.em.transactional(async (tx) => {
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
    const row = await query(tx)
      .insertInto('trusted_contacts')
      .values({ id: newId(), owner_id: ownerId, name: input.name, email: input.email, created_at: context.now })
      .onConflict((conflict) => conflict.columns(['owner_id', 'email']).doNothing())
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw refused(say(emergencyRefusals['contact-twice']));
    await needsChanged(tx, ownerId, dayOf(context));
    await notifyNewContact(tx, ownerId);
    return toView(row);
  });
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
}

function toView(row: Pick<Tables['trusted_contacts'], (typeof COLUMNS)[number]>): ContactView {
  return { id: row.id, name: row.name, email: row.email, created_at: row.created_at.toISOString() };
}

function refused(message: string): AppError {
  return AppError.atField('conflict', 'email', message);
}
