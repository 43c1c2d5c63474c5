import type { EntityManager } from '@mikro-orm/postgresql';
import type { Blank } from '#db/entities/content.ts';
import { isShownInline } from '#domain/content/media.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { VaultContext } from '#services/context.ts';
import { keyedHash } from '#services/crypto/keyed-hash.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { HEADER_BYTES, Opener, SealBroken, sealedSize, unseal } from '#services/crypto/seal.ts';
import { openStream, sealedRange } from '#services/crypto/seal-stream.ts';
import { openHead } from './sealed-content.ts';

/** A file that may be read. */
export interface ReadableFile {
  id: string;
  name: string;
  contentType: string;
  /** Whether a browser may show it in place. */
  isInline: boolean;
  /** In bytes. */
  size: number;
  /** Changes when the bytes that this reader sees change, and tells nothing of them. */
  etag: string;
  /**
   * @param start the first byte that is wanted
   * @param end the last byte that is wanted
   * @returns the bytes as they come, each segment proven first; the first one has been proven when this resolves
   * @throws SealBroken when what is stored is not what was sealed; AppError unavailable when the store does not answer,
   *   not-found when it was deleted meanwhile
   */
  read(start: number, end: number, signal: AbortSignal): Promise<AsyncGenerator<Buffer>>;
}

/** Who wants to read: an account, or nobody known. */
export type Reader = { accountId: string } | 'anyone';

const ETAG_BYTES = 16;

interface Row {
  content_id: string;
  owner_id: string;
  wrapped_key: Buffer;
  head: Buffer;
  storage_key: string;
  seal_header: Buffer;
  size: string;
  content_type: string;
  blanks: Blank[];
}

const FILE = `select c.id as content_id, c.owner_id, u.wrapped_key, c.head, f.storage_key, f.seal_header, f.size,
    c.content_type, f.blanks
  from contents c join files f on f.id = c.file_id join users u on u.id = c.owner_id
  where f.id = ? and f.state = 'ready'`;

/**
 * @returns the file, when it is the reader's own or public at this moment
 * @throws AppError not-found, also for what is there and not for this reader
 */
export async function openFile(context: VaultContext, reader: Reader, fileId: string): Promise<ReadableFile> {
  const row = isId(fileId) ? await findRow(context, reader, fileId) : undefined;
  if (!row) throw notFound('file');
  return readable(context, fileId, row, { isOwner: reader !== 'anyone' && row.owner_id === reader.accountId });
}

async function findRow({ em }: VaultContext, reader: Reader, fileId: string): Promise<Row | undefined> {
  const [row] =
    reader === 'anyone'
      ? await em.execute<Row[]>(`${FILE} and c.is_public`, [fileId])
      : await em.execute<Row[]>(`${FILE} and (c.is_public or c.owner_id = ?)`, [fileId, reader.accountId]);
  return row;
}

/** Of what a delivery brought: frozen when it was sent. */
const CARRIED = `and exists (select 1 from delivery_contents dc
    where dc.delivery_id = ? and dc.content_id = c.id and dc.frozen_head is not null)`;

/**
 * The file of a content that a delivery carries: whoever holds its link may read it.
 * @throws AppError not-found when this delivery carries no such file
 */
export async function openDeliveredFile(
  context: VaultContext,
  deliveryId: string,
  fileId: string,
): Promise<ReadableFile> {
  const [row] = isId(fileId) ? await context.em.execute<Row[]>(`${FILE} ${CARRIED}`, [fileId, deliveryId]) : [];
  if (!row) throw notFound('file');
  return readable(context, fileId, row, { isOwner: false });
}

function readable(context: VaultContext, id: string, row: Row, { isOwner }: { isOwner: boolean }): ReadableFile {
  const key = context.keyring.openPersonKey(row.wrapped_key, row.owner_id);
  const { original_filename, title } = openHead(key, row.content_id, row.head);
  const blanks = isOwner ? [] : row.blanks;
  const size = Number(row.size);
  return {
    id,
    name: original_filename ?? title,
    contentType: row.content_type,
    isInline: isShownInline(row.content_type),
    size,
    etag: etagOf(key, id, ['file', blanks]),
    async read(start, end, signal) {
      const plaintext = await openRange(context, key, { id, row, size, start, end, signal });
      return blanks.length > 0 ? blanked(plaintext, start, blanks) : plaintext;
    },
  };
}

interface Range {
  id: string;
  row: Row;
  size: number;
  start: number;
  end: number;
  signal: AbortSignal;
}

async function openRange(
  { em, objects }: VaultContext,
  key: PersonKey,
  { id, row, size, start, end, signal }: Range,
): Promise<AsyncGenerator<Buffer>> {
  const opener = new Opener(key, { kind: 'file', id }, row.seal_header);
  const { from, to } = sealedRange(size, start, end);
  const unwanted = new AbortController();
  const either = AbortSignal.any([signal, unwanted.signal]);
  const stored = await objects.read(row.storage_key, from, to, either).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new AppError('unavailable', 'We cannot reach this file at the moment. Nothing was lost; please try again.');
  });
  // What was cut or put in its place is refused before a byte of it leaves.
  if (!stored) throw await whyMissing(em, id);
  if (stored.totalSize !== sealedSize(size)) {
    // What nobody reads would keep its connection to the store for ever.
    unwanted.abort();
    throw new SealBroken('The stored object is not as long as it was.');
  }
  return begun(openStream(opener, stored.bytes, { size, start, end }));
}

/** What was deleted since its row was read is no alarm. */
async function whyMissing(em: EntityManager, id: string): Promise<Error> {
  const [row] = await em.execute<{ id: string }[]>('select id from files where id = ?', [id]);
  return row ? new SealBroken('The stored object is gone, or was cut.') : notFound('file');
}

/** Proves the first segment now, while an answer can still say that something is wrong. */
async function begun(plaintext: AsyncGenerator<Buffer>): Promise<AsyncGenerator<Buffer>> {
  const first = await plaintext.next();
  return (async function* () {
    if (!first.done) yield first.value;
    yield* plaintext;
  })();
}

async function* blanked(
  plaintext: AsyncIterable<Buffer>,
  start: number,
  blanks: readonly Blank[],
): AsyncGenerator<Buffer> {
  let at = start;
  for await (const chunk of plaintext) {
    for (const [from, length, by = 0] of blanks) {
      if (from + length <= at) continue;
      if (from >= at + chunk.length) break;
      chunk.fill(by, clamp(from - at, chunk.length), clamp(from + length - at, chunk.length));
    }
    yield chunk;
    at += chunk.length;
  }
}

/**
 * A tag is made of which row it is and what this reader is shown of it, never of the bytes, and by the owner's key: with
 * a hash of the bytes anyone could try places until one fits, and see who keeps the same file.
 */
function etagOf(key: PersonKey, fileId: string, shown: unknown): string {
  return `"${keyedHash(key, { kind: 'etag', id: fileId }, JSON.stringify(shown)).toString('hex', 0, ETAG_BYTES)}"`;
}

function clamp(offset: number, length: number): number {
  return Math.min(Math.max(offset, 0), length);
}

/** A thumbnail, whole: it is small. */
export interface Thumbnail {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

interface ThumbnailRow {
  owner_id: string;
  wrapped_key: Buffer;
  sealed: Buffer;
}

const THUMBNAIL = `select c.owner_id, u.wrapped_key, t.sealed from contents c join users u on u.id = c.owner_id
    join thumbnails t on t.file_id = c.file_id
  where t.file_id = ? and t.state = 'ready' and c.type <> 'audio'`;

/**
 * @returns the picture that stands for a file in lists
 * @throws AppError not-found, also while it is not made, and for what is not for this reader
 */
export async function openThumbnail(context: VaultContext, reader: Reader, fileId: string): Promise<Thumbnail> {
  const accountId = reader === 'anyone' ? null : reader.accountId;
  return thumbnail(context, fileId, { only: 'and (c.is_public or c.owner_id = ?)', by: accountId });
}

/**
 * The same for whoever holds the link of a delivery that carries the file.
 * @throws AppError not-found, also while it is not made
 */
export async function openDeliveredThumbnail(
  context: VaultContext,
  deliveryId: string,
  fileId: string,
): Promise<Thumbnail> {
  return thumbnail(context, fileId, { only: CARRIED, by: deliveryId });
}

async function thumbnail(
  { em, keyring }: VaultContext,
  fileId: string,
  { only, by }: { only: string; by: string | null },
): Promise<Thumbnail> {
  const [row] = isId(fileId) ? await em.execute<ThumbnailRow[]>(`${THUMBNAIL} ${only}`, [fileId, by]) : [];
  if (!row) throw notFound('thumbnail');
  const key = keyring.openPersonKey(row.wrapped_key, row.owner_id);
  return {
    bytes: unseal(key, { kind: 'thumbnail', id: fileId }, row.sealed),
    contentType: 'image/webp',
    // The beginning is random with each sealing.
    etag: etagOf(key, fileId, ['thumbnail', row.sealed.toString('hex', 0, HEADER_BYTES)]),
  };
}
