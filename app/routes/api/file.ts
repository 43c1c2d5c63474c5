import { fileResponse } from '#app/http/file-response.ts';
import { readerOf } from '#app/http/reader.ts';
import { vaultOf } from '#app/middleware/context.ts';
import { orFileProblem } from '#app/plain/or-problem-page.ts';
import { openFile } from '#services/contents/open-file.ts';
import type { Route } from './+types/file.ts';

/** The bytes of a file: for its owner, and for everyone while its content is public. */
export function loader({ request, context, params, url }: Route.LoaderArgs): Promise<Response> {
  return orFileProblem(context, request, async () => {
    const file = await openFile(vaultOf(context), await readerOf(request, context), params.file_id);
    return fileResponse(context, file, request, { download: url.searchParams.has('download'), cache: 'revalidate' });
  });
}
