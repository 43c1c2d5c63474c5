import { thumbnailResponse } from '#app/http/file-response.ts';
import { accountOf, vaultOf } from '#app/middleware/context.ts';
import { ownFile } from '#app/static-pages/preview-response.tsx';
import { openThumbnail } from '#services/contents/open-file.ts';
import type { Route } from './+types/schedule-preview-thumbnail.ts';

/** The small picture of a file in a preview, for its signed-in owner. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return ownFile(context, request, async () => {
    const thumbnail = await openThumbnail(vaultOf(context), { accountId: accountOf(context).id }, params.file_id);
    return thumbnailResponse(thumbnail, request, { cache: 'no-store' });
  });
}
