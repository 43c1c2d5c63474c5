/** An operator cancels runs in bulk, by the engine's own batch operation: nothing fails, and all can be let go. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { unholdDeliveries } from '#services/deliveries/hold.ts';
import { eventually } from '#tests/harness/process.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { createWriter, engineSynced, makeDue } from '#tests/harness/writer.ts';

const MANY = 200;
const HELD = "recipient_email like 'bulk-%'";

let world: World;
let writer: Awaited<ReturnType<typeof createWriter>>;
beforeAll(async () => {
  world = await startWorld();
  writer = await createWriter(world);
}, 180_000);
afterAll(() => world?.stop());

const held = () => world.query(`select 1 from deliveries where ${HELD} and held_at is not null and status = 'pending'`);
const visibleRuns = () =>
  world.withClient((client) =>
    client.workflow.count('WorkflowType = "deliveryWorkflow" and ExecutionStatus = "Running"'),
  );

/** Cancels all runs of deliveries, as the button of the Temporal UI does. */
function cancelAll() {
  return world.withClient((client) =>
    client.workflowService.startBatchOperation({
      namespace: client.options.namespace,
      jobId: randomUUID(),
      reason: 'by mistake',
      visibilityQuery: 'WorkflowType = "deliveryWorkflow" and ExecutionStatus = "Running"',
      cancellationOperation: { identity: 'operator' },
    }),
  );
}

it('holds two hundred deliveries whose runs an operator cancels: dates stay, nothing is sent, and all go out when let go', async () => {
  const inTwentyYears = new Date(Date.UTC(new Date().getUTCFullYear() + 20, 0, 1));
  await writer.plant(
    Array.from({ length: MANY }, (_, n) => ({ to: `bulk-${n}@example.com` })),
    inTwentyYears,
  );
  await engineSynced(world);
  await eventually(visibleRuns, ({ count }) => count >= MANY);
  await cancelAll();
  await eventually(held, ({ length }) => length === MANY);
  await eventually(visibleRuns, ({ count }) => count === 0);
  const [kept] = await world.query<{ dates: number; first: Date }>(
    `select count(distinct scheduled_time)::int as dates, min(next_attempt_at) as first from deliveries where ${HELD}`,
  );
  expect(kept?.dates).toBe(1);
  expect(new Date(kept?.first ?? 0)).toEqual(inTwentyYears);

  // The engine is lost, and their time passes: they are still held. A delivery that is not held goes out.
  await world.loseEngine();
  await world.engine.start();
  await makeDue(world, HELD);
  const { id } = await writer.scheduleNow('free@example.com');
  await eventually(
    () => world.query("select 1 from deliveries where id = ? and status = 'sent'", [id]),
    ({ length }) => length === 1,
  );
  expect(await held()).toHaveLength(MANY);
  expect((await world.outlines()).filter(({ to }) => to.startsWith('bulk-'))).toEqual([]);

  expect(await unholdDeliveries(world.parts.fork(), null)).toEqual({ count: MANY, due: MANY });
  await eventually(
    () => world.query(`select 1 from deliveries where ${HELD} and status = 'sent'`),
    ({ length }) => length === MANY,
  );
  const inbox = (await world.outlines()).filter(({ to }) => to.startsWith('bulk-'));
  expect(inbox).toHaveLength(MANY);
  expect(new Set(inbox.map(({ to }) => to)).size).toBe(MANY);
}, 240_000);
