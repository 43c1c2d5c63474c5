/** Deliveries of one letter, written straight into Postgres, since scheduling is not measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#domain/time/durations.ts';
import type { World } from '#tests/harness/world.ts';
import { createWriter } from '#tests/harness/writer.ts';

const ROWS_AT_ONCE = 5_000;
const SAY_EACH = 15 * SECOND;

/** The recipients of the planted deliveries, one mailbox each. */
export const recipientOf = (index: number) => `bench-${index}@example.com`;

/** Plants deliveries that are due at one instant; the engine does not know them. */
export async function plant(world: World, size: number, due: Date): Promise<void> {
  const writer = await createWriter(world);
  for (let first = 0; first < size; first += ROWS_AT_ONCE) {
    const count = Math.min(ROWS_AT_ONCE, size - first);
    await writer.plant(
      Array.from({ length: count }, (_, index) => ({ to: recipientOf(first + index) })),
      due,
    );
  }
}

/**
 * Waits until the engine is synced with all deliveries, and prints the progress.
 * @param until when to stop waiting, milliseconds since the epoch
 * @throws when it is not synced by then
 */
export async function engineSynced(world: World, until: number): Promise<void> {
  for (let saidAt = Date.now(); ; ) {
    const waiting = await countOf(world, 'revision > synced_revision');
    if (waiting === 0) return;
    if (Date.now() > until) throw new Error(`The engine was not synced in time: ${waiting} are left.`);
    if (Date.now() > saidAt + SAY_EACH) {
      saidAt = Date.now();
      console.log(`  ${waiting} are still to be synced with the engine`);
    }
    await sleep(SECOND / 2);
  }
}

/** @returns how many deliveries meet the condition */
export async function countOf(world: World, condition: string): Promise<number> {
  const [row] = await world.query<{ count: string }>(`select count(*) from deliveries where ${condition}`);
  return Number(row?.count);
}
