/** Writes letters, and changes what its owner can change of a content. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query, type Tables } from '#db/query.ts';
import type { ChangeContent, CreateText, EditText } from '#domain/content/content.schema.ts';
import { excerptOf, LETTER_CONTENT_TYPE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { say } from '#messages/say.ts';
import { type ContentView, toContentView } from '#services/contents/content-view.ts';
import { findContent, type WholeContent } from '#services/contents/read-contents.ts';
import { openHead, sealBody, sealHead } from '#services/contents/sealed-content.ts';
import { lockSpace, requireSpaceForText, type Space } from '#services/contents/storage.ts';
import { setVisibility } from '#services/contents/visibility.ts';
import type { Context } from '#services/context.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { needsChanged } from '#services/emergency/change-protocol.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { newId } from '#services/ids.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';

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
    requireSpaceForText(await lockSpace(tx, ownerId), size);
    await query(tx)
      .insertInto('contents')
      .values({ ...content, body, owner_id: ownerId })
      .execute();
  });
  return toContentView(key, content);
}

/**
 * Changes all of it, or nothing.
 * @throws AppError as `editContent`, `setEmergency` and `setVisibility` do
 */
export function changeContent(
  context: Context,
  ownerId: string,
  id: string,
  { title, content, is_public, is_emergency }: ChangeContent,
): Promise<WholeContent> {
  return context.em.transactional(async (em) => {
    const inside = { ...context, em };
    // The text first: it locks the owner before the row, as uploads do.
    if (title !== undefined || content !== undefined)
      await editContent(inside, ownerId, id, {
        ...(title === undefined ? {} : { title }),
        ...(content === undefined ? {} : { content }),
      });
    if (is_emergency !== undefined) await setEmergency(inside, ownerId, id, is_emergency);
    if (is_public !== undefined) await setVisibility(inside, ownerId, id, is_public);
    return findContent(inside, ownerId, id);
  });
}

/**
 * Changes a title, or the text of a letter. A pending delivery will bring the new version; one that was sent keeps the old.
 * @param change what is absent stays as it is
 * @throws AppError quota-exceeded when a letter grows by more than there is room for; conflict for the text of a file;
 *   not-found
 */
export async function editContent(
  context: Context,
  ownerId: string,
  id: string,
  { title, content: text }: Partial<EditText>,
): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  const key = await personKey(context, ownerId);
  await context.em.transactional(async (tx) => {
    // The owner before the row, as uploads lock them.
    const space = await lockSpace(tx, ownerId);
    const row = await lockContent(tx, ownerId, id);
    if (text !== undefined) requireGrowth(space, row, Buffer.byteLength(text));
    // The old head is only opened where part of it stays: a damaged letter can be written anew.
    const before = title === undefined || text === undefined ? openHead(key, id, row.head) : { title, excerpt: '' };
    const head = {
      ...before,
      title: title ?? before.title,
      excerpt: text === undefined ? before.excerpt : excerptOf(text),
    };
    await query(tx)
      .updateTable('contents')
      .set({ head: sealHead(key, id, head) })
      .set(text === undefined ? {} : { body: sealBody(key, id, text), size: Buffer.byteLength(text) })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .execute();
  });
  return findContent(context, ownerId, id);
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
  await context.em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    await query(tx)
      .updateTable('contents')
      .set({ is_emergency: isEmergency })
      .where('id', '=', id)
      .where('owner_id', '=', ownerId)
      .execute();
    await needsChanged(tx, ownerId, dayOf(context));
  });
  return findContent(context, ownerId, id);
}

type Editable = Pick<Tables['contents'], 'type' | 'size' | 'head'>;

async function lockContent(tx: EntityManager, ownerId: string, id: string): Promise<Editable> {
  const row = await query(tx)
    .selectFrom('contents')
    .select(['type', 'size', 'head'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('content');
  return row;
}

function requireGrowth(space: Space, { type, size }: Editable, wanted: number): void {
  if (type !== 'text') throw new AppError('conflict', say(contentRefusals['only-letters']));
  const growth = wanted - Number(size);
  if (growth > 0) requireSpaceForText(space, growth);
}
