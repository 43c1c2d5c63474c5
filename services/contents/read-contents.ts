import { type ContentType, MEGABYTE } from '#domain/content/content.ts';
import type { Context } from '#services/context.ts';
import type { Keyring, PersonKey } from '#services/crypto/keyring.ts';
import { unseal } from '#services/crypto/seal.ts';
import { type ContentView, type Preview, toContentView, toUnreadableView } from './content-view.ts';
import { cursorOf, readCursor } from './cursor.ts';
import { openBody } from './sealed-content.ts';
import { orUnreadable } from './unreadable.ts';

/** Texts of one page, in memory. */
const TEXTS_MAX_BYTES = 8 * MEGABYTE;

/** Which contents, and from where on. */
export interface Asked {
  limit: number;
  type?: ContentType | null;
  /** Where the last page ended. */
  cursor?: string | null;
}

/** A page of a list. */
export interface Contents<View = ContentView> {
  contents: View[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

interface Row {
  id: string;
  owner_id: string;
  wrapped_key: Buffer;
  type: ContentType;
  head: Buffer;
  body: Buffer | null;
  file_id: string | null;
  content_type: string;
  size: string | number;
  is_public: boolean;
  is_emergency: boolean;
  created_at: Date | string;
  width: number | null;
  height: number | null;
  peaks: Buffer | null;
}

const COLUMNS = `c.id, c.owner_id, u.wrapped_key, c.type, c.head, c.file_id, c.content_type, c.size, c.is_public, c.is_emergency,
  c.created_at, t.width, t.height, case when c.type = 'audio' then t.sealed end as peaks`;
const TABLES = `from contents c join users u on u.id = c.owner_id
  left join thumbnails t on t.file_id = c.file_id and t.state = 'ready'`;

/** A content that was read whole. */
export type WholeContent = ContentView & {
  /** The text of a letter; empty for anything else. */
  content: string;
};

/** A condition of ours on `c`, with its parameters. */
interface Whose {
  sql: string;
  params: unknown[];
}

/**
 * Reads one page of a list by its index: as quick at the end of a hundred thousand as at the beginning.
 * What of it cannot be opened is shown as that, where somebody hears of it.
 */
export async function readContents(context: Context, whose: Whose, asked: Asked): Promise<Contents> {
  const rows = await readRows(context, whose, asked);
  const keys = new Keys(context.keyring);
  return pageOf(rows, asked.limit, (row) => toView(context, keys, row));
}

/** The same with the texts of letters; a page ends early where its texts become too many to hold. */
export async function readWholeContents(context: Context, whose: Whose, asked: Asked): Promise<Contents<WholeContent>> {
  const rows = await readRows(context, whose, asked);
  const limit = Math.min(asked.limit, countThatFit(rows));
  const bodies = await readBodies(context, whose, rows.slice(0, limit));
  const keys = new Keys(context.keyring);
  return pageOf(rows, limit, (row) => {
    const body = bodies.get(row.id);
    const text = () => (body ? openBody(keys.of(row), row.id, body) : '');
    return { ...toView(context, keys, row), content: orUnreadable(context, { content: row.id }, text, '') };
  });
}

/** One row more than is asked for, where there is one: then the list goes on. */
function readRows(context: Context, whose: Whose, { limit, type, cursor }: Asked): Promise<Row[]> {
  const after = readCursor(cursor);
  return context.em.execute<Row[]>(
    `select ${COLUMNS} ${TABLES} where ${whose.sql} ${type ? 'and c.type = ?' : ''}
       ${after ? 'and (c.created_at, c.id) < (?, ?)' : ''} order by c.created_at desc, c.id desc limit ?`,
    [...whose.params, ...(type ? [type] : []), ...(after ? [after.createdAt, after.id] : []), limit + 1],
  );
}

function pageOf<View>(rows: readonly Row[], limit: number, view: (row: Row) => View): Contents<View> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    contents: shown.map(view),
    next: rows.length > limit && last ? cursorOf({ createdAt: new Date(last.created_at), id: last.id }) : null,
  };
}

/** @returns of how many the texts may be held at once; one in any case */
function countThatFit(rows: readonly Row[]): number {
  let bytes = 0;
  for (const [index, { type, size }] of rows.entries()) {
    bytes += type === 'text' ? Number(size) : 0;
    if (bytes > TEXTS_MAX_BYTES) return Math.max(1, index);
  }
  return rows.length;
}

async function readBodies({ em }: Context, whose: Whose, rows: readonly Row[]): Promise<Map<string, Buffer>> {
  const ids = rows.filter(({ type }) => type === 'text').map(({ id }) => id);
  const bodies = await em.execute<{ id: string; body: Buffer }[]>(
    `select c.id, c.body from contents c where ${whose.sql} and c.id = any(?::uuid[])`,
    [...whose.params, `{${ids.join(',')}}`],
  );
  return new Map(bodies.map(({ id, body }) => [id, body]));
}

/**
 * @returns one content with its text, or null
 * @throws SealBroken when its text cannot be opened
 */
export async function readContent(context: Context, whose: Whose): Promise<WholeContent | null> {
  const [row] = await context.em.execute<Row[]>(`select ${COLUMNS}, c.body ${TABLES} where ${whose.sql}`, whose.params);
  if (!row) return null;
  const keys = new Keys(context.keyring);
  return { ...toView(context, keys, row), content: row.body ? openBody(keys.of(row), row.id, row.body) : '' };
}

/** Opens each person's key once a list. */
class Keys {
  readonly #keyring: Keyring;
  readonly #opened = new Map<string, PersonKey>();

  constructor(keyring: Keyring) {
    this.#keyring = keyring;
  }

  of({ owner_id, wrapped_key }: Pick<Row, 'owner_id' | 'wrapped_key'>): PersonKey {
    const key = this.#opened.get(owner_id) ?? this.#keyring.openPersonKey(wrapped_key, owner_id);
    this.#opened.set(owner_id, key);
    return key;
  }
}

function toView(context: Context, keys: Keys, row: Row): ContentView {
  const content = {
    id: row.id,
    type: row.type,
    head: row.head,
    file: row.file_id,
    contentType: row.content_type,
    size: Number(row.size),
    isPublic: row.is_public,
    isEmergency: row.is_emergency,
    createdAt: new Date(row.created_at),
  };
  const about = { content: row.id };
  const preview = () => orUnreadable(context, about, () => previewOf(keys.of(row), row), null);
  const view = () => toContentView(keys.of(row), content, preview());
  return orUnreadable(context, about, view, toUnreadableView(content));
}

function previewOf(key: PersonKey, { file_id, peaks, width, height }: Row): Preview | null {
  if (file_id === null) return null;
  if (peaks) return { kind: 'waveform', peaks: [...unseal(key, { kind: 'thumbnail', id: file_id }, peaks)] };
  return width !== null && height !== null ? { kind: 'picture', width, height } : null;
}
