import { errorResponse } from '#app/http/errors.ts';
import { contextOf, type Provider, visitContext, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { gallery } from '#messages/en/gallery.ts';
import { say } from '#messages/say.ts';
import { findPublicContent, type WholePublicContent } from '#services/contents/read-contents.ts';

/** @throws Response 404 for what is not public, whether it exists or not; 503 when we cannot find out */
export async function publicContent(context: Provider, id: string): Promise<WholePublicContent> {
  try {
    return await findPublicContent(contextOf(context), id);
  } catch (error) {
    if (error instanceof AppError) throw errorResponse(new AppError('not-found', say(gallery.notPublic)));
    context.get(webDeps).log.error({ err: error }, 'could not load a public content');
    throw errorResponse(new AppError('unavailable', say(gallery.unavailable)));
  }
}

/** @returns the time zone of dates on a page that everyone may see: that of the signed-in person, for visitors UTC */
export function timeZoneOf(context: Provider): string {
  const visit = context.get(visitContext);
  return typeof visit === 'object' ? visit.user.time_zone : 'UTC';
}
