import type { UpdateObject } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import type { RecordKind } from '#domain/record/kinds.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { enqueueContactMail } from './contact-mails.ts';
import { COLUMNS, type ContactView, viewOf } from './contacts.ts';

/** A mail that an owner sends to a contact. */
interface OwnersMail {
  kind: 'test' | 'asked';
  /** What the contact's row says of it from now on. */
  set: UpdateObject<Tables, 'trusted_contacts'>;
  event: RecordKind;
}

/**
 * Queues a mail to a contact, and notes it in their row and in the record.
 * @param contact as the owner saw them: one whose address has changed since gets nothing
 * @throws AppError not-found
 */
export function mailContact(
  context: Context,
  ownerId: string,
  { id, email }: Pick<ContactView, 'id' | 'email'>,
  { kind, set, event }: OwnersMail,
): Promise<ContactView> {
  return context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const row = await query(tx)
      .updateTable('trusted_contacts')
      .set(set)
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('email', '=', email)
      .returning(COLUMNS)
      .executeTakeFirst();
    if (!row) throw notFound('contact');
    record(tx, ownerId, event, { contact_id: id });
    await enqueueContactMail(tx, { ownerId, contactId: id, kind, email });
    return viewOf({ ...context, em: tx }, ownerId, row);
  });
}
