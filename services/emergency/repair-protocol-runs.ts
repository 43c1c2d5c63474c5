import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { idArray } from '#services/deliveries/locked.ts';
import { COMPARED_AT_ONCE, endRuns, withoutRun } from '#services/engine/compare-runs.ts';
import type { Engine } from '#services/ports/engine.ts';

/** As deliveries: what is due soon, and far enough ahead to be mended in time. */
const AHEAD = 48 * HOUR;
const CHECK_EACH = DAY;
/** A run that is about to end by itself gets this long before it is ended. */
const SETTLED_FOR = 10 * MINUTE;

/** What somebody holds at this moment is looked at again next time: whoever holds several would wait for whoever waits. */
const FREE = `owner_id in (
  select owner_id from emergency_protocols where owner_id = any(?::uuid[]) for update skip locked)`;

const seconds = (duration: number) => `${duration / SECOND} seconds`;

/**
 * Compares protocols with the engine, by id: an active one whose run is gone (terminated, cancelled, lost) goes back into
 * the outbox; the run of one that was switched off is ended. Nobody is disarmed in the engine.
 * @returns how many runs were missing
 * @throws when the engine did not answer
 */
export async function repairProtocolRuns(em: EntityManager, engine: Pick<Engine, 'runState' | 'end'>): Promise<number> {
  const active = await em.execute<{ id: string }[]>(
    `select owner_id as id from emergency_protocols where is_active and next_step_at < now() + ?::interval
       and synced_revision >= revision and (engine_checked_at is null or engine_checked_at < now() - ?::interval)
     order by next_step_at limit ${COMPARED_AT_ONCE}`,
    [seconds(AHEAD), seconds(CHECK_EACH)],
  );
  const ids = active.map(({ id }) => id);
  const missing = await withoutRun(engine, 'emergency', ids);
  await em.execute(
    `update emergency_protocols set engine_checked_at = now(),
       synced_revision = case when is_active and owner_id = any(?::uuid[]) then 0 else synced_revision end
     where ${FREE}`,
    [idArray(missing), idArray(ids)],
  );

  // Switching it off is a sign of life.
  const off = await em.execute<{ id: string }[]>(
    `select owner_id as id from emergency_protocols where not is_active and engine_checked_at is null
       and synced_revision >= revision and last_check_in < now() - ?::interval order by last_check_in limit ${COMPARED_AT_ONCE}`,
    [seconds(SETTLED_FOR)],
  );
  const over = off.map(({ id }) => id);
  await endRuns(engine, 'emergency', over);
  await em.execute(`update emergency_protocols set engine_checked_at = now() where not is_active and ${FREE}`, [
    idArray(over),
  ]);
  return missing.length;
}
