/** Changes what an owner wrote: titles, letters, notes with files. Earlier versions of letters are kept. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { excerptOf } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import { findContent, type WholeContent } from '#services/contents/read-contents.ts';
import {
  type ContentHead,
  openBody,
  openCaption,
  openHead,
  sealBody,
  sealCaption,
  sealHead,
} from '#services/contents/sealed-content.ts';
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
  /** The note with a file; empty for none. */
  caption?: string | undefined;
  /** Whether recipients get the location that a camera wrote into a file. */
  shares_location?: boolean | undefined;
}

/** What is saved now, instead of the version that the caller read. */
export type SavedSince = Pick<WholeContent, 'title' | 'content' | 'caption' | 'shares_location' | 'version'>;

/** The refusal of a change of what was changed meanwhile. */
export class ChangedMeanwhile extends AppError {
  /** Read under the lock. Null where it was not opened, or cannot be. */
  readonly saved: SavedSince | null;

  constructor(saved: SavedSince | null) {
    super('changed-meanwhile', say(contentRefusals['changed-meanwhile']));
    this.saved = saved;
  }
}

/**
 * Changes a content. A pending delivery will bring the new version; one that was sent keeps the old. A letter that really
 * changes leaves an earlier version behind. Saving what is there already changes nothing, whatever version is expected.
 * @param expected the version that the caller read; null to compare nothing
 * @throws ChangedMeanwhile when another version was saved since
 * @throws AppError quota-exceeded when a letter grows by more than there is room for; conflict for the text of a file, and
 *   for the note or the location of a letter; not-found
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
    const before = openWritten(key, row, edit);
    const change = changeOf(row, before, edit);
    if (!change) return;
    if (expected !== null && expected !== row.version) throw new ChangedMeanwhile(before && savedIn(row, before));
    const writing = { now: context.now, key, row, change };
    if (row.type === 'text') await writeLetter(tx, ownerId, space, writing);
    else await write(tx, writing);
    record(tx, ownerId, 'content-changed', { content_id: id });
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

const EDITABLE = ['id', 'type', 'size', 'head', 'body', 'caption', 'shares_location', 'version'] as const;

type Editable = Pick<Selectable<Tables['contents']>, (typeof EDITABLE)[number]>;

async function lockContent(tx: EntityManager, ownerId: string, id: string): Promise<Editable> {
  const row = await query(tx)
    .selectFrom('contents')
    .select(EDITABLE)
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

/** What an owner wrote, opened. */
interface Written {
  head: ContentHead;
  /** The text of a letter. */
  content: string;
  /** The note with a file. */
  caption: string;
}

/**
 * @returns null where none of it changes, and for a damaged letter that is replaced as a whole: it can be written anew
 * @throws SealBroken when what stays cannot be opened
 */
function openWritten(key: PersonKey, row: Editable, { title, content, caption }: ContentEdit): Written | null {
  if (title === undefined && content === undefined && caption === undefined) return null;
  const { id, head, body } = row;
  try {
    return {
      head: openHead(key, id, head),
      content: body ? openBody(key, id, body) : '',
      caption: openCaption(key, id, row.caption),
    };
  } catch (error) {
    if (title !== undefined && content !== undefined && error instanceof SealBroken) return null;
    throw error;
  }
}

function savedIn({ version, shares_location }: Editable, { head, content, caption }: Written): SavedSince {
  return { title: head.title, content, caption, shares_location, version };
}

/** A content as it will be. */
interface Change {
  /** Null where it stays as it is. */
  written: Written | null;
  sharesLocation: boolean;
}

/** @returns null where nothing would change */
function changeOf(row: Editable, before: Written | null, edit: ContentEdit): Change | null {
  const written = writtenAnew(before, edit);
  const sharesLocation = edit.shares_location ?? row.shares_location;
  return written || sharesLocation !== row.shares_location ? { written, sharesLocation } : null;
}

/** @returns null where nothing would change */
function writtenAnew(before: Written | null, { title, content, caption }: ContentEdit): Written | null {
  if (title === undefined && content === undefined && caption === undefined) return null;
  const { head, ...texts } = before ?? { head: { title: '', excerpt: '' }, content: '', caption: '' };
  const after = {
    head: { ...head, title: title ?? head.title, ...(content !== undefined && { excerpt: excerptOf(content) }) },
    content: content ?? texts.content,
    caption: caption ?? texts.caption,
  };
  const isSame =
    after.head.title === before?.head.title && after.content === before.content && after.caption === before.caption;
  return isSame ? null : after;
}

interface Writing {
  now: Date;
  key: PersonKey;
  row: Editable;
  change: Change;
}

/** Earlier versions give way to the letter, the oldest first. */
async function writeLetter(tx: EntityManager, ownerId: string, space: Space, writing: Writing): Promise<void> {
  const { row, change } = writing;
  const size = change.written ? sizeOf(change.written) : Number(row.size);
  const growth = size - Number(row.size);
  const versions = await versionBytes(tx, row.id);
  if (growth > 0) await requireSpaceForText(tx, ownerId, space, growth, versions);
  await write(tx, writing);
  await limitVersions(tx, row.id, Math.max(space.limit, space.used) - (space.used - versions + growth));
}

/** In one statement: a trigger raises the version, and keeps the one before. */
async function write(tx: EntityManager, { now, key, row, change }: Writing): Promise<void> {
  const { written, sharesLocation } = change;
  await query(tx)
    .updateTable('contents')
    .set({ changed_at: now, shares_location: sharesLocation, ...(written && sealed(key, row, written)) })
    .where('id', '=', row.id)
    .execute();
}

function sealed(key: PersonKey, { id, type }: Editable, written: Written) {
  const head = sealHead(key, id, written.head);
  if (type !== 'text') return { head, caption: sealCaption(key, id, written.caption) };
  return { head, body: sealBody(key, id, written.content), size: sizeOf(written) };
}

/** In bytes. */
function sizeOf({ content }: Written): number {
  return Buffer.byteLength(content);
}
