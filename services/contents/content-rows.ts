/** The rows of contents that lists and pages read, without what their owner wrote. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { InferResult, Kysely } from 'kysely';
import { prepared } from '#db/prepared.ts';
import type { Tables } from '#db/query.ts';
import type { ContentType } from '#domain/content/content.ts';
import { kept } from '#domain/kept.ts';
import { readCursor } from './cursor.ts';

/** Which contents to list, and after which position. */
export interface ListRequest {
  limit: number;
  type?: ContentType | null;
  /** Only those that are emergency content, or only the others. */
  isEmergency?: boolean;
  /** Where the last page ended. */
  cursor?: string | null;
}

/** Whose contents: those of one owner, or all that are in the gallery. */
export type Scope = { ownerId: string } | 'gallery';
export type Row = InferResult<ReturnType<typeof selectContents>>[number];

/** @returns the query for the contents `c` of a scope */
export function selectContents(db: Kysely<Tables>, scope: Scope) {
  return db
    .selectFrom('contents as c')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .leftJoin('thumbnails as t', (join) => join.onRef('t.file_id', '=', 'c.file_id').on('t.state', '=', 'ready'))
    .select(['c.id', 'c.owner_id', 'u.wrapped_key', 'c.type', 'c.head', 'c.file_id', 'c.content_type', 'c.size'])
    .select([
      'c.is_public',
      'c.is_emergency',
      'c.version',
      'c.is_sealed',
      'c.shares_location',
      'c.created_at',
      't.width',
      't.height',
    ])
    .select((eb) => eb.case().when('c.type', '=', 'audio').then(eb.ref('t.sealed')).end().as('peaks'))
    .where((eb) => (scope === 'gallery' ? eb.ref('c.is_public') : eb('c.owner_id', '=', scope.ownerId)));
}

/**
 * @returns one row more than `limit` where there is one: then the list goes on
 * @throws AppError validation-failed for a cursor that is not ours
 */
export function readRows(em: EntityManager, scope: Scope, request: ListRequest): Promise<Row[]> {
  const { limit, type = null, isEmergency = null, cursor } = request;
  const after = readCursor(cursor);
  const isGallery = scope === 'gallery';
  const list = listOf({ isGallery, isOfType: type !== null, isEmergency, isLater: after !== null });
  const values = { type, createdAt: after?.createdAt ?? null, id: after?.id ?? null, most: limit + 1 };
  return list(em, { ...values, ownerId: isGallery ? null : scope.ownerId } as ListValues);
}

interface ListShape {
  isGallery: boolean;
  isOfType: boolean;
  isEmergency: boolean | null;
  isLater: boolean;
}

/** Those that a shape does not use are null. */
interface ListValues {
  ownerId: string;
  type: ContentType;
  createdAt: Date;
  id: string;
  most: number;
}

const listOf = kept(({ isGallery, isOfType, isEmergency, isLater }: ListShape) =>
  prepared((db, { ownerId, type, createdAt, id, most }: ListValues) => {
    let rows = selectContents(db, isGallery ? 'gallery' : { ownerId });
    if (isOfType) rows = rows.where('c.type', '=', type);
    if (isEmergency !== null)
      rows = rows.where(({ ref, not }) => (isEmergency ? ref('c.is_emergency') : not(ref('c.is_emergency'))));
    if (isLater)
      rows = rows.where(({ eb, refTuple, tuple }) => eb(refTuple('c.created_at', 'c.id'), '<', tuple(createdAt, id)));
    return rows.orderBy('c.created_at', 'desc').orderBy('c.id', 'desc').limit(most);
  }),
);
