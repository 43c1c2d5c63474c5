import { orProblem } from '#app/http/problem.ts';
import { readerOf } from '#app/http/reader.ts';
import { vaultOf } from '#app/middleware/context.ts';
import { openThumbnail } from '#services/contents/open-file.ts';
import type { Route } from './+types/thumbnail.ts';

/** The small picture of a file: for whoever may see the file. */
export function loader({ request, context, params }: Route.LoaderArgs): Promise<Response> {
  return orProblem(context, async () => {
    const reader = await readerOf(request, context);
    const { bytes, contentType, etag } = await openThumbnail(vaultOf(context), reader, params.file_id);
    const headers = new Headers({
      'cache-control': 'private, no-cache',
      'content-type': contentType,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      etag,
    });
    if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
    return new Response(new Uint8Array(bytes), { headers });
  });
}
