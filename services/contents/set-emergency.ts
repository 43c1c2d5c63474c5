import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import { findContent } from './queries.ts';
import type { WholeContent } from './read-contents.ts';

/**
 * Marks what trusted contacts are to have, or takes the mark away. Every plan may. As it is already is fine.
 * @throws AppError not-found
 */
export async function setEmergency(
  context: Context,
  ownerId: string,
  id: string,
  isEmergency: boolean,
): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  await context.em.execute('update contents set is_emergency = ? where id = ? and owner_id = ?', [
    isEmergency,
    id,
    ownerId,
  ]);
  return findContent(context, ownerId, id);
}
