/** Many deliveries are due at once: the worker sends them, and leaves the engine alone meanwhile. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inParallel } from '#services/in-parallel.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, type World } from '#tests/harness/world.ts';
import { createWriter, engineSynced, idArray, makeDue } from '#tests/harness/writer.ts';
import { deliveryWorkflowId, intentSignal } from '#workflows/contracts/delivery.ts';
import { countOf } from '../../bench/plant.ts';

const DUE = 600;
/** All lanes of the overdue sender have sent a full batch, and one has begun the next. */
const IN_A_RUSH = 201;
/** All batches are full until here. */
const STILL_IN_A_RUSH = 350;
const RUNS = 40;
/** Tasks that the worker had asked for before the rush: its SDK polls with ten at once. */
const ASKED_FOR = 10;

let world: World;
beforeAll(async () => {
  world = await createWorld();
}, 180_000);
afterAll(() => world?.stop());

const recipients = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => ({ to: `${name}-${index}@example.com` }));
const sentAtLeast = (count: number) =>
  eventually(
    () => countOf(world, "status = 'sent'"),
    (sent) => sent >= count,
  );

/** @returns how many runs have looked at their newest signal */
async function awake(ids: readonly string[]): Promise<number> {
  let count = 0;
  await world.withClient((client) =>
    inParallel(ids, 10, async (id) => {
      const { events } = await client.workflow.getHandle(deliveryWorkflowId(id)).fetchHistory();
      const signalled = events?.findLastIndex((event) => event.workflowExecutionSignaledEventAttributes) ?? -1;
      if (events?.slice(signalled).some((event) => event.workflowTaskStartedEventAttributes)) count += 1;
    }),
  );
  return count;
}

it('takes no workflow tasks and announces nothing until what is overdue is sent, and then does both', async () => {
  const writer = await createWriter(world);
  const far = new Date(Date.now() + 86_400_000);
  const runs = await writer.plant(recipients('sleeps', RUNS), far);
  const due = await writer.plant(recipients('due', DUE), far);
  // As if the engine had runs of these, which sleep on.
  await world.query('update deliveries set synced_revision = 1, engine_checked_at = now() where id = any(?::uuid[])', [
    idArray(due),
  ]);
  await world.worker.start();
  const allAwake = () =>
    eventually(
      () => awake(runs),
      (count) => count === RUNS,
    );
  await engineSynced(world);
  await allAwake();
  await world.fault({ delay_ms: 300 });
  await makeDue(world, 'id = any(?::uuid[])', [idArray(due)]);
  await sentAtLeast(IN_A_RUSH);
  const signal = { revision: 2, sendAt: new Date(far.getTime() + 1).toISOString(), cancelled: false };
  await world.withClient((client) =>
    inParallel(runs, 10, (id) => client.workflow.getHandle(deliveryWorkflowId(id)).signal(intentSignal, signal)),
  );
  await writer.plant(recipients('new', RUNS), far);
  await sentAtLeast(STILL_IN_A_RUSH);
  expect(await countOf(world, "recipient_email like 'new-%' and synced_revision > 0")).toBe(0);
  expect(await awake(runs)).toBeLessThanOrEqual(ASKED_FOR);

  await sentAtLeast(DUE);
  await engineSynced(world);
  await allAwake();
}, 300_000);
