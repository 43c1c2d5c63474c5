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

/** The address of a cluster, Temporal Cloud, or the dev server. */
export interface EngineAddress {
  address: string;
  namespace: string;
  apiKey?: string | undefined;
  tls: boolean;
}

/** The port, and what the worker needs besides. */
export interface TemporalEngine extends Engine {
  /** Creates the search attributes that an existing namespace lacks. It can be repeated. */
  prepare(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Connects with the first call: the engine may be down when we start.
 * The SDK retries a failed call within the deadline of each call; all of ours may be repeated.
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
        const state = await nullIfMissing(async () => (await handleOf(run).describe()).status.name);
        return state === 'RUNNING' ? 'running' : 'none';
      }),
    end: (run) =>
      within(async () => {
        await nullIfMissing(() => handleOf(run).terminate('its delivery or protocol has ended'));
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
 * How each run is started. A finished run proves nothing about its row: a new one starts, and reads Postgres.
 */
const START_OPTIONS = {
  taskQueue: TASK_QUEUE,
  workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
  workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
} as const;

async function announce(client: Client, intent: DeliveryIntent): Promise<void> {
  const workflowId = deliveryWorkflowId(intent.deliveryId);
  const signalled = { revision: intent.revision, sendAt: intent.sendAt.toISOString(), cancelled: intent.cancelled };
  // A cancelled delivery needs no run.
  if (intent.cancelled) {
    await nullIfMissing(() => client.workflow.getHandle(workflowId).signal(intentSignal, signalled));
    return;
  }
  await client.workflow.signalWithStart<(input: DeliveryInput) => Promise<DeliveryOutcome>, [typeof signalled]>(
    DELIVERY_WORKFLOW,
    {
      ...START_OPTIONS,
      workflowId,
      args: [{ deliveryId: intent.deliveryId, ...signalled, isSpread: true }],
      signal: intentSignal,
      signalArgs: [signalled],
      staticSummary: `${intent.channel} delivery, due ${signalled.sendAt}`,
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

async function announceProtocol(client: Client, { ownerId, isCheckIn, ...newPlan }: ProtocolPlan): Promise<void> {
  const workflowId = emergencyWorkflowId(ownerId);
  const plan = { ...newPlan, wakeAt: newPlan.wakeAt?.toISOString() ?? null };
  const signal = isCheckIn ? checkedInSignal : configuredSignal;
  if (plan.isOver) {
    await nullIfMissing(() => client.workflow.getHandle(workflowId).signal(signal, plan));
    return;
  }
  await client.workflow.signalWithStart<(input: EmergencyInput) => Promise<EmergencyOutcome>, [typeof plan]>(
    EMERGENCY_WORKFLOW,
    {
      ...START_OPTIONS,
      workflowId,
      args: [{ ownerId, ...plan, isSpread: true }],
      signal,
      signalArgs: [plan],
      staticSummary: 'emergency protocol; its stage and next instant are in the search attributes and the details',
      memo: { owner_id: ownerId },
      typedSearchAttributes: [
        { key: searchAttributes.kind, value: 'emergency' },
        { key: searchAttributes.ownerId, value: ownerId },
        { key: searchAttributes.stage, value: plan.stage },
        { key: searchAttributes.episode, value: plan.episode },
        ...(newPlan.wakeAt ? [{ key: searchAttributes.dueAt, value: newPlan.wakeAt }] : []),
        ...(newPlan.waitsFor ? [{ key: searchAttributes.waitsFor, value: newPlan.waitsFor }] : []),
      ],
    },
  );
}

/** @returns the result of the call; null where there is no such run */
async function nullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
}
