/**
 * Operators hold deliveries: a held one stays pending with its date, and nothing sends it until operators let it go. Its
 * owner may change or delete it meanwhile; a change does not end the hold. Neither does the answer to a message that was under
 * way: what would follow it (an email instead, another try, "Send again") is held, too.
 */
import type { EntityManager } from '@mikro-orm/postgresql';
import { CLOCK_NOW, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyOf, COUNT } from '#db/sql.ts';
import type { DeliveryOrigin } from '#domain/delivery/delivery.ts';
import { refuseChange } from '#domain/delivery/refuse-change.ts';
import { appendTimeline } from '#services/timeline.ts';
import { DeliveryChanges } from './delivery-changes.ts';
import { type LockedDelivery, lockDeliveries } from './locked.ts';

/** How many rows one transaction changes. */
const BATCH = 500;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** What became of a delivery whose run an operator cancelled. */
export interface CancelledRun {
  outcome: 'held' | 'failed' | 'unchanged';
  origin: DeliveryOrigin | null;
}

/**
 * An operator cancelled the run in the engine. A delivery whose date lies ahead is held, and so is one of a release. One
 * that is due fails, and its owner is notified. While the database's clock is in doubt nobody knows what is due: each is held. What is finished, deleted, held or with its provider does not change.
 */
export async function cancelByOperator(
  em: EntityManager,
  deliveryId: string,
  isClockHeld = false,
): Promise<CancelledRun> {
  return em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [deliveryId]);
    const [delivery] = deliveries;
    if (!delivery) return { outcome: 'unchanged', origin: null };
    const outcome = outcomeOfCancelling(delivery, now, isClockHeld);
    if (outcome === 'held') await holdRows(tx, [delivery.id]);
    if (outcome === 'failed') {
      const changes = new DeliveryChanges();
      changes.failed(delivery, 'cancelled-by-operator', 'operator');
      await changes.write(tx, now);
    }
    return { outcome, origin: delivery.origin };
  });
}

function outcomeOfCancelling(delivery: LockedDelivery, now: number, isClockHeld: boolean): CancelledRun['outcome'] {
  if (delivery.isDeleted || delivery.isHeld) return 'unchanged';
  const refusal = refuseChange(delivery, delivery.scheduledAt, now);
  if (refusal === 'finished' || refusal === 'being-sent') return 'unchanged';
  return isClockHeld || delivery.origin === 'release' || delivery.scheduledAt > now ? 'held' : 'failed';
}

/**
 * Holds deliveries that are pending. One that is with its provider at this moment may still arrive.
 * @param ids null for all that are pending now
 * @returns how many are held now and were not before
 */
export function holdDeliveries(em: EntityManager, ids: readonly string[] | null): Promise<number> {
  return inBatches(em, ids, false, holdRows);
}

/** What operators let go. */
export interface LetGo {
  count: number;
  /** How many of these are due already, and go out now. */
  due: number;
}

/**
 * Lets held deliveries go: each that is pending goes out on its date, or at once if that has passed.
 * @param ids null for all that are held
 */
export async function unholdDeliveries(em: EntityManager, ids: readonly string[] | null): Promise<LetGo> {
  let due = 0;
  const count = await inBatches(em, ids, true, async (tx, batch) => {
    due += await letRowsGo(tx, batch);
  });
  return { count, due };
}

/** Takes rows in the order of their ids, as everything that locks several does. @returns how many it took */
async function inBatches(
  em: EntityManager,
  ids: readonly string[] | null,
  areHeld: boolean,
  change: (tx: EntityManager, batch: readonly string[]) => Promise<void>,
): Promise<number> {
  let [count, after] = [0, FIRST_ID];
  for (;;) {
    const batch = await em.fork().transactional(async (tx) => {
      const rows = await query(tx)
        .selectFrom('deliveries')
        .select('id')
        .$if(!areHeld, (pending) => pending.where('next_attempt_at', 'is not', null))
        .where('deleted_at', 'is', null)
        .where('held_at', areHeld ? 'is not' : 'is', null)
        .where('id', '>', after)
        .$if(ids !== null, (some) => some.where('id', '=', anyOf(ids ?? [])))
        .orderBy('id')
        .limit(BATCH)
        .forUpdate()
        .execute();
      const found = rows.map(({ id }) => id);
      await change(tx, found);
      return found;
    });
    count += batch.length;
    const last = batch.at(-1);
    if (last === undefined || batch.length < BATCH) return count;
    after = last;
  }
}

async function holdRows(tx: EntityManager, ids: readonly string[]): Promise<void> {
  const rows = await query(tx)
    .updateTable('deliveries')
    .set({ held_at: NOW })
    .where('id', '=', anyOf(ids))
    .returning(['id', 'owner_id', 'revision', 'held_at as at'])
    .execute();
  await log(tx, 'delivery-held-by-operator', rows);
}

/** The engine is sent each of them again: its run was cancelled, or ended when it found the delivery held. */
async function letRowsGo(tx: EntityManager, ids: readonly string[]): Promise<number> {
  const rows = await query(tx)
    .updateTable('deliveries')
    .set({ held_at: null, synced_revision: 0, sync_after: null, engine_checked_at: null })
    .where('id', '=', anyOf(ids))
    .returning(['id', 'owner_id', 'revision', NOW.as('at')])
    .execute();
  await log(tx, 'delivery-unheld', rows);
  const { due } = await query(tx)
    .selectFrom('deliveries')
    .select(COUNT.as('due'))
    .where('id', '=', anyOf(ids))
    .where('next_attempt_at', '<=', CLOCK_NOW)
    .executeTakeFirstOrThrow();
  return due;
}

async function log(
  tx: EntityManager,
  kind: 'delivery-held-by-operator' | 'delivery-unheld',
  rows: readonly { id: string; owner_id: string; revision: number; at: Date | null }[],
): Promise<void> {
  const [first] = rows;
  if (!first?.at) return;
  const happenings = rows.map(({ id, owner_id, revision }) => ({
    ownerId: owner_id,
    kind,
    actor: 'operator' as const,
    deliveryId: id,
    detail: { revision },
  }));
  await appendTimeline(tx, first.at, happenings);
}
