/** Earlier versions of letters. A trigger on `contents` keeps the last 20 (db/migrations/0012-versions.ts). */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { isId } from '#domain/ids.ts';
import { record } from '#services/append-record.ts';
import type { Context } from '#services/context.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { fallbackIfUnreadable, openBody, openHead, sayUnreadable } from './sealed-content.ts';

/** An earlier version in a list. */
export interface VersionView {
  version: number;
  /** When it was saved, ISO 8601 with Z. */
  at: string;
  title: string;
  /** Its first words, at most EXCERPT_LENGTH characters. */
  excerpt: string;
}

/** An earlier version with its text. */
export interface WholeVersion extends VersionView {
  content: string;
}

/**
 * @returns the earlier versions of a letter, newest first; none for a file
 * @throws AppError not-found
 */
export async function listVersions(context: Context, ownerId: string, id: string): Promise<VersionView[]> {
  const rows = await selectVersions(context, ownerId, id).orderBy('v.version', 'desc').execute();
  if (rows.length === 0) await requireOwn(context.em, ownerId, id);
  const key = await personKey(context, ownerId);
  return rows.map(({ version, head, saved_at }) => {
    const open = () => openHead(key, id, head);
    const damaged = { title: sayUnreadable(), excerpt: '' };
    const { title, excerpt } = fallbackIfUnreadable(context, { content: id }, open, damaged);
    return { version, at: saved_at.toISOString(), title, excerpt };
  });
}

/**
 * @returns an earlier version of a letter
 * @throws AppError not-found, also for the current version; SealBroken when it cannot be opened
 */
export async function readVersion(context: Context, ownerId: string, id: string, n: number): Promise<WholeVersion> {
  const row = await selectVersions(context, ownerId, id).select('v.body').where('v.version', '=', n).executeTakeFirst();
  if (!row) throw notFound('version');
  const key = await personKey(context, ownerId);
  const { title, excerpt } = openHead(key, id, row.head);
  return { version: n, at: row.saved_at.toISOString(), title, excerpt, content: openBody(key, id, row.body) };
}

/**
 * Deletes all earlier versions of a letter for good, which frees their storage.
 * @throws AppError not-found
 */
export async function deleteVersions(context: Context, ownerId: string, id: string): Promise<void> {
  await context.em.transactional(async (tx) => {
    // As every save does: both change the versions and the owner's storage, and would wait for each other.
    await lockAccount(tx, ownerId);
    await requireOwn(tx, ownerId, id);
    await query(tx)
      .deleteFrom('content_versions')
      .where('content_id', '=', id)
      .where('owner_id', '=', ownerId)
      .execute();
    record(tx, ownerId, 'content-versions-deleted', { content_id: id });
  });
}

/** @returns how many bytes of storage the earlier versions of a letter take */
export async function versionBytes(em: EntityManager, contentId: string): Promise<number> {
  const row = await query(em)
    .selectFrom('content_versions')
    .select(({ fn }) => fn.sum<string | null>('size').as('bytes'))
    .where('content_id', '=', contentId)
    .executeTakeFirst();
  return Number(row?.bytes ?? 0);
}

/**
 * Deletes the oldest versions of a letter that do not fit. The newest always stays: what was just replaced is never lost.
 * @param room for all of them, in bytes
 */
export async function limitVersions(tx: EntityManager, contentId: string, room: number): Promise<void> {
  const rows = await query(tx)
    .selectFrom('content_versions')
    .select(['version', 'size'])
    .where('content_id', '=', contentId)
    .orderBy('version', 'desc')
    .execute();
  let left = room;
  const tooOld = rows.find(({ size }, index) => {
    left -= Number(size);
    return left < 0 && index > 0;
  });
  if (!tooOld) return;
  await query(tx)
    .deleteFrom('content_versions')
    .where('content_id', '=', contentId)
    .where('version', '<=', tooOld.version)
    .execute();
}

function selectVersions({ em }: Context, ownerId: string, id: string) {
  if (!isId(id)) throw notFound('content');
  return query(em)
    .selectFrom('content_versions as v')
    .select(['v.version', 'v.head', 'v.saved_at'])
    .where('v.content_id', '=', id)
    .where('v.owner_id', '=', ownerId);
}

async function requireOwn(em: EntityManager, ownerId: string, id: string): Promise<void> {
  const row = isId(id)
    ? await query(em)
        .selectFrom('contents')
        .select('id')
        .where('id', '=', id)
        .where('owner_id', '=', ownerId)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('content');
}
