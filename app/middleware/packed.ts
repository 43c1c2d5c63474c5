import { Duplex } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { MiddlewareFunction } from 'react-router';
import { visitContext } from './context.ts';

/** Pages, and what the browser's script asks for in their stead. Files are kept packed, or are not smaller for it. */
const PACKABLE = /^text\/(html|x-script)\b/;

/** How hard it tries: what takes a millisecond or two. The window is 256 KB, which holds a page, instead of 4 MB. */
const BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
/** Whatever has been written goes out at once: a page that is not whole yet is not held back. */
const GZIP = { flush: constants.Z_SYNC_FLUSH };

/**
 * Packs pages, to a quarter of their size: most then come with the first round trip.
 * The length of something packed tells what is alike in it. Whoever could make somebody's browser ask for that person's
 * page, with words of their own in the address, and see its length on the way, could guess what else stands there: so a
 * signed-in person's page is packed only where the question comes from a page of ours, or from the person's own hand.
 */
export const packed: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const response = await next();
  const { body, headers } = response;
  if (!body || headers.has('content-encoding') || !PACKABLE.test(headers.get('content-type') ?? '')) return response;
  headers.append('vary', 'Accept-Encoding');
  const site = request.headers.get('sec-fetch-site');
  const isTheirOwn = site === 'same-origin' || site === 'none';
  if (!isTheirOwn && context.get(visitContext) !== 'visitor') return response;
  const packer = packerFor(request.headers.get('accept-encoding') ?? '');
  if (!packer) return response;
  headers.set('content-encoding', packer.encoding);
  headers.delete('content-length');
  const through = Duplex.toWeb(packer.make()) as ReadableWritablePair<Uint8Array, Uint8Array>;
  return new Response(body.pipeThrough(through), { status: response.status, statusText: response.statusText, headers });
};

function packerFor(accepted: string) {
  const accepts = (name: string) => new RegExp(`\\b${name}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted);
  if (accepts('br')) return { encoding: 'br', make: () => createBrotliCompress(BROTLI) };
  if (accepts('gzip')) return { encoding: 'gzip', make: () => createGzip(GZIP) };
  return null;
}
