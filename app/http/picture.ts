import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { PICTURE_MAX_BYTES, pictureRefused, pictureTooLarge } from '#services/accounts/pictures.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import type { Draw } from '#services/thumbnails/draw.ts';
import { announcedLength } from './body.ts';
import { readMultipart } from './multipart.ts';

/** A person waits for it: a picture that takes longer is not worth the wait of the others. */
const WORKING = 15 * SECOND;
/** More at once would not be done within a time that anybody waits. */
const WAITING_MAX = 6;

/** What a form has around its picture, at most, in bytes. */
const AROUND_MAX = 16 * 1024;

const draw = drawApart({ working: WORKING });
let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/**
 * Draws a picture apart from the web process, one after the other: what decodes may take a gigabyte.
 * @throws AppError unavailable while too many wait
 */
export const drawInTurn: Draw = async (drawable) => {
  if (waiting >= WAITING_MAX)
    throw new AppError('unavailable', 'Many pictures are being made at the moment. Please try again in a minute.');
  waiting++;
  const turn = last.then(() => draw(drawable));
  last = turn.catch(() => {});
  try {
    return await turn;
  } finally {
    waiting--;
  }
};

/**
 * Reads a form with a picture in it.
 * @returns the bytes of the picture
 * @throws AppError too-large, malformed; validation-failed when none was picked; Response 408
 */
export async function readPicture(request: Request): Promise<Buffer> {
  if (announcedLength(request) > PICTURE_MAX_BYTES + AROUND_MAX) throw pictureTooLarge();
  const { file, done, stop } = await readMultipart(request);
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of file?.bytes ?? []) {
      size += part.length;
      if (size > PICTURE_MAX_BYTES) throw pictureTooLarge();
      parts.push(part);
    }
    await done();
  } catch (error) {
    throw (await stop()) ?? error;
  }
  if (size === 0) throw pictureRefused('Please choose a picture.');
  return Buffer.concat(parts);
}
