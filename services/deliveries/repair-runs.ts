import type { EntityManager } from '@mikro-orm/postgresql';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { COMPARED_AT_ONCE, endRuns, withoutRun } from '#services/engine/compare-runs.ts';
import type { Engine } from '#services/ports/engine.ts';
import { idArray } from './locked.ts';

/** Whose run is looked after: what is due soon, and far enough ahead to be mended in time. */
const AHEAD = 48 * HOUR;
const CHECK_EACH = DAY;
/** A run that is about to end by itself gets this long before it is ended. */
const SETTLED_FOR = 10 * MINUTE;

const seconds = (duration: number) => `${duration / SECOND} seconds`;

/**
 * Compares rows with the engine, by id: a pending delivery whose run is gone (terminated, lost) goes back into the
 * outbox; the run of a finished one is ended.
 * @returns how many runs were missing
 * @throws when the engine did not answer
 */
export async function repairRuns(em: EntityManager, engine: Pick<Engine, 'runState' | 'end'>): Promise<number> {
  const pending = await em.execute<{ id: string }[]>(
    `select id from deliveries where next_attempt_at < now() + ?::interval and synced_revision >= revision
       and (engine_checked_at is null or engine_checked_at < now() - ?::interval) order by next_attempt_at limit ${COMPARED_AT_ONCE}`,
    [seconds(AHEAD), seconds(CHECK_EACH)],
  );
  const ids = pending.map(({ id }) => id);
  const missing = await withoutRun(engine, 'delivery', ids);
  await em.execute(
    `update deliveries set engine_checked_at = now(),
       synced_revision = case when next_attempt_at is not null and id = any(?::uuid[]) then 0 else synced_revision end
     where id = any(?::uuid[])`,
    [idArray(missing), idArray(ids)],
  );

  const finished = await em.execute<{ id: string }[]>(
    `select id from deliveries where finished_at < now() - ?::interval and engine_checked_at is null order by finished_at limit ${COMPARED_AT_ONCE}`,
    [seconds(SETTLED_FOR)],
  );
  const over = finished.map(({ id }) => id);
  await endRuns(engine, 'delivery', over);
  await em.execute('update deliveries set engine_checked_at = now() where id = any(?::uuid[])', [idArray(over)]);
  return missing.length;
}

/** Rows that their owner deleted go for good once the engine knows and a day has passed. */
export async function purgeDeleted(em: EntityManager): Promise<void> {
  await em.execute('delete from deliveries where deleted_at < now() - ?::interval and synced_revision >= revision', [
    seconds(DAY),
  ]);
}
