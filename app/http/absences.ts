/** Which files cannot be read now, and why: found out before a page or an archive promises them. */
import type { Provider } from '#app/middleware/context.ts';
import { AppError } from '#domain/errors.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { ReadableFile } from '#services/contents/open-file.ts';
import { inParallel } from '#services/in-parallel.ts';
import { alarmBrokenSeal } from './damage.ts';
import { prove } from './file-response.ts';

/** `away`: the store does not answer. */
export type Absence = 'damaged' | 'away';

/** A slow store delays nothing for longer: files that were not checked by then count as there. */
const PATIENCE = 5 * SECOND;
const CHECKS_IN_FLIGHT = 8;

/**
 * Checks the beginning of each file.
 * @returns the ids of the files that cannot be read
 */
export async function absencesOf(
  context: Provider,
  fileIds: readonly string[],
  open: (fileId: string) => Promise<ReadableFile>,
): Promise<ReadonlyMap<string, Absence>> {
  const patience = AbortSignal.timeout(PATIENCE);
  const absences = new Map<string, Absence>();
  await inParallel(fileIds, CHECKS_IN_FLIGHT, async (id) => {
    if (patience.aborted) return;
    try {
      await prove(context, await open(id), patience);
    } catch (error) {
      if (!patience.aborted)
        absences.set(id, isDamaged(alarmBrokenSeal(context, error, { file: id })) ? 'damaged' : 'away');
    }
  });
  return absences;
}

function isDamaged(error: unknown): boolean {
  return error instanceof AppError && error.code === 'damaged';
}
