import { query } from '#db/query.ts';
import { hasThumbnail } from '#domain/content/content.ts';
import { safeFileName } from '#domain/content/file-name.ts';
import { hasJpegCopy } from '#domain/content/media.ts';
import { record } from '#services/append-record.ts';
import type { VaultContext } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import type { ScanLocation } from '#services/media/scan-apart.ts';
import { requireFeature } from '#services/subscription/entitlements.ts';
import { toContentView } from './content-view.ts';
import { PARCEL_FILE, saveParcel } from './parcels.ts';
import type { WholeContent } from './read-contents.ts';
import { type IncomingFile, markReady, receiveFile, type Stored } from './receive-file.ts';
import { sealCaption, sealHead } from './sealed-content.ts';

/**
 * Saves a file as a new content, which appears when all of it is stored.
 * @throws AppError plan-required; as `receiveFile`
 * @param scan finds where a camera wrote its location
 */
export async function saveFile(
  context: VaultContext,
  ownerId: string,
  incoming: IncomingFile,
  scan?: ScanLocation,
): Promise<WholeContent> {
  if (incoming.before?.is_public) await requireFeature(context.em, ownerId, 'publicSharing');
  const save = (stored: Stored) => saveRows(context, stored, incoming.alongside);
  return receiveFile(context, ownerId, incoming, save, scan ? { scan } : {});
}

/** The content and its file appear in one transaction. */
async function saveRows(
  { em, now }: VaultContext,
  stored: Stored,
  alongside: IncomingFile['alongside'],
): Promise<WholeContent> {
  const { id: fileId, ownerId, key, name, details, contentType, size } = stored;
  if (details.is_public) await requireFeature(em, ownerId, 'publicSharing');
  const id = newId();
  const original_filename = details.parcel ? PARCEL_FILE : safeFileName(name);
  const head = { title: details.title, excerpt: '', original_filename };
  const content = {
    id,
    type: details.type,
    head: sealHead(key, id, head),
    file_id: fileId,
    content_type: contentType,
    size,
    is_public: details.is_public,
    is_emergency: false,
    is_sealed: Boolean(details.parcel),
    created_at: now,
  };
  const note = details.caption ?? '';
  const view = { ...toContentView(key, content), content: '', caption: note };
  await em.transactional(async (tx) => {
    await markReady(tx, stored, now);
    await query(tx)
      .insertInto('contents')
      .values({ ...content, caption: sealCaption(key, id, note), owner_id: ownerId })
      .execute();
    record(tx, ownerId, 'content-created', { content_id: id, type: details.type });
    if (details.parcel) await saveParcel(tx, key, { contentId: id, ownerId, parcel: details.parcel });
    if (hasThumbnail(details.type, contentType)) {
      await query(tx).insertInto('thumbnails').values({ file_id: fileId, state: 'pending' }).execute();
      await enqueue(tx, 'thumbnail', fileId);
    }
    if (details.type === 'image' && hasJpegCopy(contentType)) await enqueue(tx, 'jpeg-copy', fileId);
    await alongside?.(tx, view);
  });
  return view;
}
