/**
 * A letter that sleeps for forty years. The engine's clock is skipped; everything else is real: the production bundle,
 * hundreds of continued runs, signals decades apart.
 */
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RUN_CAP, runCapOf } from '#domain/delivery/sleep.ts';
import { DAY, SECOND, YEAR } from '#domain/time/durations.ts';
import type { DeliverResult } from '#services/deliveries/deliver.ts';
import { eventually } from '#tests/harness/process.ts';
import { holds } from '#tests/spec/holds.ts';
import type { DeliveryActivities } from '#worker/activities/delivery.ts';
import {
  DELIVERY_WORKFLOW,
  type DeliveryInput,
  type DeliveryOutcome,
  deliveryWorkflowId,
  intentSignal,
} from '#workflows/contracts/delivery.ts';
import { skipTime, TASK_TIMEOUT } from './skipped-time.ts';

type DeliveryWorkflow = (input: DeliveryInput) => Promise<DeliveryOutcome>;

let env: TestWorkflowEnvironment;
let stop: (() => Promise<void>) | undefined;
let bundle: WorkflowBundle;
beforeAll(async () => {
  ({ env, bundle, stop } = await skipTime());
});
afterAll(() => stop?.());

/** The answers of Postgres in order; the last one repeats. why: the clock here is not that of Postgres. */
function answering(...answers: DeliverResult[]) {
  const calls: { at: number; revision: number }[] = [];
  const cancelled: string[] = [];
  const activities: DeliveryActivities = {
    async deliver({ revision }) {
      calls.push({ at: await env.currentTimeMs(), revision });
      return answers[Math.min(calls.length, answers.length) - 1] ?? { kind: 'closed' };
    },
    async cancelDelivery(deliveryId) {
      cancelled.push(deliveryId);
    },
  };
  return { activities, calls, cancelled };
}

let count = 0;
async function live(
  activities: DeliveryActivities,
  wait: number,
  during?: (handle: Awaited<ReturnType<typeof start>>, sendAt: number) => Promise<void>,
) {
  const taskQueue = `lives-${++count}`;
  const worker = await Worker.create({
    connection: env.nativeConnection,
    namespace: env.namespace,
    taskQueue,
    workflowBundle: bundle,
    activities,
  });
  const sendAt = (await env.currentTimeMs()) + wait;
  return worker.runUntil(async () => {
    const handle = await start(taskQueue, sendAt);
    await during?.(handle, sendAt);
    const result = await handle.result().then(
      (outcome) => ({ outcome, error: null }),
      (error: unknown) => ({ outcome: null, error }),
    );
    return { ...result, sendAt, handle };
  });
}

function start(taskQueue: string, sendAt: number) {
  const deliveryId = `01890a5d-ac96-774b-bcce-${String(count).padStart(12, '0')}`;
  return env.client.workflow.start<DeliveryWorkflow>(DELIVERY_WORKFLOW, {
    taskQueue,
    workflowId: deliveryWorkflowId(deliveryId),
    args: [{ deliveryId, revision: 1, sendAt: new Date(sendAt).toISOString(), cancelled: false }],
    workflowTaskTimeout: TASK_TIMEOUT,
  });
}

/** @returns an instant or a duration of the engine in milliseconds */
function millisecondsOf(stamp: { seconds?: unknown; nanos?: number | null } | null | undefined): number {
  return Number(`${stamp?.seconds ?? 0}`) * SECOND + (stamp?.nanos ?? 0) / 1_000_000;
}

/**
 * Compares the instant at which the newest run woke, by the engine's record, with the expected one and with the activity's.
 * The time that a busy machine takes in between does not matter.
 */
async function expectWoken({ workflowId }: { workflowId: string }, instant: number, askedAt = 0): Promise<void> {
  const { events } = await env.client.workflow.getHandle(workflowId).fetchHistory();
  const timer = events?.findLastIndex((event) => event.timerStartedEventAttributes) ?? -1;
  const slept = millisecondsOf(events?.[timer]?.timerStartedEventAttributes?.startToFireTimeout);
  const began = events?.slice(0, timer).findLast((event) => event.workflowTaskStartedEventAttributes)?.eventTime;
  expect(Math.abs(millisecondsOf(began) + slept - instant)).toBeLessThan(SECOND);
  expect(askedAt).toBeGreaterThanOrEqual(instant);
}

describe('a delivery that sleeps', () => {
  it('wakes after forty years, across hundreds of runs, to the second', async () => {
    holds('C-1', 'C-4', 'C-6');
    const postgres = answering({ kind: 'sent' });
    const { outcome, sendAt, handle } = await live(postgres.activities, 40 * YEAR);
    expect(outcome).toEqual({ outcome: 'sent' });
    expect(postgres.calls).toHaveLength(1);
    await expectWoken(handle, sendAt, postgres.calls[0]?.at);

    let runs = 1;
    for (let runId = handle.firstExecutionRunId; ; runs++) {
      const history = await env.client.workflow.getHandle(handle.workflowId, runId).fetchHistory();
      const next = history.events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
      expect(history.events?.length ?? 0).toBeLessThan(30);
      if (!next) break;
      runId = next;
    }
    // The first began as runs did before they were spread, and the others end by their id.
    const cap = runCapOf(handle.workflowId.replace('delivery:', ''));
    expect(Math.abs(runs - (40 * YEAR - RUN_CAP) / cap)).toBeLessThan(8);
  }, 300_000);

  it('follows an owner who changes their mind decades later', async () => {
    const postgres = answering({ kind: 'sent' });
    const { outcome, sendAt, handle } = await live(postgres.activities, 30 * YEAR, async (handle, first) => {
      await env.sleep(20 * YEAR);
      await handle.signal(intentSignal, {
        revision: 2,
        sendAt: new Date(first - 9 * YEAR).toISOString(),
        cancelled: false,
      });
      // An older intent that arrives late, and the same one twice, change nothing.
      await handle.signal(intentSignal, { revision: 1, sendAt: new Date(first).toISOString(), cancelled: false });
      await handle.signal(intentSignal, {
        revision: 2,
        sendAt: new Date(first + YEAR).toISOString(),
        cancelled: false,
      });
    });
    expect(outcome).toEqual({ outcome: 'sent' });
    expect(postgres.calls).toEqual([{ at: expect.any(Number), revision: 2 }]);
    await expectWoken(handle, sendAt - 9 * YEAR, postgres.calls[0]?.at);
  }, 180_000);

  it('continues as a new run when its owner has changed it very often', async () => {
    const postgres = answering({ kind: 'sent' });
    await live(postgres.activities, YEAR, async (handle, sendAt) => {
      const newest = env.client.workflow.getHandle(handle.workflowId);
      let revision = 1;
      const change = (cancelled = false) =>
        newest.signal(intentSignal, { revision: ++revision, sendAt: new Date(sendAt).toISOString(), cancelled });
      // The first run is as runs were before they were bounded.
      await env.sleep(40 * DAY);
      const before = (await newest.describe()).runId;
      for (let batch = 0; batch < 24; batch++) await Promise.all(Array.from({ length: 50 }, () => change()));
      // The engine does not continue as new while signals arrive.
      await eventually(
        () => newest.describe(),
        ({ runId }) => runId !== before,
      );
      await change(true);
      // It has the newest intent: the older ones change nothing.
      expect(await newest.result()).toEqual({ outcome: 'cancelled' });
    });
    expect(postgres.calls).toEqual([]);
  }, 180_000);

  it('ends when the delivery is deleted, without sending', async () => {
    const postgres = answering({ kind: 'sent' });
    const { outcome } = await live(postgres.activities, 30 * YEAR, async (handle) => {
      await env.sleep(100 * DAY);
      await handle.signal(intentSignal, { revision: 2, sendAt: new Date().toISOString(), cancelled: true });
    });
    expect(outcome).toEqual({ outcome: 'cancelled' });
    expect(postgres.calls).toEqual([]);
  }, 180_000);

  it('waits as long as Postgres answers, and fails when the delivery failed', async () => {
    const later = new Date((await env.currentTimeMs()) + 3 * DAY).toISOString();
    const postgres = answering({ kind: 'later', at: later, waitsFor: 'try 2' }, { kind: 'failed', failure: 'bounced' });
    const { error, handle } = await live(postgres.activities, DAY);
    expect(error).toMatchObject({ cause: { type: 'bounced', nonRetryable: true } });
    expect(postgres.calls).toHaveLength(2);
    await expectWoken(handle, Date.parse(later), postgres.calls[1]?.at);
  }, 180_000);

  it('asks Postgres instead of starting a timer with an invalid time', async () => {
    const postgres = answering(
      { kind: 'resync', revision: 3, sendAt: 'NaN' },
      { kind: 'later', at: 'Invalid Date', waitsFor: 'try 2' },
      { kind: 'closed' },
    );
    const { outcome } = await live(postgres.activities, DAY);
    expect(outcome).toEqual({ outcome: 'closed' });
    expect(postgres.calls.map(({ revision }) => revision)).toEqual([1, 3, 3]);
  }, 180_000);

  it('lets Postgres decide the outcome of a cancelled run', async () => {
    const postgres = answering({ kind: 'sent' });
    const { error } = await live(postgres.activities, YEAR, async (handle) => {
      await env.sleep(DAY);
      await handle.cancel();
    });
    expect(error).toMatchObject({ cause: { name: 'CancelledFailure' } });
    expect(postgres.cancelled).toHaveLength(1);
    expect(postgres.calls).toEqual([]);
  }, 180_000);
});
