import type { EntityManager } from '@mikro-orm/postgresql';
import type { NotNull } from 'kysely';
import type { Blank } from '#db/entities/content.ts';
import { query } from '#db/query.ts';
import { isPdf } from '#domain/content/content.ts';
import { copyName } from '#domain/content/file-name.ts';
import { isShownInline } from '#domain/content/media.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { contentRefusals } from '#messages/en/content-refusals.ts';
import { say } from '#messages/say.ts';
import type { VaultContext } from '#services/context.ts';
import { keyedHash } from '#services/crypto/keyed-hash.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { HEADER_BYTES, Opener, SealBroken, sealedSize, unseal } from '#services/crypto/seal.ts';
import { openStream, sealedRange } from '#services/crypto/seal-stream.ts';
import { notFound } from '#services/not-found.ts';
import { openBlanks, openHead } from './sealed-content.ts';

/** A file that may be read. */
export interface ReadableFile {
  id: string;
  name: string;
  contentType: string;
  /** Whether a browser may show it in place. */
  isInline: boolean;
  /** A PDF of the reader's own, or sent to them. Its scripts run in the browser's viewer, so a stranger's is not read there. */
  isReadable: boolean;
  /** In bytes. */
  size: number;
  /** Changes when the bytes that this reader sees change, and reveals nothing about them. */
  etag: string;
  /**
   * @param start of the range, in bytes
   * @param end the last byte, included
   * @returns the bytes as they arrive, each segment verified before it is given; the first one when this resolves
   * @throws SealBroken when the stored object was changed; AppError unavailable when the store does not answer, not-found
   *   when it was deleted meanwhile
   */
  read(start: number, end: number, signal: AbortSignal): Promise<AsyncGenerator<Buffer>>;
}

/** Who asks for a file. */
export type Reader = { accountId: string } | 'anyone';

const ETAG_BYTES = 16;
const COPY_TYPE = 'image/jpeg';

/** Why a file may be read: by its reader, or as an item of a delivery that was sent. */
export type Access = Reader | { deliveryId: string };

/**
 * @returns the file, when it is open to this reader at this moment
 * @throws AppError not-found, also for a file that exists and is not open to this reader
 */
export async function openFile(context: VaultContext, access: Access, fileId: string): Promise<ReadableFile> {
  const row = isId(fileId) ? await findFile(context, access, fileId) : undefined;
  if (!row) throw notFound('file');
  return readable(context, fileId, row, access);
}

/** Recipients see it where the owner allows it; visitors of the gallery never. */
function seesLocation(access: Access, row: FileRow): boolean {
  return isOwn(access, row) || (isOfDelivery(access) && row.shares_location);
}

function isOwn(access: Access, { owner_id }: FileRow): boolean {
  return access !== 'anyone' && !isOfDelivery(access) && owner_id === access.accountId;
}

type FileRow = NonNullable<Awaited<ReturnType<typeof findFile>>>;

function findFile({ em }: VaultContext, access: Access, fileId: string) {
  return accessible(em, access, fileId)
    .select(['c.id as content_id', 'c.head', 'c.content_type', 'c.shares_location'])
    .select(['f.storage_key', 'f.seal_header', 'f.size', 'f.sealed_blanks', 'f.blanks', 'f.original_id'])
    .where('f.state', '=', 'ready')
    .$narrowType<{ seal_header: NotNull; size: NotNull }>()
    .executeTakeFirst();
}

/** The content of a file or of its copy, with its owner's key, as far as the reader may see it. */
function accessible(em: EntityManager, access: Access, fileId: string) {
  return query(em)
    .selectFrom('files as f')
    .innerJoin('contents as c', (join) =>
      join.on(({ eb, fn, ref }) => eb('c.file_id', '=', fn.coalesce(ref('f.original_id'), ref('f.id')))),
    )
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['c.owner_id', 'u.wrapped_key'])
    .where('f.id', '=', fileId)
    .where((eb) => {
      if (access === 'anyone') return eb.ref('c.is_public');
      if (!isOfDelivery(access)) return eb.or([eb.ref('c.is_public'), eb('c.owner_id', '=', access.accountId)]);
      const items = eb
        .selectFrom('delivery_contents as dc')
        .select('dc.id')
        .where('dc.delivery_id', '=', access.deliveryId)
        .whereRef('dc.content_id', '=', 'c.id')
        // Frozen when it was sent.
        .where('dc.frozen_head', 'is not', null);
      return eb.exists(items);
    });
}

function isOfDelivery(access: Access): access is { deliveryId: string } {
  return access !== 'anyone' && 'deliveryId' in access;
}

function readable(context: VaultContext, id: string, row: FileRow, access: Access): ReadableFile {
  const key = context.keyring.openPersonKey(row.wrapped_key, row.owner_id);
  const { original_filename, title } = openHead(key, row.content_id, row.head);
  const name = original_filename ?? title;
  // A copy is drawn anew: it has no metadata that others could read.
  const contentType = row.original_id ? COPY_TYPE : row.content_type;
  const blanks = seesLocation(access, row) ? [] : openBlanks(key, id, row);
  const size = Number(row.size);
  return {
    id,
    name: row.original_id ? copyName(name) : name,
    contentType,
    isInline: isShownInline(contentType),
    isReadable: isPdf(contentType) && (isOfDelivery(access) || isOwn(access, row)),
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
  row: FileRow;
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
    throw new AppError('unavailable', say(contentRefusals['file-out-of-reach']));
  });
  // An object of another length is refused before its first byte.
  if (!stored) throw await whyMissing(em, id);
  if (stored.totalSize !== sealedSize(size)) {
    // An unread object would hold its connection to the store forever.
    unwanted.abort();
    throw new SealBroken('The stored object is not as long as it was.');
  }
  return begun(openStream(opener, stored.bytes, { size, start, end }));
}

/** A file that was deleted since its row was read is no alarm. */
async function whyMissing(em: EntityManager, id: string): Promise<Error> {
  const row = await query(em).selectFrom('files').select('id').where('id', '=', id).executeTakeFirst();
  return row ? new SealBroken('The stored object is gone, or was cut.') : notFound('file');
}

/** Verifies the first segment now, while the response can still be an error. */
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
 * Made with the owner's key from the row and the blanks, never from the bytes. From a hash of the bytes anyone could test
 * guesses of a hidden location, and see who has the same file.
 */
function etagOf(key: PersonKey, fileId: string, shown: unknown): string {
  return `"${keyedHash(key, { kind: 'etag', id: fileId }, JSON.stringify(shown)).toString('hex', 0, ETAG_BYTES)}"`;
}

function clamp(offset: number, length: number): number {
  return Math.min(Math.max(offset, 0), length);
}

/** A thumbnail, held in memory: it is small. */
export interface Thumbnail {
  bytes: Buffer;
  contentType: string;
  etag: string;
}

/**
 * @returns the picture that lists show of a file
 * @throws AppError not-found, also while it is not made, and for a file that is not open to this reader
 */
export async function openThumbnail(context: VaultContext, access: Access, fileId: string): Promise<Thumbnail> {
  const row = isId(fileId)
    ? await accessible(context.em, access, fileId)
        .innerJoin('thumbnails as t', 't.file_id', 'c.file_id')
        .select('t.sealed')
        .where('t.state', '=', 'ready')
        .where('c.type', '<>', 'audio')
        // A copy has none: that of its original is sealed with the original's id.
        .where('f.original_id', 'is', null)
        .$narrowType<{ sealed: NotNull }>()
        .executeTakeFirst()
    : undefined;
  if (!row) throw notFound('thumbnail');
  const key = context.keyring.openPersonKey(row.wrapped_key, row.owner_id);
  return {
    bytes: unseal(key, { kind: 'thumbnail', id: fileId }, row.sealed),
    contentType: 'image/webp',
    // The header of a sealed picture is random, so each sealing has a tag of its own.
    etag: etagOf(key, fileId, ['thumbnail', row.sealed.toString('hex', 0, HEADER_BYTES)]),
  };
}
