import type { EntityManager } from '@mikro-orm/postgresql';
import type { Engine, Run } from '#services/ports/engine.ts';

const AT_ONCE = 20;

/**
 * Ends the runs of accounts that are gone: of their deliveries and their protocol. An engine that does not answer is asked
 * again after a minute: a run without its row does nothing, so there is no hurry.
 * @returns whether there may be more of them
 * @throws what the engine threw; the others of this hand wait with it
 */
export async function endDoomedRuns(em: EntityManager, engine: Pick<Engine, 'end'>): Promise<boolean> {
  const taken = await em.execute<Run[]>(
    `update doomed_runs set next_try_at = now() + interval '1 minute' where id in (
       select id from doomed_runs where next_try_at <= now() order by next_try_at limit ${AT_ONCE} for update skip locked)
     returning id, kind`,
  );
  for (const { id, kind } of taken) {
    await engine.end({ kind, id });
    await em.execute('delete from doomed_runs where id = ?', [id]);
  }
  return taken.length === AT_ONCE;
}
