/** The files of a delivery that was opened, on pages without scripts. */
import { prove } from '#app/http/file-response.ts';
import { contextOf, type Provider, vaultOf, webDeps } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { inParallel } from '#services/in-parallel.ts';
import { noteDownload, openRecipientsFile } from '#services/recipients/recipient.ts';

/** Why a page does not show a file. `away`: the store does not answer. */
export type Absence = 'damaged' | 'away';

/** A slow store delays no page for longer: files that were not checked by then are shown. */
const PATIENCE = 5 * SECOND;
const CHECKS_IN_FLIGHT = 8;

/**
 * Checks the beginning of each file, since a page without scripts cannot find out later why one does not load.
 * @param secret of the link of a delivery that was opened
 * @returns the ids of the files that cannot be shown
 */
export async function absentFiles(
  context: Provider,
  secret: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, Absence>> {
  const patience = AbortSignal.timeout(PATIENCE);
  const absences = new Map<string, Absence>();
  await inParallel(fileIds, CHECKS_IN_FLIGHT, async (id) => {
    const absence = await absenceOf(context, secret, id, patience);
    if (absence) absences.set(id, absence);
  });
  return absences;
}

async function absenceOf(
  context: Provider,
  secret: string,
  fileId: string,
  patience: AbortSignal,
): Promise<Absence | null> {
  if (patience.aborted) return null;
  try {
    const file = await openRecipientsFile(vaultOf(context), secret, fileId);
    await prove(context, file, patience);
    return null;
  } catch (error) {
    if (patience.aborted) return null;
    return error instanceof AppError && error.code === 'damaged' ? 'damaged' : 'away';
  }
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
