/** The files of a delivery that was opened, on pages without scripts. */
import { type Absence, absencesOf } from '#app/http/absences.ts';
import { contextOf, type Provider, vaultOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import type { ReadableFile } from '#services/contents/open-file.ts';
import type { OpenedDelivery } from '#services/recipients/invitations.ts';
import { noteDownload, openRecipientsFile } from '#services/recipients/recipient.ts';

/** A delivery as it can be shown, and the ids of all files that cannot be. */
export interface CheckedDelivery {
  delivery: OpenedDelivery;
  absent: ReadonlyMap<string, Absence>;
}

/**
 * Checks the files of a delivery as `absencesOf` does, since a page without scripts cannot find out later why one does not
 * load. A copy that cannot be shown is left out, and its original takes its place.
 * @param open reads one of them
 */
export async function checkFiles(
  context: Provider,
  delivery: OpenedDelivery,
  open: (fileId: string) => Promise<ReadableFile>,
): Promise<CheckedDelivery> {
  const { items } = delivery;
  const files = items.flatMap((item) =>
    item.type === 'text' ? [] : [item.file_id, ...(item.copy ? [item.copy.file_id] : [])],
  );
  const absent = await absencesOf(context, files, open);
  const shown = items.map((item) =>
    item.type !== 'text' && item.copy && absent.has(item.copy.file_id) ? { ...item, copy: null } : item,
  );
  return { delivery: { ...delivery, items: shown }, absent };
}

/**
 * The same for the recipient.
 * @param secret of the link of a delivery that was opened
 */
export function checkRecipientsFiles(
  context: Provider,
  secret: string,
  delivery: OpenedDelivery,
): Promise<CheckedDelivery> {
  return checkFiles(context, delivery, (id) => openRecipientsFile(vaultOf(context), secret, id));
}

/**
 * Records a download when its beginning is about to be sent. The response does not wait for the record, and a failure of it
 * is only logged. HEAD and later ranges are not downloads.
 * @returns the same response
 */
export function notedDownload(context: Provider, request: Request, secret: string, response: Response): Response {
  if (isBeginning(request, response)) {
    const services = { ...contextOf(context), em: context.get(webDeps).composition.fork() };
    noteDownload(services, secret).catch((error: unknown) => {
      // An AppError says that the link was revoked meanwhile.
      if (!(error instanceof AppError))
        context.get(webDeps).log.error({ err: error }, 'could not record a download, which went on');
    });
  }
  return response;
}

function isBeginning(request: Request, { status, headers }: Response): boolean {
  if (request.method === 'HEAD') return false;
  return status === 200 || (status === 206 && (headers.get('content-range') ?? '').startsWith('bytes 0-'));
}
