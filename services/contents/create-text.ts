import { Content } from '#db/entities/content.ts';
import type { CreateText } from '#domain/content/content.schema.ts';
import { excerptOf, LETTER_CONTENT_TYPE } from '#domain/content/content.ts';
import { personKey } from '#services/accounts/person-key.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';
import { type ContentView, toContentView } from './content-view.ts';
import { sealBody, sealHead } from './sealed-content.ts';
import { lockSpace, requireSpaceForText } from './space.ts';

/**
 * Keeps a letter, sealed; private to its owner unless asked otherwise.
 * @throws AppError quota-exceeded; plan-required for a public one, and then nothing is kept
 */
export async function createText(context: Context, ownerId: string, input: CreateText): Promise<ContentView> {
  const key = await personKey(context, ownerId);
  const id = newId();
  const size = Buffer.byteLength(input.content);
  const content = {
    id,
    owner: ownerId,
    type: 'text' as const,
    head: sealHead(key, id, { title: input.title, excerpt: excerptOf(input.content) }),
    file: null,
    contentType: LETTER_CONTENT_TYPE,
    size,
    isPublic: input.is_public,
    isEmergency: false,
    createdAt: context.now,
  };
  await context.em.transactional(async (tx) => {
    if (input.is_public) await requireFeature(tx, ownerId, 'publicSharing');
    requireSpaceForText(await lockSpace(tx, ownerId), size);
    await tx.insert(Content, { ...content, body: sealBody(key, id, input.content) });
  });
  return toContentView(key, content);
}
