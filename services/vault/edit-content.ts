/** Changes what an owner wrote: titles, letters, messages with files. Earlier versions of letters are kept. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { excerptOf } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { say } from '#messages/say.ts';
import { findContent, type WholeContent } from '#services/contents/read-contents.ts';
import { type ContentHead, openBody, openHead, sealBody, sealHead } from '#services/contents/sealed-content.ts';
import { lockSpace, requireSpaceForText, type Space } from '#services/contents/storage.ts';
import { limitVersions, readVersion, versionBytes } from '#services/contents/versions.ts';
import type { Context } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { SealBroken } from '#services/crypto/seal.ts';
import { notFound } from '#services/not-found.ts';

/** What is absent stays as it is. */
export interface ContentEdit {
  title?: string | undefined;
  /** The text of a letter. */
  content?: string | undefined;
  /** The message with a file; empty for none. */
  caption?: string | undefined;
  /** Whether recipients get the location that a camera wrote into a file. */
  shares_location?: boolean | undefined;
}

/**
 * Changes a content. A pending delivery will bring the new version; one that was sent keeps the old. A letter that really
 * changes leaves an earlier version behind. Saving what is there already changes nothing, whatever version is expected.
 * @param expected the version that the caller read; null to compare nothing
 * @throws AppError changed-meanwhile when another version was saved since; quota-exceeded when a letter grows by more than
 *   there is room for; conflict for the text of a file, and for the message or the location of a letter; not-found
 */
export async function editContent(
  context: Context,
  ownerId: string,
  id: string,
  edit: ContentEdit,
  expected: number | null = null,
): Promise<WholeContent> {
  if (!isId(id)) throw notFound('content');
  const key = await personKey(context, ownerId);
  await context.em.transactional(async (tx) => {
    // The owner before the row, as uploads lock them.
    const space = await lockSpace(tx, ownerId);
    const row = await lockContent(tx, ownerId, id);
    requireKind(row, edit);
    const change = changeOf(key, id, row, edit);
    if (change && expected !== null && expected !== row.version)
      throw new AppError('changed-meanwhile', say(contentRefusals['changed-meanwhile']));
    if (change) await write(tx, context.now, { id, ownerId, key, row, space, change });
    if (edit.shares_location !== undefined)
      await query(tx)
        .updateTable('contents')
        .set({ shares_location: edit.shares_location })
        .where('id', '=', id)
        .execute();
  });
  return findContent(context, ownerId, id);
}

/**
 * Makes an earlier version the current one. The one that it replaces becomes an earlier version.
 * @throws AppError not-found; quota-exceeded; as `editContent`
 */
export async function restoreVersion(
  context: Context,
  ownerId: string,
  id: string,
  version: number,
): Promise<WholeContent> {
  const { title, content } = await readVersion(context, ownerId, id, version);
  return editContent(context, ownerId, id, { title, content });
}

type Editable = Pick<Selectable<Tables['contents']>, 'type' | 'size' | 'head' | 'body' | 'version'>;

async function lockContent(tx: EntityManager, ownerId: string, id: string): Promise<Editable> {
  const row = await query(tx)
    .selectFrom('contents')
    .select(['type', 'size', 'head', 'body', 'version'])
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('content');
  return row;
}

function requireKind({ type }: Editable, { content, caption, shares_location }: ContentEdit): void {
  if (type !== 'text' && content !== undefined) throw new AppError('conflict', say(contentRefusals['only-letters']));
  if (type === 'text' && (caption !== undefined || shares_location !== undefined))
    throw new AppError('conflict', say(contentRefusals['only-files']));
}

/** A content as it will be. */
interface Change {
  head: ContentHead;
  /** The text of a letter, or the message with a file. */
  text: string;
}

/** @returns null where nothing would change; @throws SealBroken when what stays cannot be opened */
function changeOf(key: PersonKey, id: string, row: Editable, { title, content, caption }: ContentEdit): Change | null {
  const text = content ?? caption;
  if (title === undefined && text === undefined) return null;
  const before = openWritten(key, id, row, { isReplaced: title !== undefined && content !== undefined });
  const isSame = (title ?? before?.head.title) === before?.head.title && (text ?? before?.text) === before?.text;
  if (before && isSame) return null;
  const head = { ...(before?.head ?? { title: '', excerpt: '' }) };
  if (title !== undefined) head.title = title;
  if (content !== undefined) head.excerpt = excerptOf(content);
  return { head, text: text ?? before?.text ?? '' };
}

/** @returns null for a damaged letter that is replaced as a whole: it can be written anew */
function openWritten(key: PersonKey, id: string, { head, body }: Editable, { isReplaced }: { isReplaced: boolean }) {
  try {
    return { head: openHead(key, id, head), text: body ? openBody(key, id, body) : '' };
  } catch (error) {
    if (isReplaced && error instanceof SealBroken) return null;
    throw error;
  }
}

interface Writing {
  id: string;
  ownerId: string;
  key: PersonKey;
  row: Editable;
  space: Space;
  change: Change;
}

/** A trigger keeps the version before. */
async function write(tx: EntityManager, now: Date, { id, ownerId, key, row, space, change }: Writing): Promise<void> {
  const { head, text } = change;
  const isLetter = row.type === 'text';
  const size = isLetter ? Buffer.byteLength(text) : Number(row.size);
  const growth = size - Number(row.size);
  const versions = await versionBytes(tx, id);
  // Earlier versions give way to the letter.
  if (growth > 0) await requireSpaceForText(tx, ownerId, space, growth, versions);
  await query(tx)
    .updateTable('contents')
    .set({ head: sealHead(key, id, head), size, changed_at: now })
    .set({ body: isLetter || text ? sealBody(key, id, text) : null })
    .where('id', '=', id)
    .execute();
  if (isLetter) await limitVersions(tx, id, Math.max(space.limit, space.used) - (space.used - versions + growth));
}
