import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import { needsChanged } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { findContent } from './queries.ts';
import type { WholeContent } from './read-contents.ts';

/**
 * Marks what trusted contacts are to have, or takes the mark away. Every plan may. As it is already is fine.
 * The first mark can start the protocol, and without any it stops.
 * @throws AppError not-found
 */
export async function setEmergency(
  context: Context,
  ownerId: string,
  id: string,
  isEmergency: boolean,
): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  await context.em.transactional(async (tx) => {
    // The account before what belongs to it, as everybody locks them.
    await tx.execute('select 1 from users where id = ? for no key update', [ownerId]);
    await tx.execute('update contents set is_emergency = ? where id = ? and owner_id = ?', [isEmergency, id, ownerId]);
    await needsChanged(tx, ownerId, dayOf(context));
  });
  return findContent(context, ownerId, id);
}
