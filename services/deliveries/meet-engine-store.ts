import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeliveryEngine } from '#services/ports/delivery-engine.ts';

/**
 * Recognises a new engine store by the id of its namespace: then everything the engine knew is gone, and all that is
 * pending goes back into the outbox. Losing the whole engine costs minutes, not messages.
 * @returns how many deliveries are told again; 0 when the store is the known one
 */
export async function meetEngineStore(em: EntityManager, engine: DeliveryEngine): Promise<number> {
  const namespaceId = await engine.storeId();
  return em.transactional(async (tx) => {
    const [known] = await tx.execute<{ namespace_id: string }[]>('select namespace_id from engine_store for update');
    if (known?.namespace_id === namespaceId) return 0;
    await tx.execute(
      `insert into engine_store (id, namespace_id, met_at) values (1, ?, now())
       on conflict (id) do update set namespace_id = excluded.namespace_id, met_at = excluded.met_at`,
      [namespaceId],
    );
    const again = await tx.execute<{ id: string }[]>(
      `update deliveries set synced_revision = 0, engine_checked_at = null
       where next_attempt_at is not null and synced_revision > 0 returning id`,
    );
    return again.length;
  });
}
