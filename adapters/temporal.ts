import {
  Client,
  Connection,
  WorkflowIdConflictPolicy,
  WorkflowIdReusePolicy,
  WorkflowNotFoundError,
} from '@temporalio/client';
import { SECOND } from '#domain/time/durations.ts';
import type { DeliveryEngine, DeliveryIntent } from '#services/ports/delivery-engine.ts';
import {
  DELIVERY_WORKFLOW,
  type DeliveryInput,
  type DeliveryOutcome,
  deliveryWorkflowId,
  intentSignal,
  searchAttributes,
  TASK_QUEUE,
} from '#workflows/contracts/delivery.ts';

const CALL_DEADLINE = 5 * SECOND;
/** gRPC status of a search attribute or namespace that is there already. */
const ALREADY_EXISTS = 6;
const KEYWORD = 2;
const DATETIME = 6;

/** How to reach the engine; a cluster, Temporal Cloud, or the dev server. */
export interface EngineAddress {
  address: string;
  namespace: string;
  apiKey?: string | undefined;
  tls: boolean;
}

/** The engine as its port wants it, and what the worker needs to poll it. */
export interface TemporalEngine extends DeliveryEngine {
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

  return {
    announce: (intent) => within(() => announce(client, intent)),
    runState: (deliveryId) =>
      within(async () => {
        try {
          const { status } = await client.workflow.getHandle(deliveryWorkflowId(deliveryId)).describe();
          return status.name === 'RUNNING' ? 'running' : 'none';
        } catch (error) {
          if (error instanceof WorkflowNotFoundError) return 'none';
          throw error;
        }
      }),
    end: (deliveryId) =>
      within(async () => {
        try {
          await client.workflow.getHandle(deliveryWorkflowId(deliveryId)).terminate('its delivery is finished');
        } catch (error) {
          if (!(error instanceof WorkflowNotFoundError)) throw error;
        }
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

async function announce(client: Client, intent: DeliveryIntent): Promise<void> {
  const workflowId = deliveryWorkflowId(intent.deliveryId);
  const news = { revision: intent.revision, sendAt: intent.sendAt.toISOString(), cancelled: intent.cancelled };
  if (intent.cancelled) return tellIfThere(client, workflowId, news);
  await client.workflow.signalWithStart<(input: DeliveryInput) => Promise<DeliveryOutcome>, [typeof news]>(
    DELIVERY_WORKFLOW,
    {
      workflowId,
      taskQueue: TASK_QUEUE,
      args: [{ deliveryId: intent.deliveryId, ...news }],
      signal: intentSignal,
      signalArgs: [news],
      // A finished run says nothing about the row: whoever asks for one gets one, and it finds out from Postgres.
      workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE,
      workflowIdConflictPolicy: WorkflowIdConflictPolicy.USE_EXISTING,
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

/** A cancelled delivery needs no run only to hear that it is cancelled. */
async function tellIfThere(
  client: Client,
  workflowId: string,
  news: { revision: number; sendAt: string; cancelled: boolean },
): Promise<void> {
  try {
    await client.workflow.getHandle(workflowId).signal(intentSignal, news);
  } catch (error) {
    if (!(error instanceof WorkflowNotFoundError)) throw error;
  }
}

async function addSearchAttributes(connection: Connection, namespace: string): Promise<void> {
  const known = await connection.operatorService.listSearchAttributes({ namespace });
  const wanted = {
    [searchAttributes.kind.name]: KEYWORD,
    [searchAttributes.channel.name]: KEYWORD,
    [searchAttributes.ownerId.name]: KEYWORD,
    [searchAttributes.dueAt.name]: DATETIME,
  };
  const missing = Object.fromEntries(
    Object.entries(wanted).filter(([name]) => !(name in (known.customAttributes ?? {}))),
  );
  if (Object.keys(missing).length === 0) return;
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: missing });
  } catch (error) {
    if ((error as { code?: number }).code !== ALREADY_EXISTS) throw error;
  }
}
