import type { ContentType } from '#domain/content/content.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';
import { appendTimeline } from '#services/timeline.ts';
import { findContent } from './queries.ts';
import type { WholeContent } from './read-contents.ts';

const WITHHELD =
  'We took this out of the gallery after a report, so it stays private. If you think that is wrong, reply to any email of ours.';

/**
 * Shows a content to everyone, or to nobody but its owner: from the commit on, also its file. As it is already is fine.
 * @throws AppError forbidden for showing what an operator took out of the gallery; plan-required for showing it where the
 *   plan does not allow that, and never for hiding it; not-found
 */
export async function setVisibility(
  context: Context,
  ownerId: string,
  id: string,
  isPublic: boolean,
): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  await context.em.transactional(async (tx) => {
    const [content] = await tx.execute<{ type: ContentType; is_public: boolean; withheld_at: string | null }[]>(
      'select type, is_public, withheld_at from contents where id = ? and owner_id = ? for no key update',
      [id, ownerId],
    );
    if (!content) throw notFound('content');
    if (content.is_public === isPublic) return;
    // In this order: nobody shall choose a plan to show what no plan can show.
    if (isPublic && content.withheld_at) throw new AppError('forbidden', WITHHELD);
    if (isPublic) await requireFeature(tx, ownerId, 'publicSharing');
    await tx.execute('update contents set is_public = ? where id = ?', [isPublic, id]);
    await appendTimeline(tx, context.now, [
      {
        ownerId,
        kind: isPublic ? 'content-published' : 'content-unpublished',
        actor: 'owner',
        deliveryId: null,
        detail: { content_id: id, type: content.type },
      },
    ]);
  });
  return findContent(context, ownerId, id);
}
