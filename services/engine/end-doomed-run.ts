import type { EntityManager } from '@mikro-orm/postgresql';
import type { Engine, Run } from '#services/ports/engine.ts';

/**
 * Ends one run of an account that is gone, of a delivery or of its protocol. An engine that does not answer is asked
 * again after a minute: a run without its row does nothing, so there is no hurry. One at a time: whatever fails holds up
 * none of the others.
 * @returns whether there may be more of them
 * @throws what the engine threw
 */
export async function endDoomedRun(em: EntityManager, engine: Pick<Engine, 'end'>): Promise<boolean> {
  const [taken] = await em.execute<Run[]>(
    `update doomed_runs set next_try_at = now() + interval '1 minute' where delivery_id = any(array(
       select delivery_id from doomed_runs where next_try_at <= now() order by next_try_at limit 1 for update skip locked))
     returning delivery_id as id, kind`,
  );
  if (!taken) return false;
  await engine.end({ kind: taken.kind, id: taken.id });
  await em.execute('delete from doomed_runs where delivery_id = ?', [taken.id]);
  return true;
}
