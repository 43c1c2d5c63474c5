import type { EntityManager } from '@mikro-orm/postgresql';
import { MINUTE } from '#domain/time/durations.ts';
import { enqueue, type JobHandler } from '#services/jobs/jobs.ts';
import type { Engine, Run } from '#services/ports/engine.ts';

/** Ends runs later: their rows go in this transaction. @param wait when, in milliseconds */
export function endRunsLater(tx: EntityManager, runs: readonly Run[], wait: number): Promise<void> {
  return enqueue(
    tx,
    'end-run',
    runs.map(({ kind, id }) => `${kind}:${id}`),
    { in: wait },
  );
}

/**
 * Ends a run of a deleted account, of a delivery or of its protocol. An engine that does not answer is asked again after a
 * minute: a run without its row does nothing, so there is no hurry.
 */
export function endRunJob(engine: Pick<Engine, 'end'>): JobHandler {
  return {
    batch: 1,
    lease: MINUTE,
    async run({ subject }) {
      const [kind, id] = subject.split(':');
      await engine.end({ kind, id } as Run);
      return 'done';
    },
  };
}
