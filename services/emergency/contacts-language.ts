import { query } from '#db/query.ts';
import type { Language } from '#domain/language.ts';
import type { Context } from '#services/context.ts';
import { claimedId, opensLink } from '#services/crypto/link.ts';
import { followLink } from '#services/limits/limits.ts';
import { unknownLink } from '#services/not-found.ts';

/**
 * A trusted contact chooses the language of what this owner's protocol writes to them: their page, later mails, and what is
 * released to them. A contact who was removed still chooses for the mails that they have.
 * @param secret of the mail that notified the contact
 * @throws AppError not-found for a link that is not ours; too-many-requests after very many of those
 */
export function chooseContactsLanguage(context: Context, secret: string, language: Language): Promise<false> {
  return followLink(context, async () => {
    const mailId = claimedId(secret);
    if (!mailId || !opensLink(context.keyring, secret, 'contact', mailId, 0)) throw unknownLink();
    await context.em.transactional(async (tx) => {
      const mail = await query(tx)
        .selectFrom('emergency_mails')
        .select(['owner_id', 'email'])
        .where('id', '=', mailId)
        .executeTakeFirst();
      // It was deleted with its account.
      if (!mail?.email) return;
      for (const table of ['trusted_contacts', 'emergency_mails'] as const)
        await query(tx)
          .updateTable(table)
          .set({ language })
          .where('owner_id', '=', mail.owner_id)
          .where('email', '=', mail.email)
          .execute();
      await query(tx)
        .updateTable('deliveries')
        .set({ language })
        .where('owner_id', '=', mail.owner_id)
        .where('recipient_email', '=', mail.email)
        .where('origin', '=', 'release')
        .execute();
    });
    return false as const;
  });
}
