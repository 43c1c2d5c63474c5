import { query } from '#db/query.ts';
import type { Language } from '#domain/language.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { followLink } from '#services/limits/limits.ts';
import { findContactPerson } from './contact-page.ts';

/**
 * A trusted contact chooses the language of what this owner's protocol writes to them: their page, later mails, and what is
 * released to them. A contact who was removed still chooses for the mails that they have.
 * @param secret of the contact's page
 * @throws AppError not-found for a link that is not ours; too-many-requests after very many of those
 */
export function chooseContactsLanguage(context: Context, secret: string, language: Language): Promise<false> {
  return followLink(context, async (): Promise<false> => {
    const person = await findContactPerson(context, secret);
    if (!person) return false;
    const { ownerId, email, contactId } = person;
    await context.em.transactional(async (tx) => {
      if (contactId)
        await query(tx).updateTable('trusted_contacts').set({ language }).where('id', '=', contactId).execute();
      const emails = [...new Set([email, person.sayAs])];
      await query(tx)
        .updateTable('emergency_mails')
        .set({ language })
        .where('owner_id', '=', ownerId)
        .where('email', 'in', emails)
        .execute();
      await query(tx)
        .updateTable('deliveries')
        .set({ language })
        .where('owner_id', '=', ownerId)
        .where('recipient_email', 'in', emails)
        .where('origin', '=', 'release')
        .execute();
      record(tx, ownerId, 'contact-language-chosen', { ...(contactId && { contact_id: contactId }), language });
    });
    return false;
  });
}
