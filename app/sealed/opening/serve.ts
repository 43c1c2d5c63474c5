/** Answers what the service worker was asked for: a film that is sought in, or a download. */
import type { OpenedParcel } from '../parcel.ts';
import type { ServedHead, ServedRequest } from './protocol.ts';

const CHUNK_BYTES = 64 * 1024;
/** The first piece is small, so that a film goes on soon; the next ones grow, so that few requests are needed. */
const FIRST_BYTES = 4 * CHUNK_BYTES;
const PIECE_MAX_BYTES = 32 * CHUNK_BYTES;
/** Fetched while one is opened. */
const AHEAD = 2;

/** A media type, and nothing that a header or a browser could take for more. */
const MEDIA = /^(?:video|audio)\/[\w.+-]+$/;

interface Listener {
  onPiece(): void;
  onFault(error: unknown): void;
}

/** Sends the answer by the port of the request, a piece each time the port asks for one. The next one is opened meanwhile. */
export function serve(opened: OpenedParcel, request: ServedRequest, { onPiece, onFault }: Listener): void {
  const { port, isDownload } = request;
  const { size } = opened.meta;
  const [start, end] = rangeIn(request.range, size);
  const stopped = new AbortController();
  const isWhole = isDownload && start === 0 && end === size;
  const pieces = isWhole ? opened.stream() : piecesOf(opened, start, end, stopped.signal);
  let next = ahead(pieces);
  port.onmessage = async ({ data }) => {
    if (data !== 'more') {
      stopped.abort();
      void pieces.return(undefined);
      port.close();
      return;
    }
    try {
      const { value, done } = await next;
      if (done) port.postMessage(null);
      else port.postMessage(value, [value.buffer]);
      next = ahead(pieces);
      onPiece();
    } catch (error) {
      if (stopped.signal.aborted) return;
      port.postMessage('failed');
      onFault(error);
    }
  };
  port.postMessage(headOf(opened, request, start, end));
}

/** Its failure is told where it is asked for. */
function ahead(pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>): Promise<IteratorResult<Uint8Array<ArrayBuffer>>> {
  const next = pieces.next();
  next.catch(() => {});
  return next;
}

function headOf(opened: OpenedParcel, { range, isDownload }: ServedRequest, start: number, end: number): ServedHead {
  const { size, name, type } = opened.meta;
  const isPart = range !== null;
  return {
    status: isPart ? 206 : 200,
    headers: {
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'content-length': `${end - start}`,
      // What was sealed is never a page of ours, whatever it says of itself.
      'content-type': MEDIA.test(type) && !isDownload ? type : 'application/octet-stream',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      ...(isPart && { 'content-range': `bytes ${start}-${end - 1}/${size}` }),
      ...(isDownload && { 'content-disposition': `attachment; filename*=UTF-8''${encoded(name)}` }),
    },
  };
}

/** @returns where the range begins, and the first byte that is not wanted */
function rangeIn(header: string | null, size: number): [number, number] {
  const [, first, last, suffix] = /^bytes=(?:(\d{1,15})-(\d{0,15})|-(\d{1,15}))$/.exec(header ?? '') ?? [];
  if (suffix) return [Math.max(0, size - Number(suffix)), size];
  const start = Math.min(Number(first ?? 0), size);
  const end = last ? Math.min(Number(last) + 1, size) : size;
  return [start, Math.max(start, end)];
}

function encoded(name: string): string {
  const safe = name.toWellFormed().replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');
  return encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
}

/** Apart for tests. @returns a part of the original, the next pieces fetched while one is opened */
export async function* piecesOf(
  { read }: Pick<OpenedParcel, 'read'>,
  start: number,
  end: number,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const ahead: Promise<Uint8Array<ArrayBuffer>>[] = [];
  let from = start;
  for (let length = FIRST_BYTES; from < end || ahead.length > 0; ) {
    while (from < end && ahead.length <= AHEAD) {
      const to = Math.min(end, from + length - (from % CHUNK_BYTES));
      const piece = read(from, to, signal);
      // Nobody waits for it once the request has stopped.
      piece.catch(() => {});
      ahead.push(piece);
      from = to;
      length = Math.min(PIECE_MAX_BYTES, length * 2);
    }
    const next = await ahead.shift();
    if (next) yield next;
  }
}
