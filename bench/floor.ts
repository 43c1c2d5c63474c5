/** How long the engine alone takes: a bare workflow with one timer and one activity that does nothing. */
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { SECOND } from '#domain/time/durations.ts';
import { inParallel } from '#services/in-parallel.ts';
import type { World } from '#tests/harness/world.ts';
import { percentile, type Row } from './table.ts';

const STARTS_IN_FLIGHT = 20;
/** From the last start to the due second: every run sleeps by then. */
const SETTLE = 3 * SECOND;
const STARTS_PER_SECOND = 150;
let isInstalled = false;

export async function measureFloor(world: World, size: number): Promise<Row> {
  if (!isInstalled) Runtime.install({ logger: new DefaultLogger('ERROR') });
  isInstalled = true;
  const address = world.env.TEMPORAL_ADDRESS as string;
  const connection = await NativeConnection.connect({ address });
  const client = new Client({ connection: await Connection.connect({ address }) });
  const due = Date.now() + (size / STARTS_PER_SECOND) * SECOND + SETTLE;
  const lateness: number[] = [];
  const worker = await Worker.create({
    connection,
    taskQueue: 'floor',
    workflowsPath: fileURLToPath(new URL('./floor.workflow.ts', import.meta.url)),
    activities: { nothing: async () => void lateness.push((Date.now() - due) / SECOND) },
    maxCachedWorkflows: Math.max(1_000, size),
  });
  await worker.runUntil(async () => {
    await startAll(client, size, due);
    while (lateness.length < size) await new Promise((resolve) => setTimeout(resolve, 100));
  });
  await connection.close();
  await client.connection.close();
  const sorted = lateness.sort((a, b) => a - b);
  return {
    what: 'engine floor',
    size,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    last: percentile(sorted, 1),
    lost: 0,
    doubled: 0,
    ratio: null,
  };
}

function startAll(client: Client, size: number, due: number): Promise<void> {
  return inParallel(
    Array.from({ length: size }, (_, index) => index),
    STARTS_IN_FLIGHT,
    async (index) => {
      await client.workflow.start('floorWorkflow', {
        taskQueue: 'floor',
        workflowId: `floor-${index}`,
        args: [new Date(due).toISOString()],
      });
    },
  );
}
