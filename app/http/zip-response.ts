import { makeZip, predictLength } from 'client-zip';
import { disposition } from './disposition.ts';

/** One thing in an archive. */
export interface Archived {
  /** Safe, and no other's in this archive. */
  name: string;
  /** In bytes: exactly so many come when it is read. */
  size: number;
  madeAt: Date;
  /** Begins to read it when its turn has come. */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/**
 * Serves many things as one ZIP while they are read, one after the other: nothing of it is held. Stored, for what people
 * keep is compressed already; so its length is known before, and what breaks on the way cannot pass for a whole archive:
 * the connection is cut.
 * @param name of the archive, without its ending
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT also above 4 GiB, by Zip64
 */
export function zipResponse(things: readonly Archived[], name: string, request: Request): Response {
  const headers = new Headers({
    'accept-ranges': 'none',
    'cache-control': 'no-store',
    'content-type': 'application/zip',
    'content-length': `${predictLength(things)}`,
    'content-disposition': disposition('attachment', `${name}.zip`),
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
  return new Response(request.method === 'HEAD' ? null : streamOf(things, request.signal), { headers });
}

function streamOf(things: readonly Archived[], signal: AbortSignal): ReadableStream<Uint8Array> {
  const unwanted = new AbortController();
  const either = AbortSignal.any([signal, unwanted.signal]);
  const archive = makeZip(
    things.map((thing) => ({ name: thing.name, lastModified: thing.madeAt, input: thing.read(either) })),
  ).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await archive.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // The library does not tell what it reads from that nobody listens any more.
    cancel: () => unwanted.abort(),
  });
}
