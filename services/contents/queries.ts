import { CONTENT_TYPES, type ContentType } from '#domain/content/content.ts';
import { notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import { entitlementsOf } from '#services/subscription/entitlements.ts';
import {
  type Asked,
  type Contents,
  readContent,
  readContents,
  readWholeContents,
  type WholeContent,
} from './read-contents.ts';

/** @returns what a person keeps, newest first */
export function listContents(context: Context, ownerId: string, asked: Asked): Promise<Contents> {
  return readContents(context, { sql: 'c.owner_id = ?', params: [ownerId] }, asked);
}

/** The same with the texts of letters. */
export function listWholeContents(context: Context, ownerId: string, asked: Asked): Promise<Contents<WholeContent>> {
  return readWholeContents(context, { sql: 'c.owner_id = ?', params: [ownerId] }, asked);
}

/**
 * @returns one content with its text
 * @throws AppError not-found, also for what belongs to somebody else
 */
export async function findContent(context: Context, ownerId: string, id: string): Promise<WholeContent> {
  const content = isId(id)
    ? await readContent(context, { sql: 'c.owner_id = ? and c.id = ?', params: [ownerId, id] })
    : null;
  if (!content) throw notFound('content');
  return content;
}

/** @returns whether an operator took it out of the gallery: then nobody sees it but its owner, on any plan */
export async function isWithheld({ em }: Context, ownerId: string, id: string): Promise<boolean> {
  const [row] = await em.execute<{ id: string }[]>(
    'select id from contents where id = ? and owner_id = ? and withheld_at is not null',
    [id, ownerId],
  );
  return row !== undefined;
}

/** What somebody's vault holds, and may hold. */
export interface StorageUse {
  /** As the plan is called. */
  plan: string;
  publicSharing: boolean;
  /** Bytes the plan allows. */
  limit: number;
  /** Bytes of what is kept, and of what is on its way in. */
  used: number;
  /** What is kept, in the order of CONTENT_TYPES; types of which there is nothing have zeros. */
  byType: { type: ContentType; items: number; bytes: number }[];
}

/** @returns how full a vault is: from running totals, so it costs the same however much there is */
export async function storageUse({ em }: Context, ownerId: string): Promise<StorageUse> {
  const { name: plan, publicSharing, storage: limit } = await entitlementsOf(em, ownerId);
  const rows = await em.execute<{ type: ContentType; items: string; bytes: string }[]>(
    'select type, items, bytes from storage_use where owner_id = ?',
    [ownerId],
  );
  const [coming] = await em.execute<{ bytes: string }[]>(
    `select coalesce(sum(reserved), 0) as bytes from files where owner_id = ? and state <> 'ready'`,
    [ownerId],
  );
  const byType = CONTENT_TYPES.map((type) => {
    const row = rows.find((one) => one.type === type);
    return { type, items: Number(row?.items ?? 0), bytes: Number(row?.bytes ?? 0) };
  });
  const used = byType.reduce((sum, { bytes }) => sum + bytes, Number(coming?.bytes ?? 0));
  return { plan, publicSharing, limit, used, byType };
}
