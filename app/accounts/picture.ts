import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { announcedLength } from '#app/http/body.ts';
import { readMultipart } from '#app/http/multipart.ts';
import { contextOf, type Provider, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { AccountView } from '#services/accounts/account.ts';
import { PICTURE_MAX_BYTES, pictureRefused, pictureTooLarge, savePicture } from '#services/accounts/pictures.ts';
import { drawApart } from '#services/media/draw-apart.ts';
import type { Identified, IdentityProvider } from '#services/ports/identity-provider.ts';
import type { Draw } from '#services/thumbnails/draw.ts';

/** The longest that a person waits. */
const WORKING = 15 * SECOND;
/** One at a time: decoding may take a gigabyte of memory. */
const inTurn = pLimit(1);
/** More at once would take longer than a person waits. */
const IN_LINE_MAX = 6;

/** Text fields and boundaries around the picture, in bytes. */
const OVERHEAD_MAX = 16 * 1024;

/**
 * Draws profile pictures in a process of its own, one after the other.
 * @returns a function that throws AppError unavailable while too many wait
 */
export function drawInTurn(context: Provider): Draw {
  const draw = drawApart({ socket: context.get(webDeps).decoder, working: WORKING });
  return async (drawable) => {
    if (inTurn.activeCount + inTurn.pendingCount >= IN_LINE_MAX)
      throw new AppError('unavailable', say(accountRefusals['too-many-pictures']));
    return inTurn(() => draw(drawable));
  };
}

/**
 * Reads a form with a picture in it.
 * @returns the bytes of the picture
 * @throws AppError too-large, malformed; validation-failed when there is none; Response 408
 */
export async function readPicture(request: Request): Promise<Buffer> {
  if (announcedLength(request) > PICTURE_MAX_BYTES + OVERHEAD_MAX) throw pictureTooLarge();
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
  if (size === 0) throw pictureRefused(say(accountRefusals['picture-missing']));
  return Buffer.concat(parts);
}

/** The longest that a sign-in waits; a slower picture is saved afterwards. */
const PATIENCE = 3 * SECOND;

/** Copies a person's picture from Google into their account, unless they have one. A failure is only logged. */
export async function copyGooglePicture(
  context: Provider,
  google: IdentityProvider,
  { picture }: Identified,
  user: AccountView,
): Promise<void> {
  if (!picture || user.picture) return;
  const work = async () => {
    const bytes = await google.fetchPicture(picture);
    if (bytes) await savePicture(contextOf(context), user.id, bytes, drawInTurn(context));
  };
  const copied = work().catch((error) =>
    context.get(webDeps).log.warn({ err: error }, 'a picture from Google could not be saved'),
  );
  await Promise.race([copied, sleep(PATIENCE, undefined, { ref: false })]);
}
