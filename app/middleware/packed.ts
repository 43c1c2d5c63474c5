import { Duplex } from 'node:stream';
import { constants, createBrotliCompress, createGzip } from 'node:zlib';
import type { MiddlewareFunction } from 'react-router';
import { visitContext } from './context.ts';

/** Pages and their data. Files are compressed at build time, or do not get smaller. */
const PACKABLE = /^text\/(html|x-script)\b/;

/** A quality that takes a millisecond or two. The window is 256 KB, which holds a page, instead of 4 MB. */
const BROTLI = {
  flush: constants.BROTLI_OPERATION_FLUSH,
  params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_LGWIN]: 18 },
};
/** Flushes each chunk, so that a page that is still being written is not held back. */
const GZIP = { flush: constants.Z_SYNC_FLUSH };

/**
 * Compresses pages to a quarter of their size: most then arrive with the first round trip.
 * The BREACH attack guesses secrets from the length of compressed pages that contain text of the attacker. So a signed-in
 * page is compressed only when the request comes from a page of ours, or was typed by the person.
 * @see https://www.breachattack.com
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
