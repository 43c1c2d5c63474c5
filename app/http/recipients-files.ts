import { type Provider, vaultOf } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import { openRecipientsFile } from '#services/recipients/open-recipients-file.ts';
import { prove } from './file-response.ts';

/** Why a file is not shown on the page that it belongs to. */
export type Absence = 'damaged' | 'away';

/** A store that thinks for longer holds up no page: then the file is left to whoever loads it. */
const PATIENCE = 5 * SECOND;

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
  const absences = await Promise.all(fileIds.map(async (id) => [id, await absenceOf(context, secret, id)] as const));
  return new Map(absences.filter((entry): entry is [string, Absence] => entry[1] !== null));
}

async function absenceOf(context: Provider, secret: string, fileId: string): Promise<Absence | null> {
  const patience = AbortSignal.timeout(PATIENCE);
  try {
    const file = await openRecipientsFile(vaultOf(context), secret, fileId);
    await prove(context, file, patience);
    return null;
  } catch (error) {
    if (patience.aborted) return null;
    return error instanceof AppError && error.code === 'damaged' ? 'damaged' : 'away';
  }
}
