import { fileTypeFromBuffer } from 'file-type';
import { query } from '#db/query.ts';
import { MEGABYTE } from '#domain/content/content.ts';
import { AppError } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import { record } from '#services/append-record.ts';
import type { Thumbnail } from '#services/contents/open-file.ts';
import type { Context } from '#services/context.ts';
import { personKey } from '#services/crypto/person-key.ts';
import { seal, unseal } from '#services/crypto/seal.ts';
import { newId } from '#services/ids.ts';
import { notFound } from '#services/not-found.ts';
import type { Draw } from '#services/thumbnails/draw.ts';

/** Of an uploaded file; the stored picture has a few thousand bytes. */
export const PICTURE_MAX_BYTES = 10 * MEGABYTE;
const TYPES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/heic', 'image/heif']);

/**
 * Replaces a user's picture by a small square: the upright middle of the file, without its metadata. Each picture has a
 * new address.
 * @param bytes of the uploaded file, with any name
 * @param draw decodes it in a separate process
 * @throws AppError validation-failed for a file that is no picture or cannot be drawn, too-large, not-found without an
 *   account
 */
export async function savePicture(context: Context, userId: string, bytes: Uint8Array, draw: Draw): Promise<void> {
  const { em, now } = context;
  if (bytes.length > PICTURE_MAX_BYTES) throw pictureTooLarge();
  const contentType = (await fileTypeFromBuffer(bytes))?.mime;
  if (!contentType || !TYPES.has(contentType)) throw pictureRefused(say(accountRefusals['picture-type']));
  const drawing = await draw({
    kind: 'face',
    contentType,
    size: bytes.length,
    read: async (start, length) => Buffer.from(bytes.subarray(start, start + length)),
  });
  if (drawing.outcome !== 'drawn') throw pictureRefused(say(accountRefusals['picture-damaged']));
  const id = newId();
  const sealed = seal(await personKey(context, userId), { kind: 'picture', id }, drawing.drawn.bytes);
  await em.transactional(async (tx) => {
    await query(tx)
      .insertInto('pictures')
      .values({ id, user_id: userId, sealed, created_at: now })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ id, sealed, created_at: now }))
      .execute();
    record(tx, userId, 'account-picture-changed', { picture_id: id });
  });
}

/**
 * @returns the user's own picture with this id; nobody else may see it
 * @throws AppError not-found; SealBroken when the stored bytes were changed
 */
export async function openPicture(context: Context, userId: string, id: string): Promise<Thumbnail> {
  if (!isId(id)) throw notFound('picture');
  const row = await query(context.em)
    .selectFrom('pictures')
    .select('sealed')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound('picture');
  const bytes = unseal(await personKey(context, userId), { kind: 'picture', id }, row.sealed);
  return { bytes, contentType: 'image/webp', etag: `"${id}"` };
}

/** @returns the error for a picture that cannot be used */
export function pictureRefused(message: string): AppError {
  return AppError.atField('validation-failed', 'picture', message);
}

/** @returns the error for a picture over PICTURE_MAX_BYTES */
export function pictureTooLarge(): AppError {
  return AppError.atField(
    'too-large',
    'picture',
    say(accountRefusals['picture-too-large'], { megabytes: PICTURE_MAX_BYTES / MEGABYTE }),
  );
}
