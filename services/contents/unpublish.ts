import type { EntityManager } from '@mikro-orm/postgresql';
import type { ContentType } from '#domain/content/content.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { appendTimeline } from '#services/timeline.ts';

/** What became of a content that an operator took out of the gallery. */
export interface Unpublished {
  type: ContentType;
  /** False when there was nothing left to do. */
  wasPublic: boolean;
}

/**
 * An operator takes a content out of the gallery: from now on it and its file are for its owner only, and its owner
 * cannot show it again until an operator lets it back. Nothing is deleted.
 * @param now when it happens
 * @throws AppError not-found
 */
export async function unpublish(em: EntityManager, contentId: string, now: Date): Promise<Unpublished> {
  if (!isId(contentId)) throw notFound('content');
  return em.transactional(async (tx) => {
    const [content] = await tx.execute<{ owner_id: string; type: ContentType; is_public: boolean }[]>(
      'select owner_id, type, is_public from contents where id = ? for no key update',
      [contentId],
    );
    if (!content) throw notFound('content');
    const { owner_id: ownerId, type, is_public: wasPublic } = content;
    await tx.execute('update contents set is_public = false, withheld_at = ? where id = ?', [now, contentId]);
    if (wasPublic) {
      await appendTimeline(tx, now, [
        {
          ownerId,
          kind: 'content-unpublished',
          actor: 'operator',
          deliveryId: null,
          detail: { content_id: contentId, type },
        },
      ]);
    }
    return { type, wasPublic };
  });
}

/**
 * An operator lets a content back that was taken out of the gallery: it stays private, and its owner may show it again.
 * @returns whether it had been taken out
 * @throws AppError not-found
 */
export async function letBack(em: EntityManager, contentId: string): Promise<boolean> {
  const [content] = isId(contentId)
    ? await em.execute<{ was_withheld: boolean }[]>(
        `update contents c set withheld_at = null from contents before where before.id = c.id and c.id = ?
         returning before.withheld_at is not null as was_withheld`,
        [contentId],
      )
    : [];
  if (!content) throw notFound('content');
  return content.was_withheld;
}
