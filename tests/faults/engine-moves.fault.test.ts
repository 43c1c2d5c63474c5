/** From one engine to another, with another store and another namespace, as docs/operations.md tells it. */
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePorts } from '#dev/ports.ts';
import { answers, eventually, TestProcess } from '#tests/harness/process.ts';
import { testServices } from '#tests/harness/services.ts';
import { createWorld, createWriter, recordOf, type World } from '#tests/harness/world.ts';

const HOUR = 3_600_000;
const NAMESPACE = 'moved';

let world: World;
let engine: TestProcess;
let address: string;
beforeAll(async () => {
  world = await createWorld();
  const [port, uiPort] = await freePorts(2);
  address = `127.0.0.1:${port}`;
  const folder = ['--db-filename', join(world.home, 'moved.db'), '--log-level', 'error'];
  engine = new TestProcess({
    name: 'the new engine',
    command: testServices().temporalBinary,
    args: ['server', 'start-dev', '--port', `${port}`, '--ui-port', `${uiPort}`, '--namespace', NAMESPACE, ...folder],
    isReady: () => answers(`http://127.0.0.1:${uiPort}/`),
  });
  await Promise.all([engine.start(), world.worker.start()]);
});
afterAll(async () => {
  await engine?.kill();
  await world?.stop();
});

async function running(): Promise<number> {
  const connection = await Connection.connect({ address });
  try {
    const client = new Client({ connection, namespace: NAMESPACE });
    return (await client.workflow.count('StillhereKind = "delivery" and ExecutionStatus = "Running"')).count;
  } finally {
    await connection.close();
  }
}

it('the new one is told all that is pending, what is due goes out once, and the old one may go', async () => {
  const writer = await createWriter(world);
  const far = await writer.schedule('ana@example.com', new Date(Date.now() + HOUR));
  const soon = await writer.schedule('rui@example.com', new Date(Date.now() + HOUR));
  const told = () =>
    world.query<{ count: number }>('select count(*)::int as count from deliveries where synced_revision = revision');
  await eventually(told, ([row]) => row?.count === 2);

  await world.worker.kill('SIGTERM');
  const moved = world.workerOf('worker/main.ts', { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: NAMESPACE });
  await moved.start();
  try {
    await eventually(running, (count) => count === 2);
    await world.engine.kill();
    await world.query(
      `update deliveries set scheduled_time = now() + interval '2 seconds', next_attempt_at = now() + interval '2 seconds',
         local_time = null, revision = revision + 1 where id = ? returning id`,
      [soon.id],
    );
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
}, 90_000);
