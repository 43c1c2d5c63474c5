/** Deliveries of one letter, written straight into Postgres: how they come there is not what is measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#domain/time/durations.ts';
import type { World } from '#tests/harness/world.ts';
import { createWriter } from '#tests/harness/writer.ts';

const ROWS_AT_ONCE = 5_000;
const SAY_EACH = 15 * SECOND;

/** Where the planted deliveries go, one mailbox each. */
export const recipientOf = (index: number) => `bench-${index}@example.com`;

/** Plants as many deliveries as asked for, due at one instant; the engine has not heard of them. */
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
 * Waits until the engine knows of all deliveries, and says how far it is.
 * @param until when to stop waiting, milliseconds since the epoch
 * @throws when it does not know of all by then
 */
export async function engineSynced(world: World, until: number): Promise<void> {
  for (let saidAt = Date.now(); ; ) {
    const waiting = await countOf(world, 'revision > synced_revision');
    if (waiting === 0) return;
    if (Date.now() > until) throw new Error(`The engine was not told in time: ${waiting} are left.`);
    if (Date.now() > saidAt + SAY_EACH) {
      saidAt = Date.now();
      console.log(`  the engine has still to be told of ${waiting}`);
    }
    await sleep(SECOND / 2);
  }
}

/** @returns how many deliveries the condition is true of */
export async function countOf(world: World, condition: string): Promise<number> {
  const [row] = await world.query<{ count: string }>(`select count(*) from deliveries where ${condition}`);
  return Number(row?.count);
}
