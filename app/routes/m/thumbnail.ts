import { thumbnailResponse } from '#app/http/file-response.ts';
import { vaultOf } from '#app/middleware/context.ts';
import { readAnswered } from '#app/recipients/answered.ts';
import { RecipientTrouble } from '#app/static-pages/link-troubles.tsx';
import { fallbackToTroublePage } from '#app/static-pages/rendered-response.tsx';
import { openRecipientsThumbnail } from '#services/recipients/recipient.ts';
import type { Route } from './+types/thumbnail.ts';

export const middleware: Route.MiddlewareFunction[] = [readAnswered];

/** The small picture of what was sent: for a film before it plays, and for a photograph that devices do not show. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return fallbackToTroublePage(context, RecipientTrouble, async () => {
    const thumbnail = await openRecipientsThumbnail(vaultOf(context), params.secret, params.file_id);
    return thumbnailResponse(thumbnail, request, { cache: 'no-store' });
  });
}
