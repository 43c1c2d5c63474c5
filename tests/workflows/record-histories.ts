/**
 * Records golden histories from a running engine: `node tests/workflows/record-histories.ts 127.0.0.1:7233`.
 * A history is never recorded again for existing code: somewhere a run sleeps with exactly that history, and it must replay
 * with every later version. A new path through a workflow gets a new file; existing files do not change.
 */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { Client, Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { NativeConnection, Worker } from '@temporalio/worker';
import { DAY, SECOND } from '#domain/time/durations.ts';
import type { DeliverResult } from '#services/deliveries/deliver.ts';
import type { Advanced } from '#services/emergency/advance.ts';
import { newId } from '#services/ids.ts';
import { bundleWorkflows } from '#worker/bundle-workflows.ts';
import {
  DELIVERY_WORKFLOW,
  type DeliveryInput,
  type DeliveryOutcome,
  deliveryWorkflowId,
  intentSignal,
} from '#workflows/contracts/delivery.ts';
import {
  checkedInSignal,
  configuredSignal,
  EMERGENCY_WORKFLOW,
  type EmergencyInput,
  type EmergencyOutcome,
  emergencyWorkflowId,
  type WakeUp,
} from '#workflows/contracts/emergency.ts';

const address = process.argv[2] ?? '127.0.0.1:7233';
const taskQueue = 'recording';
const client = new Client({ connection: await Connection.connect({ address }), identity: taskQueue });
const connection = await NativeConnection.connect({ address });
const instant = (fromNow: number) => new Date(Date.now() + fromNow).toISOString();

/** The answers of Postgres, by delivery and by owner. */
const answers = new Map<string, DeliverResult[]>();
const protocols = new Map<string, Advanced[]>();
const worker = await Worker.create({
  connection,
  identity: taskQueue,
  taskQueue,
  workflowBundle: await bundleWorkflows(),
  activities: {
    deliver: async ({ deliveryId }: { deliveryId: string }) => answers.get(deliveryId)?.shift() ?? { kind: 'closed' },
    cancelDelivery: async () => {},
    advanceProtocol: async (ownerId: string) => protocols.get(ownerId)?.shift() ?? { kind: 'closed' },
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
  await save(name, () => start(deliveryId, sendAt), during);
}

type ProtocolHandle = Awaited<ReturnType<typeof startProtocol>>;
function startProtocol(ownerId: string, plan: WakeUp) {
  return client.workflow.start<(input: EmergencyInput) => Promise<EmergencyOutcome>>(EMERGENCY_WORKFLOW, {
    taskQueue,
    workflowId: emergencyWorkflowId(ownerId),
    args: [{ ownerId, ...plan }],
  });
}

async function recordProtocol(
  name: string,
  plan: WakeUp,
  answered: Advanced[],
  during: (handle: ProtocolHandle) => Promise<unknown>,
): Promise<void> {
  const ownerId = newId();
  protocols.set(ownerId, answered);
  await save(name, () => startProtocol(ownerId, plan), during);
}

async function save<H extends Handle | ProtocolHandle>(
  name: string,
  begin: () => Promise<H>,
  during: (handle: H) => Promise<unknown>,
): Promise<void> {
  const file = new URL(`./histories/${name}.bin`, import.meta.url);
  if (existsSync(file)) return;
  const handle = await begin();
  await during(handle);
  const history = await handle.fetchHistory();
  // A history must not contain paths of the recording machine.
  for (const event of history.events ?? [])
    Object.assign(event.workflowExecutionFailedEventAttributes?.failure ?? {}, { stackTrace: '' });
  await writeFile(file, proto.temporal.api.history.v1.History.encode(history).finish());
  await handle.terminate().catch(() => {});
}

const ended = (handle: Handle | ProtocolHandle) => handle.result().catch(() => {});
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
      { kind: 'later', at: instant(3 * SECOND), waitsFor: 'try 2' },
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

  const armed = (wakeAt: string | null): WakeUp => ({ revision: 1, wakeAt, isOver: false, stage: 'armed', episode: 1 });
  const later = (stage: WakeUp['stage'], at: string | null): Advanced => ({
    kind: 'waiting',
    revision: 1,
    episode: 1,
    stage,
    at,
  });
  await recordProtocol('protocol-armed', armed(instant(400 * DAY)), [], asleep);
  await recordProtocol(
    'protocol-released',
    armed(instant(SECOND)),
    [
      later('reminding', instant(2 * SECOND)),
      later('missed', instant(3 * SECOND)),
      later('last-call', instant(4 * SECOND)),
      later('released', null),
    ],
    () => new Promise((resolve) => setTimeout(resolve, 8 * SECOND)),
  );
  await recordProtocol('protocol-checked-in', armed(instant(5 * SECOND)), [], async (handle) => {
    await handle.signal(checkedInSignal, { ...armed(instant(400 * DAY)), revision: 2 });
    await new Promise((resolve) => setTimeout(resolve, 8 * SECOND));
  });
  await recordProtocol(
    'protocol-changed-then-off',
    armed(instant(400 * DAY)),
    [later('reminding', instant(100 * DAY))],
    async (handle) => {
      await asleep();
      await handle.signal(configuredSignal, { ...armed(instant(0)), revision: 2 });
      await asleep();
      await handle.signal(configuredSignal, { ...armed(null), revision: 3, isOver: true });
      await ended(handle);
    },
  );
  await recordProtocol('protocol-cancelled-by-operator', armed(null), [], async (handle) => {
    await asleep();
    await handle.cancel();
    await ended(handle);
  });
});
await connection.close();
await client.connection.close();
