import { contextOf, type Provider, webParts } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { noteDownload } from '#services/recipients/note-download.ts';

/**
 * Has it recorded that a recipient takes something with them, when its beginning is what is about to be sent. Nobody waits
 * for it: the download goes on whatever becomes of the record.
 * @param request what asks for it; a look at its headers, or a later part of it, is no download
 * @returns the same response
 */
export function notedDownload(context: Provider, request: Request, secret: string, response: Response): Response {
  if (isBeginning(request, response)) {
    const services = { ...contextOf(context), em: context.get(webParts).composition.fork() };
    noteDownload(services, secret).catch((error: unknown) => {
      // Revoked between the two looks at it: then there is nothing to record.
      if (!(error instanceof AppError))
        context.get(webParts).log.error({ err: error }, 'a download could not be recorded; it went on');
    });
  }
  return response;
}

function isBeginning(request: Request, { status, headers }: Response): boolean {
  if (request.method === 'HEAD') return false;
  return status === 200 || (status === 206 && (headers.get('content-range') ?? '').startsWith('bytes 0-'));
}
