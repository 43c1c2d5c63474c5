import { readerOf } from '#app/http/reader.ts';
import { thumbnailResponse } from '#app/http/thumbnail-response.ts';
import { vaultOf } from '#app/middleware/context.ts';
import { orFileProblem } from '#app/plain/or-problem-page.ts';
import { openThumbnail } from '#services/contents/open-file.ts';
import type { Route } from './+types/thumbnail.ts';

/** The small picture of a file: for whoever may see the file. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return orFileProblem(context, request, async () => {
    const thumbnail = await openThumbnail(vaultOf(context), await readerOf(request, context), params.file_id);
    return thumbnailResponse(thumbnail, request, { cache: 'revalidate' });
  });
}
