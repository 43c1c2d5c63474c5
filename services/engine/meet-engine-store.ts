import type { EntityManager } from '@mikro-orm/postgresql';
import type { Engine } from '#services/ports/engine.ts';

/** How much a new store has to be told. */
export interface ToldAgain {
  deliveries: number;
  protocols: number;
}

/**
 * Recognises a new engine store by the id of its namespace: then everything the engine knew is gone, and all that is
 * pending or active goes back into the outbox. Losing the whole engine costs minutes, not messages.
 * @returns what is told again; null when the store is the known one
 */
export async function meetEngineStore(em: EntityManager, engine: Pick<Engine, 'storeId'>): Promise<ToldAgain | null> {
  const namespaceId = await engine.storeId();
  return em.transactional(async (tx) => {
    const [known] = await tx.execute<{ namespace_id: string }[]>('select namespace_id from engine_store for update');
    if (known?.namespace_id === namespaceId) return null;
    await tx.execute(
      `insert into engine_store (id, namespace_id, met_at) values (1, ?, now())
       on conflict (id) do update set namespace_id = excluded.namespace_id, met_at = excluded.met_at`,
      [namespaceId],
    );
    // Protocols before deliveries, and in the order of ids: as everybody takes them who holds several.
    const protocols = await countTold(
      tx,
      `with held as (
         select owner_id from emergency_protocols where is_active and synced_revision > 0 order by owner_id for no key update),
       told as (update emergency_protocols set synced_revision = 0, engine_checked_at = null
       where owner_id in (select owner_id from held) returning 1)`,
    );
    const deliveries = await countTold(
      tx,
      `with held as (
         select id from deliveries where next_attempt_at is not null and synced_revision > 0 order by id for no key update),
       told as (update deliveries set synced_revision = 0, engine_checked_at = null
       where id in (select id from held) returning 1)`,
    );
    return { deliveries, protocols };
  });
}

/** @returns how many rows went back, without fetching them: there may be a million */
async function countTold(tx: EntityManager, update: string): Promise<number> {
  const [told] = await tx.execute<{ count: string }[]>(`${update} select count(*) as count from told`);
  return Number(told?.count);
}
