/** Syncs the runs of the engine with the protocols. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, fromNow, NOW } from '#db/instants.ts';
import { generationOfEngine } from '#db/outbox.ts';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { COMPARED_AT_ONCE, endRuns, syncOutbox, withoutRun } from '#services/engine/sync-outbox.ts';
import type { Engine } from '#services/ports/engine.ts';

/**
 * Sends the engine the newest plan of each protocol that is ahead of it. If such a protocol is armed and runs, its
 * owner checked in a moment ago, or changed their time zone: nothing had been mailed, and every other change in that
 * stage but a stop is a check-in.
 * @returns how many plans it synced; if not 0, more may wait
 * @throws when the engine did not answer; the others stay in the outbox
 */
export function dispatchPlans(
  em: EntityManager,
  engine: Pick<Engine, 'announceProtocol' | 'storeId'>,
): Promise<number> {
  return syncOutbox(em, engine, {
    table: 'emergency_protocols',
    read: (tx, ids) =>
      query(tx)
        .selectFrom('emergency_protocols')
        .select([
          'owner_id as id',
          'revision',
          'is_active',
          'is_blocked',
          'next_step_at',
          'stage',
          'episode',
          'waits_for',
        ])
        .where('owner_id', '=', anyOf(ids))
        .execute(),
    send: ({ id, revision, is_active, is_blocked, next_step_at, stage, episode, waits_for }) =>
      engine.announceProtocol({
        ownerId: id,
        revision,
        wakeAt: next_step_at,
        isOver: !is_active,
        stage,
        episode,
        isCheckIn: is_active && !is_blocked && stage === 'armed',
        ...(waits_for !== null && { waitsFor: waits_for }),
      }),
  });
}

/** As deliveries: what is due soon, and far enough ahead to be repaired in time. */
const AHEAD = 48 * HOUR;
const CHECK_EACH = DAY;
/** A run that is about to end by itself gets this long before it is ended. */
const SETTLED_FOR = 10 * MINUTE;

/**
 * Compares protocols with the engine, by id: an active protocol whose run is missing (terminated, cancelled, lost) goes back
 * into the outbox; the run of one that was switched off is ended. The engine never switches a protocol off.
 * @returns how many runs were missing
 * @throws when the engine did not answer
 */
export async function repairProtocolRuns(em: EntityManager, engine: Pick<Engine, 'runState' | 'end'>): Promise<number> {
  const ids = await activeToCompare(em);
  const missing = await withoutRun(engine, 'emergency', ids);
  await query(em)
    .updateTable('emergency_protocols')
    .set(({ eb, and, ref }) => ({
      engine_checked_at: NOW,
      synced_revision: eb
        .case()
        .when(and([eb('is_active', '=', true), eb('owner_id', '=', anyOf(missing))]))
        .then(0)
        .else(ref('synced_revision'))
        .end(),
    }))
    .where('owner_id', 'in', unlocked(em, ids))
    .execute();

  const over = await switchedOffToCompare(em);
  await endRuns(engine, 'emergency', over);
  await query(em)
    .updateTable('emergency_protocols')
    .set({ engine_checked_at: NOW })
    .where('is_active', '=', false)
    .where('owner_id', 'in', unlocked(em, over))
    .execute();
  return missing.length;
}

async function activeToCompare(em: EntityManager): Promise<string[]> {
  const rows = await synced(em, true)
    .where('synced_generation', '>=', generationOfEngine())
    .where('next_step_at', '<', fromNow(AHEAD))
    .where(({ eb, or }) => or([eb('engine_checked_at', 'is', null), eb('engine_checked_at', '<', ago(CHECK_EACH))]))
    .orderBy('next_step_at')
    .execute();
  return rows.map(({ owner_id }) => owner_id);
}

async function switchedOffToCompare(em: EntityManager): Promise<string[]> {
  const rows = await synced(em, false)
    .where('engine_checked_at', 'is', null)
    // Switching it off counts as a check-in.
    .where('last_check_in', '<', ago(SETTLED_FOR))
    .orderBy('last_check_in')
    .execute();
  return rows.map(({ owner_id }) => owner_id);
}

/** The protocols that are synced with the engine. */
function synced(em: EntityManager, isActive: boolean) {
  return query(em)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('is_active', '=', isActive)
    .whereRef('synced_revision', '>=', 'revision')
    .limit(COMPARED_AT_ONCE);
}

/** Those that no transaction has locked; the others come next time. Waiting for several locks could end in a deadlock. */
function unlocked(em: EntityManager, ids: readonly string[]) {
  return query(em)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('owner_id', '=', anyOf(ids))
    .forUpdate()
    .skipLocked();
}
