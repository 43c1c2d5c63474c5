/** Deliveries and their runs in the engine: sending what changed, and mending what differs. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { isUnderNoDuress } from '#db/duress.ts';
import { ago, fromNow, NOW } from '#db/instants.ts';
import { countUnsynced, generationOfEngine } from '#db/outbox.ts';
import { query } from '#db/query.ts';
import { anyOf, COUNT } from '#db/sql.ts';
import type { DeliveryOrigin } from '#domain/delivery/delivery.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { COMPARED_AT_ONCE, endRuns, syncOutbox, withoutRun } from '#services/engine/sync-outbox.ts';
import type { Engine } from '#services/ports/engine.ts';

/** Runs are compared for what is due soon, and far enough ahead to be mended in time. */
const AHEAD = 48 * HOUR;
const CHECK_EACH = DAY;
/** A run that is about to end by itself gets this long before it is ended. */
const SETTLED_FOR = 10 * MINUTE;

/**
 * Sends the engine the newest intent of deliveries that are ahead of it.
 * @returns how many went; when it is not 0, more may be waiting
 * @throws when the engine did not answer; the others stay in the outbox
 */
export function syncDeliveries(em: EntityManager, engine: Pick<Engine, 'announce' | 'storeId'>): Promise<number> {
  return syncOutbox(em, engine, {
    table: 'deliveries',
    read: (tx, ids) =>
      query(tx)
        .selectFrom('deliveries')
        .select(['id', 'revision', 'owner_id', 'channel', 'next_attempt_at', 'scheduled_time'])
        .select(['deleted_at', 'held_at', 'status'])
        .where('id', '=', anyOf(ids))
        .execute(),
    send: (row) =>
      engine.announce({
        deliveryId: row.id,
        revision: row.revision,
        sendAt: row.next_attempt_at ?? row.scheduled_time,
        // Nothing sends what is held: it needs no run.
        cancelled: row.deleted_at !== null || row.status !== 'pending' || row.held_at !== null,
        ownerId: row.owner_id,
        channel: row.channel,
      }),
  });
}

/**
 * Compares rows with the engine, by id: a pending delivery whose run is missing (terminated, lost) goes back into the
 * outbox; the run of a finished one is ended.
 * @returns how many runs were missing
 * @throws when the engine did not answer
 */
export async function repairRuns(em: EntityManager, engine: Pick<Engine, 'runState' | 'end'>): Promise<number> {
  const pending = await query(em)
    .selectFrom('deliveries')
    .select('id')
    .where('next_attempt_at', '<', fromNow(AHEAD))
    .where('held_at', 'is', null)
    .whereRef('synced_revision', '>=', 'revision')
    .where('synced_generation', '>=', generationOfEngine())
    .where((eb) => eb.or([eb('engine_checked_at', 'is', null), eb('engine_checked_at', '<', ago(CHECK_EACH))]))
    .orderBy('next_attempt_at')
    .limit(COMPARED_AT_ONCE)
    .execute();
  const ids = pending.map(({ id }) => id);
  const missing = await withoutRun(engine, 'delivery', ids);
  await query(em)
    .updateTable('deliveries')
    .set((eb) => ({
      engine_checked_at: NOW,
      synced_revision: eb
        .case()
        .when(eb.and([eb('next_attempt_at', 'is not', null), eb('id', '=', anyOf(missing))]))
        .then(eb.lit(0))
        .else(eb.ref('synced_revision'))
        .end(),
    }))
    .where('id', '=', anyOf(ids))
    .execute();
  await endFinishedRuns(em, engine);
  return missing.length;
}

async function endFinishedRuns(em: EntityManager, engine: Pick<Engine, 'runState' | 'end'>): Promise<void> {
  const finished = await query(em)
    .selectFrom('deliveries')
    .select('id')
    .where('finished_at', '<', ago(SETTLED_FOR))
    .where('engine_checked_at', 'is', null)
    .orderBy('finished_at')
    .limit(COMPARED_AT_ONCE)
    .execute();
  const ids = finished.map(({ id }) => id);
  await endRuns(engine, 'delivery', ids);
  await query(em).updateTable('deliveries').set({ engine_checked_at: NOW }).where('id', '=', anyOf(ids)).execute();
}

const PURGED_AT_ONCE = 500;

/**
 * Deletes for good what its owner deleted, once the engine knows and a day has passed.
 * @returns whether there may be more
 */
export async function purgeDeleted(em: EntityManager): Promise<boolean> {
  const deleted = await query(em)
    .deleteFrom('deliveries')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select('id')
        .where('deleted_at', '<', ago(DAY))
        .whereRef('synced_revision', '>=', 'revision')
        .orderBy('deleted_at')
        .limit(PURGED_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .returning('id')
    .execute();
  return deleted.length === PURGED_AT_ONCE;
}

/** How much waits, and how long. */
export interface Backlog {
  pending: number;
  /** Also of emergency protocols. */
  outboxDepth: number;
  /** Since the longest overdue delivery that nobody holds could first be acted upon; 0 when none is. */
  oldestOverdueSeconds: number;
  /** How many deliveries operators hold. */
  held: Record<DeliveryOrigin, number>;
  /** How many owners have a duress hold that runs. */
  duressHolds: number;
}

/** @returns the backlog of all owners together */
export async function deliveryBacklog(em: EntityManager): Promise<Backlog> {
  const db = query(em);
  const waiting = db.selectFrom('deliveries').where('next_attempt_at', 'is not', null);
  const held = db.selectFrom('deliveries').where('held_at', 'is not', null).where('next_attempt_at', 'is not', null);
  const row = await db
    .selectNoFrom([
      waiting.select(COUNT.as('count')).as('pending'),
      waiting
        .where('held_at', 'is', null)
        .where(isUnderNoDuress())
        .select(({ fn: of }) => of.min('next_attempt_at').as('next'))
        .as('next'),
      NOW.as('now'),
      countUnsynced('deliveries').as('deliveries'),
      countUnsynced('emergency_protocols').as('protocols'),
      held.where('origin', '=', 'owner').select(COUNT.as('count')).as('held'),
      held.where('origin', '=', 'release').select(COUNT.as('count')).as('held_releases'),
      db.selectFrom('duress_holds').where('ends_at', '>', NOW).select(COUNT.as('count')).as('duress_holds'),
    ])
    .executeTakeFirstOrThrow();
  return {
    pending: row.pending ?? 0,
    outboxDepth: row.deliveries + row.protocols,
    oldestOverdueSeconds: row.next ? Math.max(0, (row.now.getTime() - row.next.getTime()) / SECOND) : 0,
    held: { owner: row.held ?? 0, release: row.held_releases ?? 0 },
    duressHolds: row.duress_holds ?? 0,
  };
}
