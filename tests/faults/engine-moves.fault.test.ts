/** From one engine to another, with another store and another namespace, as docs/operations.md describes it. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { prepareEngine, type TestEngine, withClient } from '#tests/harness/engine.ts';
import { eventually } from '#tests/harness/process.ts';
import { testServices } from '#tests/harness/services.ts';
import { createWorld, type World } from '#tests/harness/world.ts';
import { bringForward, createWriter, engineSynced, recordOf } from '#tests/harness/writer.ts';

const NAMESPACE = 'moved';

let world: World;
let engine: TestEngine;
beforeAll(async () => {
  world = await createWorld();
  engine = await prepareEngine({
    name: 'the new engine',
    command: testServices().temporalBinary,
    file: join(world.home, 'moved.db'),
    namespace: NAMESPACE,
  });
  await Promise.all([engine.process.start(), world.worker.start()]);
}, 180_000);
afterAll(async () => {
  await engine?.process.kill();
  await world?.stop();
});

/** @returns null until the new one has our search attributes */
const running = () =>
  withClient({ address: engine.address, namespace: NAMESPACE }, ({ workflow }) =>
    workflow.count('StillhereKind = "delivery" and ExecutionStatus = "Running"'),
  ).then(
    ({ count }) => count,
    () => null,
  );

it('syncs the new engine with all that is pending, sends once what is due, and needs the old one no more', async () => {
  const writer = await createWriter(world);
  const far = await writer.scheduleFar('ana@example.com');
  const soon = await writer.scheduleFar('rui@example.com');
  await engineSynced(world);

  await world.worker.kill('SIGTERM');
  const moved = world.workerOf('worker/main.ts', { TEMPORAL_ADDRESS: engine.address, TEMPORAL_NAMESPACE: NAMESPACE });
  await moved.start();
  try {
    await eventually(running, (count) => count === 2);
    await world.engine.kill();
    await bringForward(world, 'id = ?', [soon.id]);
    await eventually(
      () => recordOf(world, soon.id),
      ({ row }) => row?.status === 'sent',
    );
    await eventually(running, (count) => count === 1);
    expect(await world.messages('rui@example.com')).toHaveLength(1);
    expect((await recordOf(world, far.id)).row).toMatchObject({ status: 'pending' });
  } finally {
    await moved.kill();
  }
}, 180_000);
