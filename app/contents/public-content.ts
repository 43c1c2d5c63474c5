import { errorResponse } from '#app/http/errors.ts';
import { contextOf, type Provider, visitContext, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { findPublicContent, type WholePublicContent } from '#services/contents/read-contents.ts';

const NOT_HERE = 'This is not in the gallery. Its owner may have made it private, or it was never there.';
const NOT_NOW = 'We cannot reach the gallery just now. Please try again in a moment.';

/** @throws Response 404 for what is not public, whether it exists or not; 503 when we cannot find out */
export async function publicContent(context: Provider, id: string): Promise<WholePublicContent> {
  try {
    return await findPublicContent(contextOf(context), id);
  } catch (error) {
    if (error instanceof AppError) throw errorResponse(new AppError('not-found', NOT_HERE));
    context.get(webParts).log.error({ err: error }, 'could not load a public content');
    throw errorResponse(new AppError('unavailable', NOT_NOW));
  }
}

/** @returns the time zone of dates on a page that everyone may see: that of the signed-in person, for visitors UTC */
export function timeZoneOf(context: Provider): string {
  const visit = context.get(visitContext);
  return typeof visit === 'object' ? visit.user.time_zone : 'UTC';
}
