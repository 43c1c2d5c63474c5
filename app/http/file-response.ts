/** Files over HTTP: ranges, conditional requests, download names, thumbnails and ZIP archives. */
import { makeZip, predictLength } from 'client-zip';
import { create } from 'content-disposition';
import fresh from 'fresh';
import { createContext, type MiddlewareFunction } from 'react-router';
import type { Provider } from '#app/middleware/context.ts';
import { servedContentType } from '#domain/content/media.ts';
import type { ReadableFile, Thumbnail } from '#services/contents/open-file.ts';
import { alarmBrokenSeal, refuseDamaged } from './damage.ts';
import { isNavigation } from './request.ts';

/** How a file is served. */
export interface Serving {
  /** As a download, also when a browser could show it. */
  download: boolean;
  /** In the browser's own viewer, where it may be. */
  read?: boolean;
  /** `revalidate`: the browser may store it, and asks each time, so a file that became private is refused. */
  cache: 'revalidate' | 'no-store';
}

/** For every file, whatever its type: no scripts, no requests, no origin, no other site, no search engine. */
const LOCKED_DOWN = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
};

/**
 * No viewer works in a sandbox, and Chromium's needs its own styles. A document that a browser takes for a page runs nothing.
 * @see docs/decisions/0078-read-pdfs-in-the-browsers-viewer.md
 */
const FOR_VIEWERS = {
  'content-security-policy': "script-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
};

const CACHE_CONTROL = { revalidate: 'private, no-cache', 'no-store': 'no-store' };

/**
 * Serves a file, or one range of it. A damaged file raises an alarm: it is refused when its beginning is damaged, and cut
 * off when a later part is.
 * @throws AppError damaged or unavailable, before the response begins
 * @see https://www.rfc-editor.org/rfc/rfc9110 ranges and conditional requests
 */
export async function fileResponse(
  context: Provider,
  file: ReadableFile,
  request: Request,
  { download, read = false, cache }: Serving,
): Promise<Response> {
  const isRead = read && file.isReadable;
  const isInline = (file.isInline || isRead) && !download;
  const headers = new Headers({
    ...LOCKED_DOWN,
    ...(isRead && FOR_VIEWERS),
    'accept-ranges': 'bytes',
    'cache-control': CACHE_CONTROL[cache],
    'content-type': servedContentType(file.contentType),
    'content-disposition': disposition(isInline ? 'inline' : 'attachment', file.name),
    etag: file.etag,
  });
  if (isFresh(request, file.etag)) return new Response(null, { status: 304, headers });
  const ifRange = request.headers.get('if-range');
  const mayBePart = request.method === 'GET' && (ifRange === null || ifRange.trim() === file.etag);
  const range = byteRange(mayBePart ? request.headers.get('range') : null, file.size);
  if (range === 'unsatisfiable') {
    headers.set('content-range', `bytes */${file.size}`);
    headers.delete('content-disposition');
    return new Response(null, { status: 416, headers });
  }
  const { start, end }: ByteRange = range === 'all' ? { start: 0, end: file.size - 1 } : range;
  headers.set('content-length', `${end - start + 1}`);
  if (range !== 'all') headers.set('content-range', `bytes ${start}-${end}/${file.size}`);
  const status = range === 'all' ? 200 : 206;
  // HEAD has no later moment for an error, and a navigation would leave its page for a broken download.
  if (request.method === 'HEAD' || isNavigation(request)) await prove(context, file, request.signal);
  if (request.method === 'HEAD') return new Response(null, { status, headers });
  const alarm = (error: unknown) => alarmBrokenSeal(context, error, { file: file.id });
  const bytes = await file.read(start, end, request.signal).catch((error: unknown) => {
    throw alarm(error);
  });
  return new Response(streamOf(bytes, alarm), { status, headers });
}

/**
 * Verifies the beginning of a file and its length.
 * @throws AppError damaged, unavailable, not-found; the reason of the signal when it is aborted
 */
export async function prove(context: Provider, file: ReadableFile, signal: AbortSignal): Promise<void> {
  refuseDamaged(file.id);
  const enough = new AbortController();
  try {
    await file.read(0, 0, AbortSignal.any([signal, enough.signal]));
  } catch (error) {
    throw alarmBrokenSeal(context, error, { file: file.id });
  } finally {
    enough.abort();
  }
}

/** Serves a thumbnail, always whole. */
export function thumbnailResponse(
  { bytes, contentType, etag }: Thumbnail,
  request: Request,
  { cache }: Pick<Serving, 'cache'>,
): Response {
  const headers = { ...LOCKED_DOWN, 'cache-control': CACHE_CONTROL[cache], 'content-type': contentType, etag };
  if (isFresh(request, etag)) return new Response(null, { status: 304, headers });
  return new Response(new Uint8Array(bytes), { headers });
}

/** One entry of an archive. */
export interface Archived {
  /** A safe file name, unique in the archive. */
  name: string;
  /** In bytes; `read` gives exactly so many. */
  size: number;
  madeAt: Date;
  /** Is called when the entry's turn has come. */
  read(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** @returns an entry with a text in UTF-8 */
export function textEntry(name: string, text: string, madeAt: Date): Archived {
  return bytesEntry(name, Buffer.from(text), madeAt);
}

/** @returns an entry with bytes that are small enough to be held until its turn comes */
export function bytesEntry(name: string, bytes: Uint8Array, madeAt: Date): Archived {
  return {
    name,
    size: bytes.length,
    madeAt,
    async *read() {
      yield bytes;
    },
  };
}

/**
 * @param from opens the file when the entry's turn has come, so that nothing is sent that was closed or deleted meanwhile
 * @returns an entry with the bytes of a file; damage raises an alarm
 */
export function fileEntry(
  context: Provider,
  { id, open, ...entry }: Omit<Archived, 'read'> & { id: string; open: () => Promise<ReadableFile> },
): Archived {
  return {
    ...entry,
    async *read(signal) {
      try {
        const file = await open();
        yield* await file.read(0, file.size - 1, signal);
      } catch (error) {
        throw alarmBrokenSeal(context, error, { file: id });
      }
    },
  };
}

/**
 * Serves entries as one ZIP while they are read, one after the other; none is held in memory. Entries are stored, since
 * media is compressed already, so the length is known in advance. When an entry fails, the connection is cut: a broken
 * archive cannot pass for a whole one.
 * @param name of the archive, without its ending
 * @see https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT also above 4 GiB, by Zip64
 */
export function zipResponse(entries: readonly Archived[], name: string, request: Request): Response {
  const headers = new Headers({
    ...LOCKED_DOWN,
    'accept-ranges': 'none',
    'cache-control': 'no-store',
    'content-type': 'application/zip',
    'content-length': `${predictLength(entries)}`,
    'content-disposition': disposition('attachment', `${name}.zip`),
  });
  return new Response(request.method === 'HEAD' ? null : zipStream(entries, request.signal), { headers });
}

/**
 * The name under which a browser saves a file: one in ASCII for old programs, the real one for all others.
 * @param name of one line; characters that file systems refuse are replaced
 * @see https://www.rfc-editor.org/rfc/rfc6266
 */
export function disposition(type: 'inline' | 'attachment', name: string): string {
  const safe = name
    .toWellFormed()
    .replace(/[\\/:*?"<>|\u2068\u2069]/g, '-')
    .replace(/^\.+/, '');
  const ascii = safe
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/g, '-')
    .replace(/[%;]/g, '-');
  return create(safe, { type, fallback: ascii });
}

/** Both ends included. */
interface ByteRange {
  start: number;
  end: number;
}

/**
 * Parses a Range header. Ours, since range-parser 1.3 answers 416 where RFC 9110 wants the file: to a suffix that is longer
 * than the file, and to a range whose end is before its start.
 * @param size of the file in bytes, at least 1
 * @returns 'all' without a header and for what we do not serve in parts (several ranges, other units)
 * @see https://www.rfc-editor.org/rfc/rfc9110#section-14.2
 */
export function byteRange(header: string | null, size: number): ByteRange | 'all' | 'unsatisfiable' {
  const match = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/i.exec(header?.replace(/\s+/g, '') ?? '');
  if (!match) return 'all';
  const [, first, last, suffix] = match;
  if (suffix !== undefined) {
    const length = Number(suffix);
    return length === 0 ? 'unsatisfiable' : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  const end = last ? Math.min(Number(last), size - 1) : size - 1;
  if (last && Number(last) < start) return 'all';
  return start >= size ? 'unsatisfiable' : { start, end };
}

function isFresh({ headers }: Request, etag: string): boolean {
  return fresh({ 'if-none-match': headers.get('if-none-match') ?? undefined }, { etag });
}

/**
 * Without Readable.toWeb, which copies every byte. The next segment is fetched while one is sent.
 * @param onError called before the stream fails; what it throws takes the place of the error
 */
export function streamOf(
  bytes: AsyncGenerator<Buffer>,
  onError?: (error: unknown) => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await bytes.next();
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        onError?.(error);
        throw error;
      }
    },
    async cancel() {
      await bytes.return(undefined);
    },
  });
}

function zipStream(entries: readonly Archived[], signal: AbortSignal): ReadableStream<Uint8Array> {
  const cancelled = new AbortController();
  const either = AbortSignal.any([signal, cancelled.signal]);
  const archive = makeZip(inTurn(entries, either)).getReader();
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await archive.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // The library does not cancel the entry that it is reading.
    cancel: () => cancelled.abort(),
  });
}

function* inTurn(entries: readonly Archived[], signal: AbortSignal) {
  for (const { name, madeAt, read } of entries) yield { name, lastModified: madeAt, input: read(signal) };
}

const fileContext = createContext<Response | null>(null);

/** For a page whose form is answered with a file. The router makes a page of what an action returns; the file takes its place. */
export const fileForPage: MiddlewareFunction<Response> = async ({ context }, next) => {
  const page = await next();
  const file = context.get(fileContext);
  if (file) await page.body?.cancel();
  return file ?? page;
};

/** @returns what the action then returns */
export function answerWithFile(context: Provider, file: Response): null {
  context.set(fileContext, file);
  return null;
}

/** @returns whether the page that is being made will not be sent */
export function isAnsweredWithFile(context: Provider): boolean {
  return context.get(fileContext) !== null;
}
