import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { newestGeneration } from '#db/outbox.ts';
import { query } from '#db/query.ts';
import type { Engine } from '#services/ports/engine.ts';

/**
 * Recognises a new engine store by the id of its namespace: then everything the engine knew is lost. Its generation puts
 * all that is pending or active back into the outbox, without changing a row of it (db/outbox.ts).
 * @returns whether the engine has lost what it knew
 */
export async function detectNewEngineStore(em: EntityManager, engine: Pick<Engine, 'storeId'>): Promise<boolean> {
  const namespaceId = await engine.storeId();
  return em.transactional(async (tx) => {
    const known = await query(tx)
      .selectFrom('engine_store')
      .select(['namespace_id', 'generation'])
      .forUpdate()
      .executeTakeFirst();
    if (known?.namespace_id === namespaceId) return false;
    if (known) {
      const generation = known.generation + 1;
      await query(tx).updateTable('engine_store').set({ namespace_id: namespaceId, met_at: NOW, generation }).execute();
      return true;
    }
    // The first store, or the first after a restore: no store has the rows of a backup.
    const before = await newestGeneration(tx);
    await query(tx)
      .insertInto('engine_store')
      .values({ id: 1, namespace_id: namespaceId, met_at: NOW, generation: (before ?? 0) + 1 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    return before !== null;
  });
}
