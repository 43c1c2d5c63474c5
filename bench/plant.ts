/** Deliveries of one letter, written straight into Postgres: how they come there is not what is measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND } from '#domain/time/durations.ts';
import { newId } from '#services/ids.ts';
import { createWriter, type World } from '#tests/harness/world.ts';

const ROWS_AT_ONCE = 5_000;
const SAY_EACH = 15 * SECOND;

/** Where the planted deliveries go, one mailbox each. */
export const recipientOf = (index: number) => `bench-${index}@example.com`;

/** Plants as many deliveries as asked for, due at one instant; the engine has not heard of them. */
export async function plant(world: World, size: number, due: Date): Promise<void> {
  const { id: ownerId, letter } = await createWriter(world);
  for (let first = 0; first < size; first += ROWS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(ROWS_AT_ONCE, size - first) }, (_, index) => ({
      id: newId(),
      part: newId(),
      to: recipientOf(first + index),
    }));
    await world.query(
      `with planted as (
         insert into deliveries (id, owner_id, channel, recipient_email, recipient_name, scheduled_time, time_zone, status,
           origin, revision, synced_revision, next_attempt_at, is_unconfirmed, link_epoch, created_at)
         select id, ?, 'email', "to", 'Ana', ?, 'UTC', 'pending', 'owner', 1, 0, ?, false, 0, now()
         from jsonb_to_recordset(?::jsonb) as r(id uuid, "to" text))
       insert into delivery_contents (id, delivery_id, content_id, sealed_as, position)
       select part, id, ?, ?, 0 from jsonb_to_recordset(?::jsonb) as r(id uuid, part uuid)`,
      [ownerId, due, due, JSON.stringify(rows), letter.id, letter.id, JSON.stringify(rows)],
    );
  }
}

/**
 * Waits until the engine knows of all deliveries, and says how far it is.
 * @param until when to stop waiting, milliseconds since the epoch
 * @throws when it does not know of all by then
 */
export async function allTold(world: World, until: number): Promise<void> {
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
