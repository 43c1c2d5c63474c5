import { query } from '#db/query.ts';
import type { Language } from '#domain/language.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { findByLink } from './invitations.ts';

/**
 * A recipient chooses the language of their page, and of the messages about this delivery that are still to come.
 * @returns whether the delivery was opened before
 * @throws AppError not-found, gone
 */
export async function chooseRecipientsLanguage(context: Context, secret: string, language: Language): Promise<boolean> {
  const { id, linkEpoch, isOpened } = await findByLink(context, secret);
  await context.em.transactional(async (tx) => {
    const changed = await query(tx)
      .updateTable('deliveries')
      .set({ language })
      .where('id', '=', id)
      .where('link_epoch', '=', linkEpoch)
      .returning('owner_id')
      .executeTakeFirst();
    if (changed) record(tx, changed.owner_id, 'delivery-language-chosen', { delivery_id: id, language });
  });
  return isOpened;
}
