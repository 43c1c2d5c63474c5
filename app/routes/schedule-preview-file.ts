import { fileResponse } from '#app/http/file-response.ts';
import { accountOf, vaultOf } from '#app/middleware/context.ts';
import { ownFile } from '#app/static-pages/preview-response.tsx';
import { openFile } from '#services/contents/open-file.ts';
import type { Route } from './+types/schedule-preview-file.ts';

/** A file in a preview, for its signed-in owner. */
export function loader({ request, context, params, url }: Route.LoaderArgs): Promise<Response> {
  return ownFile(context, request, async () => {
    const file = await openFile(vaultOf(context), { accountId: accountOf(context).id }, params.file_id);
    const [download, read] = [url.searchParams.has('download'), url.searchParams.has('read')];
    return fileResponse(context, file, request, { download, read, cache: 'no-store' });
  });
}
