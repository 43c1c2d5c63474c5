/** Writes letters, and changes what its owner can change of a content. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import type { ChangeContent, CreateText } from '#domain/content/content.schema.ts';
import { excerptOf, LETTER_CONTENT_TYPE } from '#domain/content/content.ts';
import { isId } from '#domain/ids.ts';
import { record } from '#services/append-record.ts';
import { type ContentView, toContentView } from '#services/contents/content-view.ts';
import { findContent, type WholeContent } from '#services/contents/read-contents.ts';
import { sealBody, sealHead } from '#services/contents/sealed-content.ts';
import { lockSpace, requireRoomForOne, requireSpaceForText } from '#services/contents/storage.ts';
import { setVisibility } from '#services/contents/visibility.ts';
import type { Context } from '#services/context.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { needsChanged } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { newId } from '#services/ids.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';
import { ChangedMeanwhile, editContent } from './edit-content.ts';

/**
 * Saves a letter, sealed; private unless `is_public`.
 * @throws AppError quota-exceeded; plan-required for a public one, and then nothing is saved
 */
export async function createText(context: Context, ownerId: string, input: CreateText): Promise<ContentView> {
  const key = await personKey(context, ownerId);
  const id = newId();
  const size = Buffer.byteLength(input.content);
  const content = {
    id,
    type: 'text' as const,
    head: sealHead(key, id, { title: input.title, excerpt: excerptOf(input.content) }),
    file_id: null,
    content_type: LETTER_CONTENT_TYPE,
    size,
    is_public: input.is_public,
    is_emergency: false,
    created_at: context.now,
  };
  const body = sealBody(key, id, input.content);
  await context.em.transactional(async (tx) => {
    if (input.is_public) await requireFeature(tx, ownerId, 'publicSharing');
    await requireSpaceForText(tx, ownerId, await lockSpace(tx, ownerId), size);
    await requireRoomForOne(tx, ownerId);
    await query(tx)
      .insertInto('contents')
      .values({ ...content, body, owner_id: ownerId })
      .execute();
    record(tx, ownerId, 'content-created', { content_id: id, type: 'text' });
  });
  return toContentView(key, content);
}

/**
 * Changes all of it, or nothing.
 * @param expected the version that the caller read; null to compare nothing
 * @throws AppError as `editContent`, `setEmergency` and `setVisibility` do
 */
export function changeContent(
  context: Context,
  ownerId: string,
  id: string,
  { is_public, is_emergency, ...edit }: ChangeContent,
  expected: number | null = null,
): Promise<WholeContent> {
  return context.em.transactional(async (em) => {
    const inside = { ...context, em };
    if (expected !== null) await requireRead(em, ownerId, id, { is_public, is_emergency }, expected);
    // The text first: it locks the owner before the row, as uploads do.
    if (Object.keys(edit).length > 0) await editContent(inside, ownerId, id, edit, expected);
    if (is_public !== undefined) await setVisibility(inside, ownerId, id, is_public);
    if (is_emergency !== undefined) await setEmergency(inside, ownerId, id, is_emergency);
    return findContent(inside, ownerId, id);
  });
}

/**
 * Refuses to publish, hide or set aside a version that the caller has not read. What is so already is no change.
 * @throws ChangedMeanwhile; AppError not-found
 */
async function requireRead(
  tx: EntityManager,
  ownerId: string,
  id: string,
  { is_public, is_emergency }: Pick<ChangeContent, 'is_public' | 'is_emergency'>,
  expected: number,
): Promise<void> {
  if (!isId(id)) throw notFound('content');
  await lockAccount(tx, ownerId);
  const row = await query(tx)
    .selectFrom('contents')
    .select(['version', 'is_public', 'is_emergency'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('content');
  const isSame =
    (is_public ?? row.is_public) === row.is_public && (is_emergency ?? row.is_emergency) === row.is_emergency;
  if (!isSame && row.version !== expected) throw new ChangedMeanwhile(null);
}

/**
 * Says whether trusted contacts get this content. Allowed on every plan. The first emergency content can start the
 * protocol; without any it stops.
 * @throws AppError not-found
 */
export async function setEmergency(
  context: Context,
  ownerId: string,
  id: string,
  isEmergency: boolean,
): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  const changed = await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    const content = await query(tx)
      .updateTable('contents')
      .set({ is_emergency: isEmergency })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .where('is_emergency', '<>', isEmergency)
      .returning('id')
      .executeTakeFirst();
    const kind = isEmergency ? 'content-emergency-added' : 'content-emergency-removed';
    if (content) record(tx, ownerId, kind, { content_id: id });
    await needsChanged(tx, ownerId, dayOf(context));
    return content;
  });
  if (changed) recordSecurityEvent(context, 'protocol-changed', { account: ownerId, about: id });
  return findContent(context, ownerId, id);
}
