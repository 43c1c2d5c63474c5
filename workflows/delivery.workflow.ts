/**
 * One delivery, from its scheduling to its end. The run decides only when; Postgres decides whether, in `deliver`.
 *
 *   wait until the time or a newer intent  ->  deliver  ->  sent, failed, or wait again
 *
 * It can be lost at any point: the dispatcher and the janitor start it again, and the overdue sender sends without it.
 */
import {
  ApplicationFailure,
  CancellationScope,
  condition,
  continueAsNew,
  isCancellation,
  proxyActivities,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { comeBackAt, HISTORY_MAX, nextSleep, RUN_CAP, runCapOf } from '#domain/delivery/sleep.ts';
import type { DeliveryActivities } from '#worker/activities/delivery.ts';
import { type DeliveryInput, type DeliveryOutcome, type Intent, intentSignal } from './contracts/delivery.ts';
import { searchAttributes } from './contracts/engine.ts';

// The activity claims in Postgres before it calls the provider and records afterwards, so the engine may repeat it without
// end: a repetition finds what the last try recorded.
const { deliver, cancelDelivery } = proxyActivities<DeliveryActivities>({
  startToCloseTimeout: '5 minutes',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

export async function deliveryWorkflow(input: DeliveryInput): Promise<DeliveryOutcome> {
  let intent: Intent = { revision: input.revision, sendAt: input.sendAt, cancelled: input.cancelled };
  setHandler(intentSignal, (newer) => {
    if (newer.revision > intent.revision) intent = newer;
  });
  try {
    return await waitAndDeliver(input, () => intent);
  } catch (error) {
    if (!isCancellation(error)) throw error;
    // Cancelled by an operator, or by the janitor because the row is finished: Postgres knows which.
    await CancellationScope.nonCancellable(() => cancelDelivery(input.deliveryId));
    throw error;
  }
}

async function waitAndDeliver(
  { deliveryId, isSpread }: DeliveryInput,
  current: () => Intent,
): Promise<DeliveryOutcome> {
  const cap = isSpread ? runCapOf(deliveryId) : RUN_CAP;
  const runStartedAt = workflowInfo().runStartTime.getTime();
  let { revision, sendAt } = current();
  // Each wait is a timer with a summary, so that operators see the tries of a run one by one.
  let waitsFor = dueAt(sendAt);
  for (;;) {
    if (current().cancelled) return { outcome: 'cancelled' };
    if (current().revision > revision) {
      ({ revision, sendAt } = current());
      waitsFor = dueAt(sendAt);
      showDueTime(sendAt);
    }
    // Reads the clock again after each timer: one that fires early must send nothing.
    const step = nextSleep(sendAt, runStartedAt, Date.now(), cap);
    if (step.kind !== 'deliver') {
      const asNew = { deliveryId, revision, sendAt, cancelled: false, isSpread: true } as const;
      if (isSpread && isLong()) await continueAsNew<typeof deliveryWorkflow>(asNew);
      const isChanged = () => current().revision > revision;
      const hasChanged = await condition(isChanged, step.milliseconds, { summary: waitsFor });
      if (!hasChanged && step.kind === 'continue-as-new') await continueAsNew<typeof deliveryWorkflow>(asNew);
      continue;
    }
    const result = await CancellationScope.nonCancellable(() => deliver({ deliveryId, revision }));
    if (result.kind === 'sent' || result.kind === 'closed') return { outcome: result.kind };
    if (result.kind === 'failed') throw ApplicationFailure.nonRetryable('The delivery failed.', result.failure);
    const isResync = result.kind === 'resync';
    if (isResync) revision = result.revision;
    sendAt = new Date(comeBackAt(isResync ? result.sendAt : result.at, Date.now())).toISOString();
    waitsFor = isResync ? dueAt(sendAt) : result.waitsFor;
  }
}

/** An owner may change it, and a provider may refuse it, more often than a history has room for. */
function isLong(): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return historyLength > HISTORY_MAX || continueAsNewSuggested;
}

function dueAt(sendAt: string): string {
  return `due ${sendAt}`;
}

function showDueTime(sendAt: string): void {
  const dueAt = new Date(sendAt);
  if (Number.isFinite(dueAt.getTime())) upsertSearchAttributes([{ key: searchAttributes.dueAt, value: dueAt }]);
}
