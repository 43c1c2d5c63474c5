/** Whether trusted contacts who were notified see who else was. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import type { ContactVisibility } from '#domain/contacts/contacts.schema.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

/** @throws AppError not-found when the account is gone */
export async function readContactVisibility(em: EntityManager, ownerId: string): Promise<ContactVisibility> {
  const row = await query(em)
    .selectFrom('users')
    .select('contacts_see_each_other')
    .where('id', '=', ownerId)
    .executeTakeFirst();
  if (!row) throw notFound('account');
  return row;
}

/** @throws AppError not-found when the account is gone */
export async function changeContactVisibility(
  context: Context,
  ownerId: string,
  change: ContactVisibility,
): Promise<ContactVisibility> {
  await context.em.transactional(async (tx) => {
    await query(tx).updateTable('users').set(change).where('id', '=', ownerId).execute();
    record(tx, ownerId, 'contact-visibility-changed', { ...change });
  });
  recordSecurityEvent(context, 'protocol-changed', { account: ownerId });
  return readContactVisibility(context.em, ownerId);
}

/** @returns the names of the owner's other contacts, by when they were added; none unless the owner allows it */
export async function othersThan(em: EntityManager, ownerId: string, email: string): Promise<string[]> {
  const rows = await query(em)
    .selectFrom('trusted_contacts as t')
    .innerJoin('users as u', 'u.id', 't.owner_id')
    .select('t.name')
    .where('u.id', '=', ownerId)
    .where('u.contacts_see_each_other', '=', true)
    .where('t.stopped_at', 'is', null)
    .where('t.email', '<>', email)
    .where(({ eb, or }) => or([eb('t.alternate_email', 'is', null), eb('t.alternate_email', '<>', email)]))
    .orderBy('t.created_at')
    .orderBy('t.id')
    .execute();
  return rows.map(({ name }) => name);
}
