/** Who sees a content: everyone in the gallery, or only its owner. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import type { ContentType } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { parcelTexts } from '#messages/en/parcel-texts.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { notFound } from '#services/not-found.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { findContent, type WholeContent } from './read-contents.ts';

/**
 * Makes a content and its file public or private, from the commit on. Repeating it changes nothing.
 * @throws AppError validation-failed for publishing what is sealed; forbidden for publishing what an operator took out of the gallery; plan-required for publishing without
 *   the plan, and never for hiding; not-found
 */
export async function setVisibility(
  context: Context,
  ownerId: string,
  id: string,
  isPublic: boolean,
): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  await context.em.transactional(async (tx) => {
    const content = await query(tx)
      .selectFrom('contents')
      .select(['type', 'is_public', 'is_sealed', 'withheld_at'])
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!content) throw notFound('content');
    if (content.is_public === isPublic) return;
    if (content.is_sealed) throw AppError.atField('validation-failed', 'is_public', say(parcelTexts['not-public']));
    // Checked before the plan, so that nobody buys a plan for what no plan can publish.
    if (isPublic && content.withheld_at) throw new AppError('forbidden', say(contentRefusals.withheld));
    if (isPublic) await requireFeature(tx, ownerId, 'publicSharing');
    await query(tx).updateTable('contents').set({ is_public: isPublic }).where('id', '=', id).execute();
    const kind = isPublic ? 'content-published' : 'content-unpublished';
    await appendTimeline(tx, context.now, [happening({ ownerId, kind, actor: 'owner', id, type: content.type })]);
  });
  return findContent(context, ownerId, id);
}

/** @returns whether everyone sees it; false for what is not a content of this owner */
export async function isPublic({ em }: Context, ownerId: string, id: string | undefined): Promise<boolean> {
  if (id === undefined || !isId(id)) return false;
  const content = await query(em)
    .selectFrom('contents')
    .select('is_public')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return content?.is_public === true;
}

/** What an operator's command changed. */
export interface Unpublished {
  type: ContentType;
  /** False when it was private already. */
  wasPublic: boolean;
}

/**
 * An operator takes a content out of the gallery: from now on only its owner sees it, and cannot publish it until an
 * operator lets it back. Nothing is deleted.
 * @throws AppError not-found
 */
export async function unpublish(em: EntityManager, contentId: string, now: Date): Promise<Unpublished> {
  if (!isId(contentId)) throw notFound('content');
  return em.transactional(async (tx) => {
    const content = await query(tx)
      .selectFrom('contents')
      .select(['owner_id', 'type', 'is_public'])
      .where('id', '=', contentId)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!content) throw notFound('content');
    const { owner_id: ownerId, type, is_public: wasPublic } = content;
    await query(tx)
      .updateTable('contents')
      .set({ is_public: false, withheld_at: now })
      .where('id', '=', contentId)
      .execute();
    record(tx, ownerId, 'content-withheld', { content_id: contentId });
    if (wasPublic)
      await appendTimeline(tx, now, [
        happening({ ownerId, kind: 'content-unpublished', actor: 'operator', id: contentId, type }),
      ]);
    return { type, wasPublic };
  });
}

/**
 * An operator lets a content back: it remains private, and its owner may publish it again.
 * @returns whether it had been taken out
 * @throws AppError not-found
 */
export async function letBack(em: EntityManager, contentId: string): Promise<boolean> {
  if (!isId(contentId)) throw notFound('content');
  return em.transactional(async (tx) => {
    const content = await query(tx)
      .updateTable('contents as c')
      .from('contents as before')
      .set({ withheld_at: null })
      .whereRef('before.id', '=', 'c.id')
      .where('c.id', '=', contentId)
      .returning((eb) => eb('before.withheld_at', 'is not', null).$castTo<boolean>().as('was_withheld'))
      .returning('c.owner_id')
      .executeTakeFirst();
    if (!content) throw notFound('content');
    if (content.was_withheld) record(tx, content.owner_id, 'content-let-back', { content_id: contentId });
    return content.was_withheld;
  });
}

interface Change extends Pick<Happening, 'ownerId' | 'kind' | 'actor'> {
  id: string;
  type: ContentType;
}

function happening({ ownerId, kind, actor, id, type }: Change): Happening {
  return { ownerId, kind, actor, deliveryId: null, detail: { content_id: id, type } };
}
