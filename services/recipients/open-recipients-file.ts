import { AppError } from '#domain/errors.ts';
import { openDeliveredFile, type ReadableFile } from '#services/contents/open-file.ts';
import type { VaultContext } from '#services/context.ts';
import { findByLink } from './invitations.ts';

/**
 * A file of a delivery, for whoever holds its link and has opened it. Looking at it changes nothing.
 * @throws AppError conflict before it was opened; not-found, gone
 */
export async function openRecipientsFile(context: VaultContext, secret: string, fileId: string): Promise<ReadableFile> {
  const { id, isOpened } = await findByLink(context, secret);
  if (!isOpened) throw new AppError('conflict', 'This has not been opened yet. Please use the button on its page.');
  return openDeliveredFile(context, id, fileId);
}
