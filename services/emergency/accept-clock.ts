import type { EntityManager } from '@mikro-orm/postgresql';
import { before, CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { heartbeatOf } from '#domain/emergency/availability.ts';
import { lockClock } from './database-clock.ts';
import { beginShift } from './shift-instants.ts';

/**
 * For operators: the database's clock is right as it is now. Instants of protocols are moved by as much as it jumped
 * (`shiftInstants`), so that each owner has as much time as before.
 * @param day the length of a protocol day, in milliseconds
 * @returns by how much the clock had moved, in milliseconds; null where it is not in doubt; `early` where a process may not
 *   have compared it since the jump, and would note it again
 */
export function acceptClock(em: EntityManager, day: number): Promise<number | null | 'early'> {
  return em.transactional(async (tx) => {
    const { skew_ms: skew, shift_ms: shift } = await lockClock(tx);
    if (skew === 0) return null;
    // The clock moved a second time, and instants are being moved with it.
    if (shift !== null) return 'early';
    const settled = await query(tx)
      .selectFrom('database_clock')
      .select('id')
      .where('noted_at', '<', before(CLOCK_NOW, 2 * heartbeatOf(day)))
      .executeTakeFirst();
    if (!settled) return 'early';
    await beginShift(tx, { by: skew, isInside: false, until: null, margin: 2 * heartbeatOf(day) });
    await query(tx).updateTable('database_clock').set({ skew_ms: 0, noted_at: null }).execute();
    return skew;
  });
}

/**
 * For operators: the clock was set right while no process of ours ran, so none of them knows. Nothing that is stored moves but
 * the heartbeat: where a machine had been paused, it was moved on past the time in which nobody could reach us.
 * @returns by how much the clock had moved, in milliseconds; null where it is not in doubt; `early` while instants are moved
 */
export function resetClock(em: EntityManager): Promise<number | null | 'early'> {
  return em.transactional(async (tx) => {
    const { skew_ms: skew, shift_ms: shift } = await lockClock(tx);
    if (skew === 0) return null;
    if (shift !== null) return 'early';
    await query(tx)
      .updateTable('heartbeats')
      .set(({ ref }) => ({ beat_at: before(ref('beat_at'), Math.max(0, skew)) }))
      .execute();
    await query(tx).updateTable('database_clock').set({ skew_ms: 0, noted_at: null, shift_from: null }).execute();
    return skew;
  });
}
