/** Seals a content that was saved open: the parcel takes its place, and nothing of what was open remains. */
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Selectable } from 'kysely';
import { query, type Tables } from '#db/query.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { parcelTexts } from '#messages/en/parcel-texts.ts';
import { sealingRefusals } from '#messages/en/sealing-refusals.ts';
import { say } from '#messages/say.ts';
import { type IncomingParcel, PARCEL_FILE, saveParcel } from '#services/contents/parcels.ts';
import { findContent, type WholeContent } from '#services/contents/read-contents.ts';
import { type IncomingFile, markReady, receiveFile, type Stored } from '#services/contents/receive-file.ts';
import { sealCaption, sealHead } from '#services/contents/sealed-content.ts';
import { versionBytes } from '#services/contents/versions.ts';
import type { VaultContext } from '#services/context.ts';
import { lockAccount } from '#services/lock-account.ts';
import { notFound } from '#services/not-found.ts';
import { appendTimeline } from '#services/timeline.ts';
import { isBeingSent, lockCarriers } from './delete-content.ts';

const COLUMNS = ['type', 'file_id', 'size', 'is_public', 'is_sealed', 'version'] as const;

type Open = Pick<Selectable<Tables['contents']>, (typeof COLUMNS)[number]>;

/** A content that is to be sealed. */
export interface SealRequest {
  id: string;
  /** The version that was sealed; null to compare nothing. */
  expected: number | null;
  /** Runs in the same transaction, before anything is compared; if it throws, nothing changes. */
  alongside?: (em: EntityManager, content: { id: string }) => Promise<void>;
}

/**
 * @returns what makes room for the parcel, in bytes: the content and its earlier versions
 * @throws AppError conflict where it is sealed already, or public; changed-meanwhile; not-found
 */
async function requireSealable(em: EntityManager, ownerId: string, { id, expected }: SealRequest): Promise<number> {
  if (!isId(id)) throw notFound('content');
  const row = await ownRow(em, ownerId, id).executeTakeFirst();
  requireOpen(row, expected);
  return Number(row.size) + (await versionBytes(em, id));
}

/**
 * Puts a parcel in the place of a content. In one transaction the open copy, its earlier versions, its note, its thumbnail,
 * and the copies that deliveries have frozen are deleted. Its deliveries, and whether contacts get it, stay as they are:
 * from now on they bring the sealed item, also to those who were sent the open one.
 * @throws AppError conflict where it is sealed already, is public, or is being sent right now; changed-meanwhile; not-found;
 *   validation-failed without a parcel; as `receiveFile`
 */
export async function sealContent(
  context: VaultContext,
  ownerId: string,
  request: SealRequest,
  incoming: IncomingFile,
): Promise<WholeContent> {
  // Before the first byte, where the fields come before the file. A wrong field is refused first.
  const givesWay = incoming.before ? await requireSealable(context.em, ownerId, request) : 0;
  await receiveFile(context, ownerId, incoming, (stored) => replace(context, request, stored), { givesWay });
  return findContent(context, ownerId, request.id);
}

function ownRow(em: EntityManager, ownerId: string, id: string) {
  return query(em).selectFrom('contents').select(COLUMNS).where('id', '=', id).where('owner_id', '=', ownerId);
}

function requireOpen(row: Open | undefined, expected: number | null): asserts row is Open {
  if (!row) throw notFound('content');
  if (row.is_sealed) throw new AppError('conflict', say(sealingRefusals.sealed));
  if (row.is_public) throw new AppError('conflict', say(sealingRefusals.public));
  // What was written since would be lost.
  if (expected !== null && row.version !== expected)
    throw new AppError('changed-meanwhile', say(sealingRefusals.changed));
}

async function replace(
  { em, now }: VaultContext,
  { id, expected, alongside }: SealRequest,
  stored: Stored,
): Promise<void> {
  const { ownerId } = stored;
  const { parcel } = stored.details;
  if (!parcel) throw AppError.atField('validation-failed', 'sealed', say(parcelTexts['not-sealed']));
  await em.transactional(async (tx) => {
    await lockAccount(tx, ownerId);
    await alongside?.(tx, { id });
    // Scheduling locks this row too: from here on nobody adds a delivery of it.
    const row = await ownRow(tx, ownerId, id).forUpdate().executeTakeFirst();
    requireOpen(row, expected);
    const carriers = await lockCarriers(tx, id);
    if (carriers.deliveries.some((delivery) => isBeingSent(delivery, carriers.now)))
      throw new AppError('conflict', say(sealingRefusals['being-sent']));
    await markReady(tx, stored, now);
    await writeSealed(tx, { id, row, parcel, stored, now });
    const detail = { content_id: id, type: row.type };
    await appendTimeline(tx, now, [{ ownerId, kind: 'content-sealed', actor: 'owner', deliveryId: null, detail }]);
  });
}

interface Sealing {
  id: string;
  /** As it was. */
  row: Open;
  parcel: IncomingParcel;
  stored: Stored;
  now: Date;
}

async function writeSealed(tx: EntityManager, { id, row, parcel, stored, now }: Sealing): Promise<void> {
  const { id: fileId, ownerId, key, details, contentType, size } = stored;
  const head = sealHead(key, id, { title: details.title, excerpt: '', original_filename: PARCEL_FILE });
  await query(tx)
    .updateTable('contents')
    .set({ type: 'file', head, body: null, caption: sealCaption(key, id, details.caption ?? '') })
    .set({ file_id: fileId, content_type: contentType, size, is_sealed: true, shares_location: false, changed_at: now })
    .where('id', '=', id)
    .execute();
  await saveParcel(tx, key, { contentId: id, ownerId, parcel });
  // A trigger has just made one of the letter itself.
  await query(tx).deleteFrom('content_versions').where('content_id', '=', id).execute();
  // A trigger freezes the note anew.
  await query(tx)
    .updateTable('delivery_contents')
    .set({ frozen_head: head, frozen_body: null })
    .where('content_id', '=', id)
    .where('frozen_head', 'is not', null)
    .execute();
  // Triggers delete its thumbnail and its copy, and enqueue the deletion of its object in the store.
  if (row.file_id) await query(tx).deleteFrom('files').where('id', '=', row.file_id).execute();
}
