/**
 * One person's emergency protocol, for as long as it is active. The run decides only when to look; Postgres decides what
 * is due, and does it, in `advanceProtocol`.
 *
 *   wait until the instant, or an earlier one  ->  advanceProtocol  ->  wait again, or end
 *
 * It can be lost at any point: the dispatcher and the janitor start it again, and the overdue sender advances protocols
 * without it.
 */
import {
  CancellationScope,
  condition,
  continueAsNew,
  proxyActivities,
  setCurrentDetails,
  setHandler,
  upsertSearchAttributes,
  workflowInfo,
} from '@temporalio/workflow';
import { comeBackAt, HISTORY_MAX, RUN_CAP, runCapOf } from '#domain/delivery/sleep.ts';
import { isEarlier, nextWait } from '#domain/emergency/sleep.ts';
import { parseInstant } from '#domain/time/durations.ts';
import type { EmergencyActivities } from '#worker/activities/emergency.ts';
import {
  checkedInSignal,
  configuredSignal,
  type EmergencyInput,
  type EmergencyOutcome,
  type WakeUp,
} from './contracts/emergency.ts';
import { searchAttributes } from './contracts/engine.ts';

// One transaction that reads the truth again under its lock: the engine may repeat it without end.
const { advanceProtocol } = proxyActivities<EmergencyActivities>({
  startToCloseTimeout: '1 minute',
  retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

export async function emergencyWorkflow(input: EmergencyInput): Promise<EmergencyOutcome> {
  const { ownerId, isSpread, ...firstPlan } = input;
  const cap = isSpread ? runCapOf(ownerId) : RUN_CAP;
  let plan: WakeUp = firstPlan;
  const receive = (newer: WakeUp) => {
    if (newer.revision <= plan.revision) return;
    const before = plan;
    plan = newer;
    show(plan, before);
  };
  setHandler(checkedInSignal, receive);
  setHandler(configuredSignal, receive);
  setCurrentDetails(detailsOf(plan));

  while (!plan.isOver) {
    const wait = nextWait(plan.wakeAt, workflowInfo().runStartTime.getTime(), Date.now(), cap);
    if (wait.kind !== 'ask') {
      const hasChanged = await sleepUnless(wait.milliseconds, plan, () => plan);
      if (isLong() || (!hasChanged && wait.kind === 'continue-as-new'))
        await continueAsNew<typeof emergencyWorkflow>({ ownerId, ...plan, isSpread: true });
      continue;
    }
    const before = plan;
    // The run receives what Postgres decided, also if an operator cancels it at this moment.
    const found = await CancellationScope.nonCancellable(() => advanceProtocol(ownerId));
    if (found.kind === 'closed') {
      // Switched on again during the call: the newer plan counts.
      if (plan === before) break;
      continue;
    }
    // A plan that arrived during the call is newer. Otherwise Postgres is right, also after a restore to an earlier day.
    if (plan !== before && found.revision < plan.revision) continue;
    const { revision, stage, episode, at, waitsFor } = found;
    const wakeAt = at === null ? null : new Date(comeBackAt(at, Date.now())).toISOString();
    plan = { revision, wakeAt, isOver: false, stage, episode, ...(waitsFor && { waitsFor }) };
    show(plan, before);
  }
  return { outcome: 'closed' };
}

/** @returns whether the plan or the history calls for work before this time has passed; in milliseconds */
function sleepUnless(milliseconds: number, plan: WakeUp, current: () => WakeUp): Promise<boolean> {
  const { wakeAt, stage, waitsFor } = plan;
  const hasChanged = () => current().isOver || isEarlier(current().wakeAt, wakeAt) || isLong();
  return condition(hasChanged, milliseconds, {
    summary: `${stage}, ${wakeAt ? `until ${wakeAt}` : 'nothing to come'}${waitsFor ? `, ${waitsFor}` : ''}`,
  });
}

/** A long history is slow to replay, and an active owner sends a signal each minute. */
function isLong(): boolean {
  const { historyLength, continueAsNewSuggested } = workflowInfo();
  return historyLength > HISTORY_MAX || continueAsNewSuggested;
}

/** Shows the plan to operators. */
function show(plan: WakeUp, before: WakeUp): void {
  setCurrentDetails(detailsOf(plan));
  const { stage, episode, wakeAt, waitsFor } = plan;
  const isAsBefore = waitsFor === before.waitsFor;
  const isSame = isAsBefore && stage === before.stage && episode === before.episode && wakeAt === before.wakeAt;
  if (isSame) return;
  const dueAt = parseInstant(wakeAt);
  upsertSearchAttributes([
    { key: searchAttributes.stage, value: stage },
    { key: searchAttributes.episode, value: episode },
    { key: searchAttributes.dueAt, value: dueAt === null ? null : new Date(dueAt) },
    ...(isAsBefore ? [] : [{ key: searchAttributes.waitsFor, value: waitsFor ?? null }]),
  ]);
}

function detailsOf({ stage, episode, wakeAt, revision, waitsFor }: WakeUp): string {
  const next = wakeAt ? `looks again at ${wakeAt}` : 'nothing to come';
  return `Stage ${stage}, episode ${episode}, revision ${revision}; ${next}${waitsFor ? `; ${waitsFor}` : ''}.`;
}
