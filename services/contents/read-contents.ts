/** Reads contents: for their owner, and for visitors of the gallery. */
import { query } from '#db/query.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { isId } from '#domain/ids.ts';
import type { Context } from '#services/context.ts';
import type { Keyring, PersonKey } from '#services/crypto/keyring.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { unseal } from '#services/crypto/seal.ts';
import { notFound } from '#services/not-found.ts';
import { type ListRequest, type Row, readRows, type Scope, selectContents } from './content-rows.ts';
import { type ContentView, type Preview, toContentView, toUnreadableView } from './content-view.ts';
import { cursorOf } from './cursor.ts';
import { fallbackIfUnreadable, openBlanks, openBody, openCaption } from './sealed-content.ts';

/** The texts of one page are held in memory together. */
const TEXTS_MAX_BYTES = 8 * MEGABYTE;

/** A page of a list. */
export interface Contents<View = ContentView> {
  contents: View[];
  /** Where the next page begins; null at the end. */
  next: string | null;
}

/** A content with what its owner wrote. */
export type WholeContent = ContentView & {
  /** The text of a letter; empty for a file. */
  content: string;
  /** The note with a file, for its recipients; empty for a letter. */
  caption: string;
};

type Private = 'is_public' | 'is_emergency' | 'is_sealed' | 'version' | 'shares_location' | 'caption';
/** What visitors see of a content: nothing about its owner, and no note to recipients. */
export type PublicContentView = Omit<ContentView, Private>;
export type WholePublicContent = Omit<WholeContent, Private>;

/**
 * Reads one page by index: the last page of a hundred thousand is as fast as the first. An item that cannot be opened is
 * shown as unreadable, and `onBroken` is called.
 * @returns the owner's contents, newest first
 */
export function listContents(context: Context, ownerId: string, request: ListRequest): Promise<Contents> {
  return listIn(context, { ownerId }, request);
}

/** The same with the texts of letters. A page ends early where its texts become too many to hold in memory. */
export function listWholeContents(
  context: Context,
  ownerId: string,
  request: ListRequest,
): Promise<Contents<WholeContent>> {
  return listWholeIn(context, { ownerId }, request);
}

/** @returns the contents in the gallery, newest first */
export async function listPublicContents(context: Context, request: ListRequest): Promise<Contents<PublicContentView>> {
  const { contents, next } = await listIn(context, 'gallery', request);
  return { contents: contents.map(withoutPrivate), next };
}

/** The same with the texts of letters. */
export async function listWholePublicContents(
  context: Context,
  request: ListRequest,
): Promise<Contents<WholePublicContent>> {
  const { contents, next } = await listWholeIn(context, 'gallery', request);
  return { contents: contents.map(withoutPrivate), next };
}

/**
 * @returns one content of the owner with its text
 * @throws AppError not-found, also for a content of another owner; SealBroken when its text cannot be opened
 */
export function findContent(context: Context, ownerId: string, id: string): Promise<WholeContent> {
  return findIn(context, { ownerId }, id);
}

/**
 * The same without its text, which stays sealed. One that cannot be opened is shown as unreadable, and `onBroken` is called.
 * @throws AppError not-found, also for a content of another owner
 */
export async function findContentView(context: Context, ownerId: string, id: string): Promise<ContentView> {
  const row = isId(id)
    ? await selectContents(query(context.em), { ownerId }).where('c.id', '=', id).executeTakeFirst()
    : undefined;
  if (!row) throw notFound('content');
  return toView(context, new Keys(context.keyring), row);
}

/**
 * @returns one content of the gallery with its text
 * @throws AppError not-found, also for a private content; SealBroken when its text cannot be opened
 */
export async function findPublicContent(context: Context, id: string): Promise<WholePublicContent> {
  return withoutPrivate(await findIn(context, 'gallery', id));
}

/** @returns whether a camera wrote its location into the file of a content: others get it only where the owner allows it */
export async function hasLocation(context: Context, ownerId: string, fileId: string): Promise<boolean> {
  const row = await query(context.em)
    .selectFrom('files')
    .select(['sealed_blanks', 'blanks'])
    .where('id', '=', fileId)
    .where('owner_id', '=', ownerId)
    .executeTakeFirst();
  return row !== undefined && openBlanks(await personKey(context, ownerId), fileId, row).length > 0;
}

/** @returns whether an operator took it out of the gallery: then only its owner sees it, on any plan */
export async function isWithheld({ em }: Context, ownerId: string, id: string): Promise<boolean> {
  const row = await query(em)
    .selectFrom('contents')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('withheld_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

async function listIn(context: Context, scope: Scope, request: ListRequest): Promise<Contents> {
  const rows = await readRows(context.em, scope, request);
  const keys = new Keys(context.keyring);
  return pageOf(rows, request.limit, (row) => toView(context, keys, row));
}

async function listWholeIn(context: Context, scope: Scope, request: ListRequest): Promise<Contents<WholeContent>> {
  const rows = await readRows(context.em, scope, request);
  const limit = Math.min(request.limit, countThatFit(rows));
  const written = await readWritten(context, scope, rows.slice(0, limit));
  const keys = new Keys(context.keyring);
  return pageOf(rows, limit, (row) => {
    const open = () => openWritten(keys, row, written.get(row.id) ?? NOTHING_WRITTEN);
    const opened = fallbackIfUnreadable(context, { content: row.id }, open, { content: '', caption: '' });
    return { ...toView(context, keys, row), ...opened };
  });
}

async function findIn(context: Context, scope: Scope, id: string): Promise<WholeContent> {
  const row = isId(id)
    ? await selectContents(query(context.em), scope)
        .select('c.body')
        .$if(scope !== 'gallery', (own) => own.select('c.caption'))
        .where('c.id', '=', id)
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('content');
  const keys = new Keys(context.keyring);
  return { ...toView(context, keys, row), ...openWritten(keys, row, row) };
}

/** Ciphertext of what an owner wrote. `caption` is absent for visitors of the gallery. */
interface Written {
  body: Buffer | null;
  caption?: Buffer | null;
}

const NOTHING_WRITTEN: Written = { body: null };

/** @returns the text of a letter, or the note with a file */
function openWritten(
  keys: Keys,
  row: Row,
  { body, caption = null }: Written,
): Pick<WholeContent, 'content' | 'caption'> {
  if (row.type !== 'text') return { content: '', caption: openCaption(keys.of(row), row.id, caption) };
  return { content: body ? openBody(keys.of(row), row.id, body) : '', caption: '' };
}

function pageOf<View>(rows: readonly Row[], limit: number, view: (row: Row) => View): Contents<View> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    contents: shown.map(view),
    next: rows.length > limit && last ? cursorOf({ createdAt: last.created_at, id: last.id }) : null,
  };
}

/** @returns how many texts fit into TEXTS_MAX_BYTES; at least one */
function countThatFit(rows: readonly Row[]): number {
  let bytes = 0;
  for (const [index, { type, size }] of rows.entries()) {
    bytes += type === 'text' ? Number(size) : 0;
    if (bytes > TEXTS_MAX_BYTES) return Math.max(1, index);
  }
  return rows.length;
}

/** Asks for the scope again: a content may have become private since its row was read. */
async function readWritten(context: Context, scope: Scope, rows: readonly Row[]): Promise<Map<string, Written>> {
  if (rows.length === 0) return new Map();
  const ids = rows.map(({ id }) => id);
  const written = await query(context.em)
    .selectFrom('contents as c')
    .select(['c.id', 'c.body'])
    .$if(scope !== 'gallery', (own) => own.select('c.caption'))
    .where((eb) => (scope === 'gallery' ? eb.ref('c.is_public') : eb('c.owner_id', '=', scope.ownerId)))
    .where('c.id', 'in', ids)
    .execute();
  return new Map(written.map(({ id, ...one }) => [id, one]));
}

/** Unwraps each owner's key once per list. */
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
  const about = { content: row.id };
  const preview = () => fallbackIfUnreadable(context, about, () => previewOf(keys.of(row), row), null);
  const view = () => toContentView(keys.of(row), row, preview());
  return fallbackIfUnreadable(context, about, view, toUnreadableView(row));
}

function previewOf(key: PersonKey, { file_id, peaks, width, height }: Row): Preview | null {
  if (file_id === null) return null;
  if (peaks) return { kind: 'waveform', peaks: [...unseal(key, { kind: 'thumbnail', id: file_id }, peaks)] };
  return width !== null && height !== null ? { kind: 'picture', width, height } : null;
}

function withoutPrivate<View extends ContentView & { caption?: string }>(view: View) {
  const { is_public, is_emergency, is_sealed, version, shares_location, caption, ...shown } = view;
  return shown;
}
