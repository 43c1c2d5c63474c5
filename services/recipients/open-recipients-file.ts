import {
  openDeliveredFile,
  openDeliveredThumbnail,
  type ReadableFile,
  type Thumbnail,
} from '#services/contents/open-file.ts';
import type { VaultContext } from '#services/context.ts';
import { findOpened } from './invitations.ts';

/**
 * A file of a delivery, for whoever holds its link and has opened it. Looking at it changes nothing.
 * @throws AppError forbidden before it was opened; not-found, gone
 */
export async function openRecipientsFile(context: VaultContext, secret: string, fileId: string): Promise<ReadableFile> {
  const { id } = await findOpened(context, secret);
  return openDeliveredFile(context, id, fileId);
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
  const { id } = await findOpened(context, secret);
  return openDeliveredThumbnail(context, id, fileId);
}
