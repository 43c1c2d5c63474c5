import { AppError } from '#domain/errors.ts';
import {
  openDeliveredFile,
  openDeliveredThumbnail,
  type ReadableFile,
  type Thumbnail,
} from '#services/contents/open-file.ts';
import type { Context, VaultContext } from '#services/context.ts';
import { findByLink } from './invitations.ts';

/**
 * A file of a delivery, for whoever holds its link and has opened it. Looking at it changes nothing.
 * @throws AppError forbidden before it was opened; not-found, gone
 */
export async function openRecipientsFile(context: VaultContext, secret: string, fileId: string): Promise<ReadableFile> {
  return openDeliveredFile(context, await openedDelivery(context, secret), fileId);
}

/**
 * The small picture of such a file.
 * @throws AppError not-found, also where none was made; forbidden before it was opened; gone
 */
export async function openRecipientsThumbnail(
  context: VaultContext,
  secret: string,
  fileId: string,
): Promise<Thumbnail> {
  return openDeliveredThumbnail(context, await openedDelivery(context, secret), fileId);
}

async function openedDelivery(context: Context, secret: string): Promise<string> {
  const { id, isOpened } = await findByLink(context, secret);
  if (!isOpened) throw new AppError('forbidden', 'This has not been opened yet.');
  return id;
}
