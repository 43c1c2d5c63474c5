/**
 * Records golden histories from a running engine: `node tests/workflows/record-histories.ts 127.0.0.1:7233`.
 * They are never recorded anew for code that exists: each is what some sleeping delivery in the world looks like, and
 * replays against every later version. A new way through the workflow gets a new file, and old files stay.
 */
import { writeFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { NativeConnection, Worker } from '@temporalio/worker';
import { DAY, SECOND } from '#domain/time/durations.ts';
import type { DeliverResult } from '#services/deliveries/deliver.ts';
import { newId } from '#services/ids.ts';
import { bundleWorkflows } from '#worker/bundle-workflows.ts';
import {
  DELIVERY_WORKFLOW,
  type DeliveryInput,
  type DeliveryOutcome,
  deliveryWorkflowId,
  intentSignal,
} from '#workflows/contracts/delivery.ts';

const address = process.argv[2] ?? '127.0.0.1:7233';
const taskQueue = 'recording';
const client = new Client({ connection: await Connection.connect({ address }), identity: taskQueue });
const connection = await NativeConnection.connect({ address });
const instant = (fromNow: number) => new Date(Date.now() + fromNow).toISOString();

/** What Postgres answers, by delivery. */
const answers = new Map<string, DeliverResult[]>();
const worker = await Worker.create({
  connection,
  identity: taskQueue,
  taskQueue,
  workflowBundle: await bundleWorkflows(),
  activities: {
    deliver: async ({ deliveryId }: { deliveryId: string }) => answers.get(deliveryId)?.shift() ?? { kind: 'closed' },
    cancelDelivery: async () => {},
  },
});

type Handle = Awaited<ReturnType<typeof start>>;
function start(deliveryId: string, sendAt: string) {
  return client.workflow.start<(input: DeliveryInput) => Promise<DeliveryOutcome>>(DELIVERY_WORKFLOW, {
    taskQueue,
    workflowId: deliveryWorkflowId(deliveryId),
    args: [{ deliveryId, revision: 1, sendAt, cancelled: false }],
  });
}

async function record(
  name: string,
  sendAt: string,
  answered: DeliverResult[],
  during: (handle: Handle) => Promise<unknown>,
): Promise<void> {
  const deliveryId = newId();
  answers.set(deliveryId, answered);
  const handle = await start(deliveryId, sendAt);
  await during(handle);
  const history = await handle.fetchHistory();
  // Where the recording machine keeps its files is nobody's business.
  for (const event of history.events ?? [])
    Object.assign(event.workflowExecutionFailedEventAttributes?.failure ?? {}, { stackTrace: '' });
  await writeFile(
    new URL(`./histories/${name}.bin`, import.meta.url),
    proto.temporal.api.history.v1.History.encode(history).finish(),
  );
  await handle.terminate().catch(() => {});
}

const ended = (handle: Handle) => handle.result().catch(() => {});
const asleep = () => new Promise((resolve) => setTimeout(resolve, 2 * SECOND));

await worker.runUntil(async () => {
  await record('sleeping', instant(400 * DAY), [], asleep);
  await record('sent', instant(SECOND), [{ kind: 'sent' }], ended);
  await record('rescheduled', instant(400 * DAY), [{ kind: 'sent' }], async (handle) => {
    await asleep();
    await handle.signal(intentSignal, { revision: 2, sendAt: instant(SECOND), cancelled: false });
    await ended(handle);
  });
  await record('deleted', instant(400 * DAY), [], async (handle) => {
    await asleep();
    await handle.signal(intentSignal, { revision: 2, sendAt: instant(0), cancelled: true });
    await ended(handle);
  });
  await record(
    'retried-then-failed',
    instant(SECOND),
    [
      { kind: 'later', at: instant(3 * SECOND) },
      { kind: 'failed', failure: 'expired' },
    ],
    ended,
  );
  await record(
    'resynced',
    instant(SECOND),
    [{ kind: 'resync', revision: 2, sendAt: instant(3 * SECOND) }, { kind: 'sent' }],
    ended,
  );
  await record('cancelled-by-operator', instant(400 * DAY), [], async (handle) => {
    await asleep();
    await handle.cancel();
    await ended(handle);
  });
});
await connection.close();
await client.connection.close();
