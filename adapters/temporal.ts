import {
  Client,
  Connection,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { SECOND } from '#domain/time/durations.ts';
import type { DeliveryIntent, Engine, ProtocolPlan, Run } from '#services/ports/engine.ts';
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
} from '#workflows/contracts/emergency.ts';
import { searchAttributes, TASK_QUEUE } from '#workflows/contracts/engine.ts';
import { addSearchAttributes } from './temporal-search.ts';

const CALL_DEADLINE = 5 * SECOND;

/** How to reach the engine; a cluster, Temporal Cloud, or the dev server. */
export interface EngineAddress {
  address: string;
  namespace: string;
  apiKey?: string | undefined;
  tls: boolean;
}

/** The engine as its port wants it, and what the worker needs to poll it. */
export interface TemporalEngine extends Engine {
  /** Makes the search attributes that an existing namespace lacks. Repeating is harmless. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects lazily: the engine may be down when we start, and nobody waits for it.
 * The SDK retries a call that did not get through, within the deadline of each call; all of ours may be repeated.
 */
export function temporalEngine({ address, namespace, apiKey, tls }: EngineAddress): TemporalEngine {
  const connection = Connection.lazy({ address, tls: tls || apiKey !== undefined, ...(apiKey ? { apiKey } : {}) });
  const client = new Client({ connection, namespace });
  const within = <T>(call: () => Promise<T>): Promise<T> => connection.withDeadline(Date.now() + CALL_DEADLINE, call);
  const handleOf = (run: Run) => client.workflow.getHandle(workflowIdOf(run));

  return {
    announce: (intent) => within(() => announce(client, intent)),
    announceProtocol: (plan) => within(() => announceProtocol(client, plan)),
    runState: (run) =>
      within(async () => {
        const state = await ifThere(async () => (await handleOf(run).describe()).status.name);
        return state === 'RUNNING' ? 'running' : 'none';
      }),
    end: (run) =>
      within(async () => {
        await ifThere(() => handleOf(run).terminate('what it waits for is finished'));
      }),
    storeId: () =>
      within(async () => {
        const { namespaceInfo } = await client.workflowService.describeNamespace({ namespace });
        if (!namespaceInfo?.id) throw new Error('The engine did not name its namespace.');
        return namespaceInfo.id;
      }),
    prepare: () => within(() => addSearchAttributes(connection, namespace)),
    close: () => connection.close(),
  };
}

function workflowIdOf({ kind, id }: Run): string {
  return kind === 'delivery' ? deliveryWorkflowId(id) : emergencyWorkflowId(id);
}

/**
 * How each run is started. A finished one says nothing about its row: whoever asks for one gets one, and it finds out from
 * Postgres.
 */
const STARTED = {
  taskQueue: TASK_QUEUE,
  workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
  workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
} as const;

async function announce(client: Client, intent: DeliveryIntent): Promise<void> {
  const workflowId = deliveryWorkflowId(intent.deliveryId);
  const news = { revision: intent.revision, sendAt: intent.sendAt.toISOString(), cancelled: intent.cancelled };
  // A cancelled delivery needs no run only to hear that it is cancelled.
  if (intent.cancelled) {
    await ifThere(() => client.workflow.getHandle(workflowId).signal(intentSignal, news));
    return;
  }
  await client.workflow.signalWithStart<(input: DeliveryInput) => Promise<DeliveryOutcome>, [typeof news]>(
    DELIVERY_WORKFLOW,
    {
      ...STARTED,
      workflowId,
      args: [{ deliveryId: intent.deliveryId, ...news }],
      signal: intentSignal,
      signalArgs: [news],
      staticSummary: `${intent.channel} delivery, due ${news.sendAt}`,
      memo: { revision: intent.revision, owner_id: intent.ownerId },
      typedSearchAttributes: [
        { key: searchAttributes.kind, value: 'delivery' },
        { key: searchAttributes.channel, value: intent.channel },
        { key: searchAttributes.ownerId, value: intent.ownerId },
        { key: searchAttributes.dueAt, value: intent.sendAt },
      ],
    },
  );
}

async function announceProtocol(client: Client, { ownerId, isCheckIn, ...told }: ProtocolPlan): Promise<void> {
  const workflowId = emergencyWorkflowId(ownerId);
  const plan = { ...told, wakeAt: told.wakeAt?.toISOString() ?? null };
  const signal = isCheckIn ? checkedInSignal : configuredSignal;
  if (plan.isOver) {
    await ifThere(() => client.workflow.getHandle(workflowId).signal(signal, plan));
    return;
  }
  await client.workflow.signalWithStart<(input: EmergencyInput) => Promise<EmergencyOutcome>, [typeof plan]>(
    EMERGENCY_WORKFLOW,
    {
      ...STARTED,
      workflowId,
      args: [{ ownerId, ...plan }],
      signal,
      signalArgs: [plan],
      staticSummary: 'emergency protocol; its stage and next instant are in the search attributes and the details',
      memo: { owner_id: ownerId },
      typedSearchAttributes: [
        { key: searchAttributes.kind, value: 'emergency' },
        { key: searchAttributes.ownerId, value: ownerId },
        { key: searchAttributes.stage, value: plan.stage },
        { key: searchAttributes.episode, value: plan.episode },
        ...(told.wakeAt ? [{ key: searchAttributes.dueAt, value: told.wakeAt }] : []),
      ],
    },
  );
}

/** @returns what the call gives, or null where there is no such run */
async function ifThere<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
