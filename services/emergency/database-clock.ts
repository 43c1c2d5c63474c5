/**
 * Notices that the database's clock jumped. While it is in doubt, protocols and deliveries wait; check-ins are accepted. It
 * ends when the clocks agree again or an operator accepts the clock (`acceptClock`); docs/decisions/0097.
 */
import { uptime as bootSeconds } from 'node:os';
import type { EntityManager } from '@mikro-orm/postgresql';
import { sql } from 'kysely';
import { after, before, CLOCK_NOW, fromMilliseconds, inMilliseconds } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { heartbeatOf, outageGapOf } from '#domain/emergency/availability.ts';
import {
  type ClockComparison,
  type ClockMemory,
  type ClockReading,
  compareClocks,
  movedBy,
} from '#domain/emergency/database-clock.ts';
import { SECOND } from '#domain/time/durations.ts';
import { beginShift } from './shift-instants.ts';

const ROW = 1;

/** What one process knows of the database's clock. */
export class DatabaseClock {
  readonly #day: number;
  readonly #uptime: () => number;
  #memory: ClockMemory | null = null;

  /**
   * @param day the length of a protocol day, in milliseconds
   * @param uptime how long this machine has been running, in milliseconds, suspended time included
   */
  constructor(day: number, uptime = () => bootSeconds() * SECOND) {
    this.#day = day;
    this.#uptime = uptime;
  }

  /**
   * Compares the database's clock with this machine's, and notes for all processes that it moved or agrees again. Call it
   * before a heartbeat, which would take a jump for an outage.
   * @returns how far the clock was found to have moved, in milliseconds; 0 where it agrees again, null for no news
   */
  async compare(em: EntityManager): Promise<number | null> {
    const gap = outageGapOf(this.#day);
    const compared = await em.transactional(async (tx) => {
      const known = await lockClock(tx);
      const { reading, took } = await this.#read(tx);
      // The answer came late: it says nothing about now.
      if (took > gap / 2) return null;
      const result = compareClocks(this.#memory, known.skew_ms, reading, gap);
      // Instants that are being moved are moved first.
      if (result.noted !== null && known.shift_ms !== null) return null;
      await note(tx, known.skew_ms, result, { beat: heartbeatOf(this.#day), gap });
      return result;
    });
    if (compared) this.#memory = compared.memory;
    return compared?.noted ?? null;
  }

  /** @returns whether the clock is in doubt: it is known, or this process sees it now */
  async isHeld(em: EntityManager): Promise<boolean> {
    if (await isClockHeld(em)) return true;
    if (this.#memory === null) return false;
    const gap = outageGapOf(this.#day);
    const { reading, took } = await this.#read(em);
    return took <= gap / 2 && Math.abs(movedBy(this.#memory, reading) - this.#memory.skew) > gap;
  }

  async #read(em: EntityManager): Promise<{ reading: ClockReading; took: number }> {
    const asked = this.#uptime();
    const { now } = await query(em).selectNoFrom(inMilliseconds(CLOCK_NOW).as('now')).executeTakeFirstOrThrow();
    const answered = this.#uptime();
    return { reading: { now, uptime: (asked + answered) / 2 }, took: answered - asked };
  }
}

/** @returns what is known of the clock, locked until the transaction ends */
export async function lockClock(tx: EntityManager) {
  await query(tx)
    .insertInto('database_clock')
    .values({ id: ROW, skew_ms: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return query(tx).selectFrom('database_clock').selectAll().where('id', '=', ROW).forUpdate().executeTakeFirstOrThrow();
}

/** What operators are shown of the clock. */
export interface ClockState {
  isHeld: boolean;
  /** How far it has moved, in milliseconds. */
  skew: number;
}

/** @returns whether protocols and deliveries wait because of the clock */
export async function readClock(em: EntityManager): Promise<ClockState> {
  const row = await query(em).selectFrom('database_clock').select(['skew_ms', 'shift_ms']).executeTakeFirst();
  return { isHeld: row !== undefined && isInDoubt(row), skew: row?.skew_ms ?? 0 };
}

/** @returns whether the clock has moved, or instants are being moved with it; nulls are of a row that is not there */
export function isInDoubt({ skew_ms: skew, shift_ms: shift }: { skew_ms: number | null; shift_ms: number | null }) {
  return (skew !== null && skew !== 0) || shift !== null;
}

/** @returns whether it is known that the clock is in doubt */
export async function isClockHeld(em: EntityManager): Promise<boolean> {
  return (await readClock(em)).isHeld;
}

/** @param every how often the clocks are compared, and how far they may be apart, in milliseconds */
async function note(
  tx: EntityManager,
  known: number,
  { noted: found, since }: ClockComparison,
  { beat, gap }: { beat: number; gap: number },
): Promise<void> {
  if (found === null) return;
  const moved = found - known;
  // The last heartbeat is as long ago as before the jump. After a jump back, one that is a moment old was written since.
  await query(tx)
    .updateTable('heartbeats')
    .set(({ ref }) => ({ beat_at: sql<Date>`least(${after(ref('beat_at'), moved)}, ${CLOCK_NOW})` }))
    .$if(moved < 0, (beats) =>
      beats.where(({ eb, or }) => or([eb('beat_at', '>', CLOCK_NOW), eb('beat_at', '<', before(CLOCK_NOW, 2 * beat))])),
    )
    .execute();
  // What happened by the moved clock moves with it: back, or on where it moved a second time.
  const until = before(CLOCK_NOW, moved - gap);
  if (known !== 0) await beginShift(tx, { by: moved, isInside: true, until, margin: 2 * beat });
  await query(tx)
    .updateTable('database_clock')
    .set({
      skew_ms: found,
      noted_at: found === 0 ? null : CLOCK_NOW,
      // The doubt begins when the clock was last known to be right, however much later a process can say so.
      ...(known === 0 && { shift_from: fromMilliseconds(since) }),
    })
    .execute();
}

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
