/** Many deliveries due in one second, through the whole product: lateness from the due time to the provider's acceptance. */
import { SECOND } from '#domain/time/durations.ts';
import type { World } from '#tests/harness/world.ts';
import { createWriter } from '#tests/harness/writer.ts';
import { percentile, type Row } from './table.ts';

const SCHEDULES_IN_FLIGHT = 20;
const SYNCS_PER_SECOND = 120;
const GIVE_UP = 300 * SECOND;

/** @param floor the engine's own row of the same size, if it was measured */
export async function measureDeliveries(world: World, size: number, floor: Row | null): Promise<Row> {
  await Promise.all([world.web.start(), world.worker.start()]);
  await world.isPolling();
  const due = await scheduleMany(
    world,
    size,
    (scheduled) => Date.now() + ((size - scheduled) / SYNCS_PER_SECOND) * SECOND,
  );
  const deadline = due + GIVE_UP;
  for (;;) {
    const [open] = await world.query<{ count: string }>("select count(*) from deliveries where status = 'pending'");
    if (Number(open?.count) === 0 || Date.now() > deadline) break;
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
  const rows = await world.query<{ late: number }>(
    `select extract(epoch from a.settled_at - d.scheduled_time)::float8 as late from deliveries d
     join delivery_attempts a on a.delivery_id = d.id and a.state = 'accepted' order by late`,
  );
  const inbox = (await world.outlines()).map(({ to }) => to);
  const late = rows.map((row) => row.late);
  const last = percentile(late, 1);
  return {
    what: 'deliveries',
    size,
    p50: percentile(late, 0.5),
    p99: percentile(late, 0.99),
    last,
    lost: size - new Set(inbox).size,
    doubled: inbox.length - new Set(inbox).size,
    ratio: floor ? last / floor.last : null,
  };
}

/** Schedules for one instant and waits until the engine knows all of them. @returns the instant */
async function scheduleMany(world: World, size: number, dueGiven: (scheduled: number) => number): Promise<number> {
  const writer = await createWriter(world);
  const far = new Date(Date.now() + 86_400 * SECOND);
  for (let done = 0; done < size; done += SCHEDULES_IN_FLIGHT) {
    const count = Math.min(SCHEDULES_IN_FLIGHT, size - done);
    await Promise.all(
      Array.from({ length: count }, (_, index) => writer.schedule(`bench-${done + index}@example.com`, far)),
    );
  }
  await synced(world);
  // All at once to the same second, as a new revision: syncing the engine is part of the product.
  const due = Math.ceil((dueGiven(0) + 5 * SECOND) / SECOND) * SECOND;
  await world.query(
    'update deliveries set scheduled_time = ?, next_attempt_at = ?, revision = revision + 1 where owner_id = ? returning id',
    [new Date(due), new Date(due), writer.id],
  );
  await synced(world);
  if (Date.now() > due) throw new Error('The engine was not synced in time: the measurement would show only that.');
  return due;
}

async function synced(world: World): Promise<void> {
  for (;;) {
    const [open] = await world.query<{ count: string }>(
      'select count(*) from deliveries where revision > synced_revision',
    );
    if (Number(open?.count) === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
