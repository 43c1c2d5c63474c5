import type { Thumbnail } from '#services/contents/open-file.ts';
import { hasAlready, type Serving } from './file-response.ts';

/** Serves a small picture, whole, or says that the one the browser has is still the same. */
export function thumbnailResponse(
  { bytes, contentType, etag }: Thumbnail,
  request: Request,
  { cache }: Pick<Serving, 'cache'>,
): Response {
  const headers = new Headers({
    'cache-control': cache === 'no-store' ? 'no-store' : 'private, no-cache',
    'content-type': contentType,
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    etag,
  });
  if (hasAlready(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), { headers });
}
