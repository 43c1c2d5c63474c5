import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeliveryEngine } from '#services/ports/delivery-engine.ts';

const AT_ONCE = 20;

/**
 * Ends the runs of deliveries whose account is gone. An engine that does not answer is asked again after a minute: a run
 * without its row sends nothing, so there is no hurry.
 * @returns whether there may be more of them
 * @throws what the engine threw; the others of this hand wait with it
 */
export async function endDoomedRuns(em: EntityManager, engine: Pick<DeliveryEngine, 'end'>): Promise<boolean> {
  const taken = await em.execute<{ delivery_id: string }[]>(
    `update doomed_runs set next_try_at = now() + interval '1 minute' where delivery_id in (
       select delivery_id from doomed_runs where next_try_at <= now() order by next_try_at limit ${AT_ONCE} for update skip locked)
     returning delivery_id`,
  );
  for (const { delivery_id: id } of taken) {
    await engine.end(id);
    await em.execute('delete from doomed_runs where delivery_id = ?', [id]);
  }
  return taken.length === AT_ONCE;
}
