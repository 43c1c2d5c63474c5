/**
 * Lives of a protocol in days of real length. The engine's clock is skipped. The run is that of the production bundle, and
 * the pure decisions that Postgres uses answer it.
 */
import type { WorkflowHandle, WorkflowHandleWithFirstExecutionRunId } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR } from '#domain/time/durations.ts';
import type { Advanced } from '#services/emergency/advance.ts';
import { untilMorning, zoneAt } from '#tests/harness/daytime.ts';
import { eventually } from '#tests/harness/process.ts';
import type { EmergencyActivities } from '#worker/activities/emergency.ts';
import {
  checkedInSignal,
  configuredSignal,
  EMERGENCY_WORKFLOW,
  type EmergencyInput,
  type EmergencyOutcome,
  emergencyWorkflowId,
  type WakeUp,
} from '#workflows/contracts/emergency.ts';
import { iso, Row } from './row.ts';
import { skipTime, TASK_TIMEOUT } from './skipped-time.ts';

type EmergencyWorkflow = (input: EmergencyInput) => Promise<EmergencyOutcome>;

let env: TestWorkflowEnvironment;
let stop: (() => Promise<void>) | undefined;
let bundle: WorkflowBundle;
beforeAll(async () => {
  ({ env, bundle, stop } = await skipTime());
});
afterAll(() => stop?.());

const OWNER = '01890a5d-ac96-774b-bcce-00000000000';

let count = 0;
/** Runs a workflow with a row, and ends both. */
async function live(
  row: Row,
  during: (handle: WorkflowHandle<EmergencyWorkflow>) => Promise<void>,
  activities: EmergencyActivities = { advanceProtocol: async () => row.advance(await env.currentTimeMs()) },
): Promise<WorkflowHandleWithFirstExecutionRunId<EmergencyWorkflow>> {
  const taskQueue = `protocols-${++count}`;
  const ownerId = `${OWNER}${count}`;
  const worker = await Worker.create({
    connection: env.nativeConnection,
    namespace: env.namespace,
    taskQueue,
    workflowBundle: bundle,
    activities: { ...activities },
  });
  return worker.runUntil(async () => {
    const handle = await env.client.workflow.start<EmergencyWorkflow>(EMERGENCY_WORKFLOW, {
      taskQueue,
      workflowId: emergencyWorkflowId(ownerId),
      args: [{ ownerId, ...row.plan(row.armedAt) }],
      workflowTaskTimeout: TASK_TIMEOUT,
    });
    try {
      await during(handle);
    } finally {
      // A run without its worker would stop the clock for all others.
      await env.client.workflow
        .getHandle(handle.workflowId)
        .terminate()
        .catch(() => {});
    }
    return handle;
  });
}

const off = (row: Row): WakeUp => {
  row.state = { ...row.state, isActive: false };
  row.revision += 1;
  return row.plan(0);
};

/** Every run of a protocol, from its first one. */
async function runsOf({ workflowId }: { workflowId: string }, firstRunId: string) {
  const histories = [];
  for (let runId: string | null | undefined = firstRunId; runId; ) {
    const { events } = await env.client.workflow.getHandle(workflowId, runId).fetchHistory();
    histories.push(events ?? []);
    runId = events?.at(-1)?.workflowExecutionContinuedAsNewEventAttributes?.newExecutionRunId;
  }
  return histories;
}

describe('the run of a protocol', () => {
  it('runs through 365 days and 30 more to the minute, across runs, and rests after the release', async () => {
    const row = new Row(await env.currentTimeMs(), 365, 30);
    const handle = await live(row, async (run) => {
      await env.sleep(396 * DAY);
      expect(row.happened.at(-1)?.kind).toBe('release');
      const { calls } = row;
      await env.sleep(100 * DAY);
      expect(row.calls).toBe(calls);
      await run.signal(configuredSignal, off(row));
      expect(await run.result()).toEqual({ outcome: 'closed' });
    });
    const days = row.happened.map(({ kind, day }) => [kind, Math.round(day * 1_000) / 1_000]);
    expect(days).toEqual([
      ['reminder', 358],
      ['reminder', 362],
      ['reminder', 364],
      ['reminder', 364.75],
      ['miss', 365],
      ['last-call', 394],
      ['release', 395],
    ]);
    const runs = await runsOf(handle, handle.firstExecutionRunId);
    expect(runs.length).toBeGreaterThanOrEqual(16);
    for (const events of runs) expect(events.length).toBeLessThan(100);
  });

  it('waits for the morning where contacts are mailed by day', async () => {
    const now = await env.currentTimeMs();
    // It is armed at two in the morning.
    const zone = zoneAt(2, new Date(now));
    const row = new Row(now, 7, 1, zone);
    await live(row, async (run) => {
      await env.sleep(10 * DAY);
      await run.signal(configuredSignal, off(row));
      expect(await run.result()).toEqual({ outcome: 'closed' });
    });
    const morning = untilMorning(zone, new Date(now)) / DAY;
    // Not rounded: the instant may be beside a limit of rounding.
    const at = (kind: string, day: number) => ({ kind, day: expect.closeTo(day, 3) });
    expect(row.happened).toEqual([
      at('reminder', 4),
      at('reminder', 6),
      at('reminder', 6.75),
      at('miss', 7 + morning),
      at('last-call', 7 + morning + 2 / 3),
      at('release', 8 + morning),
    ]);
  });

  it('is not woken by check-ins: an owner who checks in for a year causes no activity', async () => {
    const row = new Row(await env.currentTimeMs(), 30, 3);
    await live(row, async (run) => {
      for (let day = 0; day < 365; day += 20) {
        await env.sleep(20 * DAY);
        const plan = row.checkIn(await env.currentTimeMs());
        await run.signal(checkedInSignal, plan);
        // A repeated plan and an old one change nothing.
        await run.signal(checkedInSignal, { ...plan, wakeAt: iso(0) });
        await run.signal(configuredSignal, { ...plan, revision: plan.revision - 1, isOver: true });
      }
      expect(row.calls).toBe(0);
      await env.sleep(40 * DAY);
      expect(row.happened.at(-1)?.kind).toBe('release');
      await run.signal(configuredSignal, off(row));
      await run.result();
    });
  });

  it('finds a missed plan by itself, and is woken for an earlier instant', async () => {
    const row = new Row(await env.currentTimeMs(), 100, 3);
    await live(row, async (run) => {
      await env.sleep(92 * DAY);
      // The signal is lost: the run asks at the old instant, and learns the plan.
      row.checkIn(await env.currentTimeMs());
      await env.sleep(10 * DAY);
      expect([row.calls, row.happened]).toEqual([1, []]);
      row.revision += 1;
      row.state = { ...row.state, inactiveDays: 10 };
      await run.signal(configuredSignal, row.plan(await env.currentTimeMs()));
      await env.sleep(HOUR);
      expect(row.happened.map(({ kind }) => kind)).toEqual(['reminder']);
      await run.signal(configuredSignal, off(row));
      expect(await run.result()).toEqual({ outcome: 'closed' });
      expect(row.calls).toBe(2);
    });
  });

  it('shows operators what contacts make it wait for, until they no longer do', async () => {
    const now = await env.currentTimeMs();
    const row = new Row(now, 30, 3);
    const waitsFor = `held until ${iso(now + 14 * DAY)} by a contact`;
    await live(row, async (run) => {
      const held = { ...row.plan(now), stage: 'missed' as const, wakeAt: iso(now + 10 * DAY) };
      await run.signal(configuredSignal, { ...held, revision: 2, waitsFor });
      const shown = () => run.query<{ currentDetails: string }>('__temporal_workflow_metadata');
      await eventually(shown, ({ currentDetails }) => currentDetails.includes('revision 2;'));
      expect((await shown()).currentDetails).toContain(`; ${waitsFor}.`);
      expect((await run.describe()).searchAttributes.StillhereWaitsFor).toEqual([waitsFor]);
      await run.signal(configuredSignal, { ...held, revision: 3 });
      await eventually(shown, ({ currentDetails }) => currentDetails.includes('revision 3;'));
      expect((await shown()).currentDetails).not.toContain('held');
      // One that was taken back is null for some servers, and absent for others.
      expect((await run.describe()).searchAttributes.StillhereWaitsFor?.[0] ?? null).toBeNull();
    });
    expect(row.calls).toBe(0);
  });

  it('continues when it is switched on again during the activity', async () => {
    const row = new Row(await env.currentTimeMs(), 7, 1);
    let isFirst = true;
    await live(
      row,
      async (run) => {
        await env.sleep(30 * DAY);
        expect(row.happened.at(-1)?.kind).toBe('release');
        await run.signal(configuredSignal, off(row));
        await run.result();
      },
      {
        async advanceProtocol(ownerId) {
          const now = await env.currentTimeMs();
          if (!isFirst) return row.advance(now);
          isFirst = false;
          await env.client.workflow.getHandle(emergencyWorkflowId(ownerId)).signal(checkedInSignal, row.checkIn(now));
          return { kind: 'closed' };
        },
      },
    );
  });

  it('follows any answer of Postgres, and never asks in a hot loop', async () => {
    const now = await env.currentTimeMs();
    const row = new Row(now, 7, 1);
    const answers: Advanced[] = [
      { kind: 'waiting', revision: 1, episode: 1, stage: 'reminding', at: 'NaN' },
      // Restored to an earlier day: it knows less than the run.
      { kind: 'waiting', revision: 0, episode: 1, stage: 'armed', at: iso(0) },
      { kind: 'waiting', revision: 0, episode: 1, stage: 'armed', at: iso(now + 50 * DAY) },
    ];
    const askedAt: number[] = [];
    await live(
      row,
      async (run) => {
        await env.sleep(51 * DAY);
        expect(await run.result()).toEqual({ outcome: 'closed' });
      },
      {
        async advanceProtocol() {
          askedAt.push(await env.currentTimeMs());
          return answers[askedAt.length - 1] ?? { kind: 'closed' };
        },
      },
    );
    expect(askedAt).toHaveLength(4);
    expect(askedAt[3]).toBeGreaterThanOrEqual(now + 50 * DAY);
  });

  it('continues as a new run with the newest plan when its history grows', async () => {
    const row = new Row(await env.currentTimeMs(), 365, 3);
    await live(row, async (run) => {
      const { runId: first } = await run.describe();
      for (let batch = 0; batch < 12; batch++) {
        const plans = Array.from({ length: 50 }, () => row.checkIn(row.armedAt + row.revision));
        await Promise.all(plans.map((plan) => run.signal(checkedInSignal, plan)));
        // The engine does not continue as new while signals arrive, so the next batch waits for these.
        await eventually(
          () => run.query<{ currentDetails: string }>('__temporal_workflow_metadata'),
          ({ currentDetails }) => currentDetails.includes(`revision ${row.revision};`),
        );
      }
      await env.sleep(360 * DAY);
      expect(row.happened).toEqual([{ kind: 'reminder', day: expect.closeTo(358 + 600 / DAY, 3) }]);
      // Each check-in is an event, and another one that shows it: more than 1,200 in all.
      expect((await runsOf(run, first)).length).toBeGreaterThan(1);
      await run.signal(configuredSignal, off(row));
      await env.client.workflow.getHandle(run.workflowId).result();
    });
  });

  it('only ends when an operator cancels it: no activity runs, and nothing changes', async () => {
    const row = new Row(await env.currentTimeMs(), 365, 3);
    await live(row, async (run) => {
      await env.sleep(DAY);
      await run.cancel();
      await expect(run.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    });
    expect(row.calls).toBe(0);
  });
});
