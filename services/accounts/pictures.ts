import { fileTypeFromBuffer } from 'file-type';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import type { Thumbnail } from '#services/contents/open-file.ts';
import type { Context } from '#services/context.ts';
import { seal, unseal } from '#services/crypto/seal.ts';
import { newId } from '#services/ids.ts';
import type { Draw } from '#services/thumbnails/draw.ts';
import { personKey } from './person-key.ts';

/** What is taken in; what is kept of it has a few thousand bytes. */
export const PICTURE_MAX_BYTES = 10 * MEGABYTE;
const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif']);

/**
 * Keeps somebody's picture in place of the one before: its middle, upright, as a small square without anything that the
 * file says about where and by whom. Its address is a new one each time.
 * @param bytes the file as it was sent; what it is called does not matter
 * @param draw decodes it in a process apart
 * @throws AppError validation-failed for what is no picture or cannot be drawn, too-large, not-found without an account
 */
export async function keepPicture(context: Context, userId: string, bytes: Uint8Array, draw: Draw): Promise<void> {
  const { em, now } = context;
  if (bytes.length > PICTURE_MAX_BYTES) throw pictureTooLarge();
  const contentType = (await fileTypeFromBuffer(bytes))?.mime;
  if (!contentType || !TYPES.has(contentType)) throw pictureRefused('Please choose a JPG, PNG, WebP, GIF or HEIC.');
  const drawing = await draw({
    kind: 'face',
    contentType,
    size: bytes.length,
    read: async (start, length) => Buffer.from(bytes.subarray(start, start + length)),
  });
  if (drawing.outcome !== 'drawn')
    throw pictureRefused('This picture is damaged or far too large, so it cannot be shown. Please choose another.');
  const id = newId();
  const sealed = seal(await personKey(context, userId), { kind: 'picture', id }, drawing.drawn.bytes);
  await em.execute(
    `insert into pictures (id, user_id, sealed, created_at) values (?, ?, ?, ?)
     on conflict (user_id) do update set id = excluded.id, sealed = excluded.sealed, created_at = excluded.created_at`,
    [id, userId, sealed, now],
  );
}

/**
 * @returns the picture with this id, if it is theirs: it is shown to nobody else
 * @throws AppError not-found; SealBroken when it is not what was sealed
 */
export async function openPicture(context: Context, userId: string, id: string): Promise<Thumbnail> {
  const [row] = isId(id)
    ? await context.em.execute<{ sealed: Buffer }[]>('select sealed from pictures where id = ? and user_id = ?', [
        id,
        userId,
      ])
    : [];
  if (!row) throw notFound('picture');
  const bytes = unseal(await personKey(context, userId), { kind: 'picture', id }, row.sealed);
  return { bytes, contentType: 'image/webp', etag: `"${id}"` };
}

/** @returns what is said about a picture that cannot be taken */
export function pictureRefused(message: string): AppError {
  return new AppError('validation-failed', message, [{ field: 'picture', message }]);
}

/** @returns what is said about one with more bytes than are taken in */
export function pictureTooLarge(): AppError {
  const message = `This picture has more than ${PICTURE_MAX_BYTES / MEGABYTE} MB. Please choose a smaller one.`;
  return new AppError('too-large', message, [{ field: 'picture', message }]);
}
