import { type Provider, vaultOf } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { inParallel } from '#services/in-parallel.ts';
import { openRecipientsFile } from '#services/recipients/open-recipients-file.ts';
import { prove } from './file-response.ts';

/** Why a file is not shown on the page that it belongs to. */
export type Absence = 'damaged' | 'away';

/** A store that thinks for longer holds up no page: then what is left is left to whoever loads it. */
const PATIENCE = 5 * SECOND;
const AT_ONCE = 8;

/**
 * Looks at the beginning of files before a page is made that has no script to find out why one does not come.
 * @param secret of the link, after it was opened
 * @returns those that cannot be shown, by their ids
 */
export async function absentFiles(
  context: Provider,
  secret: string,
  fileIds: readonly string[],
): Promise<ReadonlyMap<string, Absence>> {
  const patience = AbortSignal.timeout(PATIENCE);
  const absences = new Map<string, Absence>();
  await inParallel(fileIds, AT_ONCE, async (id) => {
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
