import type { Provider } from '#app/middleware/context.ts';
import type { ReadableFile } from '#services/contents/open-file.ts';
import { orAlarm, refuseDamaged } from './broken-seal.ts';
import { type ByteRange, byteRange } from './byte-range.ts';
import { disposition } from './disposition.ts';
import { isNavigation } from './navigation.ts';

/** How a file is served. */
export interface Serving {
  /** As a download, also what a browser could show. */
  download: boolean;
  /** `revalidate`: kept by the browser, and asked for again each time: what is private again is refused then. */
  cache: 'revalidate' | 'no-store';
}

/** Whatever it is, it runs nothing, loads nothing and has no origin. */
const POLICY = "default-src 'none'; sandbox";

/**
 * Serves a file, or the part of it that was asked for. One that was tampered with is an alarm: refused where its
 * beginning shows it, and cut off where a later part does.
 * @throws AppError damaged or unavailable, before anything is answered
 * @see https://www.rfc-editor.org/rfc/rfc9110 ranges, validators; https://www.rfc-editor.org/rfc/rfc6266 names
 */
export async function fileResponse(
  context: Provider,
  file: ReadableFile,
  request: Request,
  serving: Serving,
): Promise<Response> {
  const headers = headersOf(file, serving);
  if (hasAlready(request, file.etag)) return new Response(null, { status: 304, headers });
  const ifRange = request.headers.get('if-range');
  const asked = request.method === 'GET' && (ifRange === null || ifRange.trim() === file.etag);
  const range = byteRange(asked ? request.headers.get('range') : null, file.size);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`);
    headers.delete('content-disposition');
    return new Response(null, { status: 416, headers });
  }
  const { start, end }: ByteRange = range === 'all' ? { start: 0, end: file.size - 1 } : range;
  headers.set('content-length', `${end - start + 1}`);
  if (range !== 'all') headers.set('content-range', `bytes ${start}-${end}/${file.size}`);
  const status = range === 'all' ? 200 : 206;
  // Who asks what they would get, and who would leave a page for it, is told now: later there is no way to say it.
  if (request.method === 'HEAD' || isNavigation(request)) await prove(context, file, request.signal);
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const alarm = (error: unknown) => orAlarm(context, error, { file: file.id });
  const bytes = await file.read(start, end, request.signal).catch((error: unknown) => {
    throw alarm(error);
  });
  return new Response(streamOf(bytes, alarm), { status, headers });
}

/**
 * Looks at the beginning of a file, and at its length, without keeping anything of it.
 * @throws AppError damaged, unavailable, not-found; whatever the signal was aborted with
 */
export async function prove(context: Provider, file: ReadableFile, signal: AbortSignal): Promise<void> {
  refuseDamaged(file.id);
  const enough = new AbortController();
  try {
    await file.read(0, 0, AbortSignal.any([signal, enough.signal]));
  } catch (error) {
    throw orAlarm(context, error, { file: file.id });
  } finally {
    enough.abort();
  }
}

/** Not by way of a Readable: that would copy every byte once more. One segment is fetched while another is sent. */
function streamOf(bytes: AsyncGenerator<Buffer>, onError: (error: unknown) => void): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onError(error);
        throw error;
      }
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
}

function headersOf(file: ReadableFile, { download, cache }: Serving): Headers {
  const isInline = file.isInline && !download;
  return new Headers({
    'accept-ranges': 'bytes',
    'cache-control': cache === 'no-store' ? 'no-store' : 'private, no-cache',
    // What a browser must not show gets a type that none can show.
    'content-type': file.isInline ? file.contentType : 'application/octet-stream',
    'content-disposition': disposition(isInline ? 'inline' : 'attachment', file.name),
    'content-security-policy': POLICY,
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    etag: file.etag,
  });
}

/**
 * @param etag the tag of what is there now
 * @returns whether the client has it: any tag that it names counts, also one that a proxy made weak
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-13.1.2
 */
export function hasAlready(request: Request, etag: string): boolean {
  const tags = request.headers.get('if-none-match')?.split(',') ?? [];
  return tags.some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
