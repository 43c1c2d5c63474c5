/** The parts of sealed items beside their files. Each is sealed once more, with its owner's key. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { isAgeFile, PARCEL_SHARE_BYTES } from '#domain/content/parcel.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { parcelTexts } from '#messages/en/parcel-texts.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import type { PersonKey } from '#services/crypto/keyring.ts';
import { seal, unseal } from '#services/crypto/seal.ts';
import { notFound } from '#services/not-found.ts';
import { openHead } from './sealed-content.ts';

/** The name under which the file of a sealed item is saved. */
export const PARCEL_FILE = 'content.age';

/** What is uploaded with content.age. */
export interface IncomingParcel {
  meta: Buffer;
  key: Buffer;
  /** Null where the owner made no sheets. */
  share: Buffer | null;
}

/** A sealed item without content.age, which is its file. */
export interface SealedParts {
  /** Shown before opening. */
  label: string;
  fileId: string;
  /** Of content.age, in bytes. */
  size: number;
  createdAt: Date;
  meta: Buffer;
  key: Buffer;
}

/**
 * @param parts as they were uploaded
 * @throws AppError validation-failed where one is missing, or is not what it has to be
 */
export function requireParcel(parts: ReadonlyMap<string, Buffer>): IncomingParcel {
  const [meta, key, share] = [parts.get('meta'), parts.get('key'), parts.get('share') ?? null];
  if (!meta || !isAgeFile(meta)) throw notAge('meta');
  if (!key || !isAgeFile(key)) throw notAge('key');
  if (share && share.length !== PARCEL_SHARE_BYTES)
    throw AppError.atField(
      'validation-failed',
      'share',
      say(parcelTexts['share-length'], { bytes: PARCEL_SHARE_BYTES }),
    );
  return { meta, key, share };
}

/** @returns the refusal of a part that is no age file */
export function notAge(field: 'file' | 'meta' | 'key'): AppError {
  return AppError.atField('validation-failed', field, say(parcelTexts['not-age']));
}

/** Adds the parts of a parcel, in the transaction that adds its content. */
export async function saveParcel(
  tx: EntityManager,
  person: PersonKey,
  { contentId, ownerId, parcel }: { contentId: string; ownerId: string; parcel: IncomingParcel },
): Promise<void> {
  const { meta, key, share } = parcel;
  await query(tx)
    .insertInto('parcels')
    .values({
      content_id: contentId,
      owner_id: ownerId,
      meta: seal(person, { kind: 'parcel-meta', id: contentId }, meta),
      key: seal(person, { kind: 'parcel-key', id: contentId }, key),
    })
    .execute();
  if (!share) return;
  const sealed = seal(person, { kind: 'parcel-share', id: contentId }, share);
  await query(tx).insertInto('parcel_shares').values({ content_id: contentId, share: sealed }).execute();
}

/**
 * Never reads the share: before a delivery nobody gets it, the owner included.
 * @throws AppError not-found, also for an item that is not sealed; SealBroken
 */
export async function findSealedParts(context: Context, ownerId: string, contentId: string): Promise<SealedParts> {
  const row = isId(contentId)
    ? await sealedRows(context.em).where('c.id', '=', contentId).where('c.owner_id', '=', ownerId).executeTakeFirst()
    : undefined;
  if (!row) throw notFound('content');
  return openParts(context, row);
}

/** The sealed contents `c` with their parcels `p`. */
export function sealedRows(em: EntityManager) {
  return query(em)
    .selectFrom('parcels as p')
    .innerJoin('contents as c', 'c.id', 'p.content_id')
    .innerJoin('users as u', 'u.id', 'c.owner_id')
    .select(['c.id', 'c.owner_id', 'c.head', 'c.file_id', 'c.size', 'c.created_at', 'p.meta', 'p.key', 'u.wrapped_key'])
    .where('c.file_id', 'is not', null)
    .$narrowType<{ file_id: string }>();
}

type SealedRow = Awaited<ReturnType<ReturnType<typeof sealedRows>['executeTakeFirstOrThrow']>>;

/**
 * @param head of the item as its reader sees it
 * @throws SealBroken
 */
export function openParts({ keyring }: Context, row: SealedRow, head: Buffer = row.head): SealedParts {
  const { id, owner_id, file_id, size, created_at } = row;
  const person = keyring.openPersonKey(row.wrapped_key, owner_id);
  return {
    label: openHead(person, id, head).title,
    fileId: file_id,
    size: Number(size),
    createdAt: created_at,
    meta: unseal(person, { kind: 'parcel-meta', id }, row.meta),
    key: unseal(person, { kind: 'parcel-key', id }, row.key),
  };
}
