/** What a delivery brings, read a page at a time: a release may hold a hundred thousand things. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { type FileType, MEGABYTE, type TypeCounts } from '#domain/content/content.ts';
import { openBody, openCaption, openHead } from '#services/contents/sealed-content.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';

/** So many items are on a page. */
export const ITEMS_MAX = 100;
/** The texts of a page are in memory and on the page together. A page has one letter at least. */
const TEXTS_MAX_BYTES = 2 * MEGABYTE;

/** A letter with its text as it was when it was sent, or a file. */
export type DeliveredItem = { title: string; written_at: string } & (
  | { type: 'text'; content: string }
  | {
      type: FileType;
      /** The sender's note with the file; empty for none. */
      caption: string;
      file_id: string;
      original_filename: string;
      content_type: string;
      /** In bytes. */
      size: number;
      has_thumbnail: boolean;
      /** It is content.age of a parcel: its recipient opens it, and we cannot. */
      is_sealed: boolean;
      /** The JPEG of a picture that few browsers show; null without one. `size` in bytes. */
      copy: { file_id: string; size: number } | null;
    }
);

/** An item with its position in its delivery. Positions grow, and those of deleted items are missing. */
export type PlacedItem = DeliveredItem & { position: number };

/** One page of what was sent. */
export interface ItemsPage {
  items: PlacedItem[];
  /** The position at which this page begins. */
  from: number;
  /** Where the next page begins; null at the end. */
  next: number | null;
}

/** All that was sent, in numbers. */
export interface ItemsTotal {
  types: TypeCounts;
  /** Of files and texts together. */
  bytes: number;
}

/** The contents `c` with what recipients see of each, except its words. */
export function contentRows(em: EntityManager) {
  return query(em)
    .selectFrom('contents as c')
    .leftJoin('thumbnails as t', 't.file_id', 'c.file_id')
    .leftJoin('files as copy', (join) =>
      join.onRef('copy.original_id', '=', 'c.file_id').on('copy.state', '=', 'ready'),
    )
    .select(['copy.id as copy_id', 'copy.size as copy_size'])
    .select([
      'c.type',
      'c.file_id',
      'c.content_type',
      'c.size',
      'c.is_sealed',
      'c.created_at as written_at',
      't.state as thumbnail',
    ]);
}

interface ItemRow extends Pick<Tables['contents'], 'type' | 'file_id' | 'content_type' | 'size'> {
  is_sealed: boolean;
  /** The id that the ciphertext is sealed with. */
  sealed_as: string;
  /** The ciphertext of a content's title, text and note: frozen when it was sent, before that as they are. */
  head: Buffer;
  body: Buffer | null;
  caption: Buffer | null;
  written_at: Date;
  thumbnail: Tables['thumbnails']['state'] | null;
  copy_id: string | null;
  /** Postgres gives a bigint as text. */
  copy_size: Selectable<Tables['files']>['size'];
}

/** @throws SealBroken */
export function toItem(key: PersonKey, item: ItemRow): DeliveredItem {
  const { title, original_filename = title } = openHead(key, item.sealed_as, item.head);
  const written_at = item.written_at.toISOString();
  const { type, file_id, content_type, is_sealed, thumbnail, body } = item;
  if (type === 'text' || file_id === null)
    return { type: 'text', title, written_at, content: body ? openBody(key, item.sealed_as, body) : '' };
  const has_thumbnail = type !== 'audio' && thumbnail === 'ready';
  const file = { file_id, original_filename, content_type, size: Number(item.size), has_thumbnail, is_sealed };
  const copy = item.copy_id ? { file_id: item.copy_id, size: Number(item.copy_size) } : null;
  const caption = openCaption(key, item.sealed_as, item.caption);
  return { type, title, written_at, caption, ...file, copy };
}

/** The items of a delivery that was sent, without their words. */
function sentRows(em: EntityManager, deliveryId: string) {
  return contentRows(em)
    .innerJoin('delivery_contents as dc', 'dc.content_id', 'c.id')
    .select(['dc.position', 'dc.sealed_as', 'dc.frozen_head as head'])
    .where('dc.delivery_id', '=', deliveryId)
    .where('dc.frozen_head', 'is not', null)
    .orderBy('dc.position')
    .$narrowType<{ head: Buffer }>();
}

/** @returns the first item without its text or note; undefined when none is left */
export async function firstItem(
  em: EntityManager,
  key: PersonKey,
  deliveryId: string,
): Promise<DeliveredItem | undefined> {
  const row = await sentRows(em, deliveryId).limit(1).executeTakeFirst();
  return row && toItem(key, { ...row, body: null, caption: null });
}

/** @returns how much was sent, counted by Postgres */
export async function totalOf(em: EntityManager, deliveryId: string): Promise<ItemsTotal> {
  const rows = await query(em)
    .selectFrom('delivery_contents as dc')
    .innerJoin('contents as c', 'c.id', 'dc.content_id')
    .select(({ fn }) => ['c.type' as const, COUNT.as('count'), fn.sum<string>('c.size').as('bytes')])
    .where('dc.delivery_id', '=', deliveryId)
    .where('dc.frozen_head', 'is not', null)
    .groupBy('c.type')
    .execute();
  return {
    types: Object.fromEntries(rows.map(({ type, count }) => [type, count])),
    bytes: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0),
  };
}

/**
 * @param from the position at which the page begins
 * @param limit how many items at most
 * @returns the items as they were when they were sent; fewer where their texts are long
 */
export async function readItems(
  em: EntityManager,
  key: PersonKey,
  deliveryId: string,
  from: number,
  limit = ITEMS_MAX,
): Promise<ItemsPage> {
  const rows = await sentRows(em, deliveryId)
    .select(({ fn }) => fn<number | null>('octet_length', ['dc.frozen_body']).as('bytes'))
    .where('dc.position', '>=', from)
    .limit(limit + 1)
    .execute();
  const shown = rows.slice(0, Math.min(limit, countThatFit(rows)));
  const words = await readWords(
    em,
    deliveryId,
    shown.map(({ position }) => position),
  );
  const items = shown.map((row) => ({
    ...toItem(key, { ...row, ...(words.get(row.position) ?? NO_WORDS) }),
    position: row.position,
  }));
  return { items, from, next: rows[shown.length]?.position ?? null };
}

const NO_WORDS = { body: null, caption: null };

/** @returns how many texts fit into TEXTS_MAX_BYTES; at least one */
function countThatFit(rows: readonly { bytes: number | null }[]): number {
  let sum = 0;
  const tooMany = rows.findIndex(({ bytes }) => {
    sum += bytes ?? 0;
    return sum > TEXTS_MAX_BYTES;
  });
  return tooMany === -1 ? rows.length : Math.max(1, tooMany);
}

async function readWords(em: EntityManager, deliveryId: string, positions: readonly number[]) {
  const rows =
    positions.length === 0
      ? []
      : await query(em)
          .selectFrom('delivery_contents')
          .select(['position', 'frozen_body as body', 'frozen_caption as caption'])
          .where('delivery_id', '=', deliveryId)
          .where('position', 'in', positions)
          .execute();
  return new Map(rows.map(({ position, ...words }) => [position, words]));
}
