import { inParallel } from '#services/in-parallel.ts';
import type { Engine, Run } from '#services/ports/engine.ts';

/** How many rows one round compares with the engine. */
export const COMPARED_AT_ONCE = 500;
const CALLS_IN_FLIGHT = 20;

/**
 * Asks the engine by id, never by a visibility query, which may lag or be off.
 * @returns the ids of those that have no run (terminated, cancelled, lost)
 * @throws when the engine did not answer
 */
export async function withoutRun(
  engine: Pick<Engine, 'runState'>,
  kind: Run['kind'],
  ids: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  await inParallel(ids, CALLS_IN_FLIGHT, async (id) => {
    if ((await engine.runState({ kind, id })) === 'none') missing.push(id);
  });
  return missing;
}

/**
 * Ends the runs of finished rows that still run.
 * @throws when the engine did not answer
 */
export async function endRuns(
  engine: Pick<Engine, 'runState' | 'end'>,
  kind: Run['kind'],
  ids: readonly string[],
): Promise<void> {
  await inParallel(ids, CALLS_IN_FLIGHT, async (id) => {
    if ((await engine.runState({ kind, id })) === 'running') await engine.end({ kind, id });
  });
}
