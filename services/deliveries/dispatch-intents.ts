import type { EntityManager } from '@mikro-orm/postgresql';
import { inParallel } from '#services/in-parallel.ts';
import type { DeliveryEngine } from '#services/ports/delivery-engine.ts';

const BATCH = 100;
const CALLS_IN_FLIGHT = 20;

interface OutboxRow {
  id: string;
  owner_id: string;
  channel: string;
  revision: number;
  send_at: Date;
  is_over: boolean;
}

/**
 * Tells the engine the newest intent of deliveries it has not heard of. Rows are read without a lock: nobody who sends
 * or edits waits for the engine. One dispatcher works at a time; the others find nothing to do.
 * @returns how many were told; BATCH means that more may be waiting
 * @throws when the engine did not answer; what it was not told stays in the outbox
 */
export async function dispatchIntents(em: EntityManager, engine: DeliveryEngine): Promise<number> {
  return em.transactional(async (tx) => {
    const [lock] = await tx.execute<{ mine: boolean }[]>(
      "select pg_try_advisory_xact_lock(hashtext('stillhere-dispatcher')) as mine",
    );
    if (!lock?.mine) return 0;
    const rows = await tx.execute<OutboxRow[]>(
      `select id, owner_id, channel, revision, coalesce(next_attempt_at, scheduled_time) as send_at,
         deleted_at is not null or status <> 'pending' as is_over
       from deliveries where revision > synced_revision order by id limit ${BATCH}`,
    );
    const told: { id: string; revision: number }[] = [];
    try {
      await inParallel(rows, CALLS_IN_FLIGHT, async (row) => {
        await engine.announce({
          deliveryId: row.id,
          revision: row.revision,
          sendAt: new Date(row.send_at),
          cancelled: row.is_over,
          ownerId: row.owner_id,
          channel: row.channel,
        });
        told.push({ id: row.id, revision: row.revision });
      });
    } finally {
      await markTold(em.fork(), told);
    }
    return rows.length;
  });
}

/** Only upwards: a newer intent that came meanwhile is still to be told. */
async function markTold(em: EntityManager, told: readonly { id: string; revision: number }[]): Promise<void> {
  if (told.length === 0) return;
  await em.execute(
    `update deliveries d set synced_revision = r.revision
     from jsonb_to_recordset(?::jsonb) as r(id uuid, revision integer) where d.id = r.id and d.synced_revision < r.revision`,
    [JSON.stringify(told)],
  );
}
