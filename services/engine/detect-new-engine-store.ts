import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { Engine } from '#services/ports/engine.ts';

/** How much goes to a new engine store again. */
export interface BackInOutbox {
  deliveries: number;
  protocols: number;
}

/**
 * Recognises a new engine store by the id of its namespace: then everything the engine knew is lost, and all that is
 * pending or active goes back into the outbox. Losing the whole engine costs minutes, not messages.
 * @returns what goes to it again; null when the store is the known one
 */
export async function detectNewEngineStore(
  em: EntityManager,
  engine: Pick<Engine, 'storeId'>,
): Promise<BackInOutbox | null> {
  const namespaceId = await engine.storeId();
  return em.transactional(async (tx) => {
    const known = await query(tx).selectFrom('engine_store').select('namespace_id').forUpdate().executeTakeFirst();
    if (known?.namespace_id === namespaceId) return null;
    await query(tx)
      .insertInto('engine_store')
      .values({ id: 1, namespace_id: namespaceId, met_at: NOW })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet(({ ref }) => ({
          namespace_id: ref('excluded.namespace_id'),
          met_at: ref('excluded.met_at'),
        })),
      )
      .execute();
    // Protocols before deliveries, and in the order of ids: everything that locks several does so.
    const protocols = await resetProtocols(tx);
    return { deliveries: await resetDeliveries(tx), protocols };
  });
}

/** @returns how many rows went back, without fetching them: there may be a million */
async function resetProtocols(tx: EntityManager): Promise<number> {
  const { count } = await query(tx)
    .with('locked', (db) =>
      db
        .selectFrom('emergency_protocols')
        .select('owner_id')
        .where('is_active', '=', true)
        .where('synced_revision', '>', 0)
        .orderBy('owner_id')
        .forNoKeyUpdate(),
    )
    .with('reset', (db) =>
      db
        .updateTable('emergency_protocols')
        .set({ synced_revision: 0, engine_checked_at: null })
        .where('owner_id', 'in', (eb) => eb.selectFrom('locked').select('locked.owner_id'))
        .returning('owner_id'),
    )
    .selectFrom('reset')
    .select(COUNT.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** @returns how many rows went back, without fetching them: there may be a million */
async function resetDeliveries(tx: EntityManager): Promise<number> {
  const { count } = await query(tx)
    .with('locked', (db) =>
      db
        .selectFrom('deliveries')
        .select('id')
        .where('next_attempt_at', 'is not', null)
        .where('synced_revision', '>', 0)
        .orderBy('id')
        .forNoKeyUpdate(),
    )
    .with('reset', (db) =>
      db
        .updateTable('deliveries')
        .set({ synced_revision: 0, engine_checked_at: null })
        .where('id', 'in', (eb) => eb.selectFrom('locked').select('locked.id'))
        .returning('id'),
    )
    .selectFrom('reset')
    .select(COUNT.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}
