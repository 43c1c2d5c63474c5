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
    const deliveries = await tx.execute<object[]>(
      `update deliveries set synced_revision = 0, engine_checked_at = null
       where next_attempt_at is not null and synced_revision > 0 returning id`,
    );
    const protocols = await tx.execute<object[]>(
      `update emergency_protocols set synced_revision = 0, engine_checked_at = null
       where is_active and synced_revision > 0 returning owner_id`,
    );
    return { deliveries: deliveries.length, protocols: protocols.length };
  });
}
