/**
 * Lives of a protocol in days of real length. The engine's clock is skipped; the run is the one of the bundle that
 * production runs, and what it asks answers with the pure decisions that Postgres stands on.
 */
import type { WorkflowHandle } from '@temporalio/client';
import type { TestWorkflowEnvironment } from '@temporalio/testing';
import { Worker, type WorkflowBundle } from '@temporalio/worker';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nextStep, type ProtocolState } from '#domain/emergency/protocol.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';
import type { Advanced } from '#services/emergency/advance.ts';
import { eventually } from '#tests/harness/process.ts';
import type { EmergencyActivities } from '#worker/activities/emergency.ts';
import {
  checkedInSignal,
  configuredSignal,
  EMERGENCY_WORKFLOW,
  type EmergencyInput,
  type EmergencyOutcome,
  emergencyWorkflowId,
  type Plan,
} from '#workflows/contracts/emergency.ts';
import { skipTime, TASK_TIMEOUT } from './skipped-time.ts';

type EmergencyWorkflow = (input: EmergencyInput) => Promise<EmergencyOutcome>;

let env: TestWorkflowEnvironment;
let bundle: WorkflowBundle;
beforeAll(async () => {
  ({ env, bundle } = await skipTime());
});
afterAll(() => env.teardown());

const OWNER = '01890a5d-ac96-774b-bcce-00000000000';
const iso = (instant: number) => new Date(instant).toISOString();

/** A row and its mails, each of which is accepted at once. why: the clock here is not that of Postgres. */
class Row {
  readonly armedAt: number;
  readonly happened: { kind: string; day: number }[] = [];
  asked = 0;
  revision = 1;
  episode = 1;
  state: ProtocolState;

  constructor(now: number, inactiveDays: number, safetyDays: number) {
    this.armedAt = now;
    this.state = {
      isActive: true,
      stage: 'armed',
      inactiveDays,
      safetyDays,
      countsFrom: now,
      missedAt: null,
      warnings: [],
      availability: { outages: [], isReachable: true },
    };
  }

  advance(now: number): Advanced {
    this.asked += 1;
    if (!this.state.isActive) return { kind: 'closed' };
    for (;;) {
      const step = nextStep({ day: DAY }, this.state, now);
      if (step.kind === 'rest' || step.kind === 'wait') {
        const at = step.kind === 'rest' ? null : iso(step.until);
        return { kind: 'waiting', revision: this.revision, episode: this.episode, stage: this.state.stage, at };
      }
      const told = step.kind === 'warn' ? step.warning : step.kind;
      this.happened.push({ kind: told, day: (now - this.armedAt) / DAY });
      if (step.kind === 'release') this.state = { ...this.state, stage: 'released' };
      else {
        const kind = step.kind === 'warn' ? step.warning : 'missed';
        const index = step.kind === 'warn' ? step.index : 0;
        this.state = {
          ...this.state,
          stage: step.kind === 'warn' ? step.stage : 'missed',
          missedAt: step.kind === 'miss' ? now : this.state.missedAt,
          warnings: [...this.state.warnings, { kind, index, state: 'accepted', settledAt: now, reportedAt: null }],
        };
      }
    }
  }

  /** As a check-in changes it. */
  hear(now: number): Plan {
    this.revision += 1;
    if (this.state.stage !== 'armed') this.episode += 1;
    this.state = { ...this.state, stage: 'armed', countsFrom: now, missedAt: null, warnings: [] };
    return this.plan(now);
  }

  plan(now: number): Plan {
    const step = nextStep({ day: DAY }, this.state, now);
    const { revision, episode } = this;
    const { stage, isActive } = this.state;
    const wakeAt = step.kind === 'rest' ? null : iso(step.kind === 'wait' ? step.until : now);
    return { revision, episode, stage, isOver: !isActive, wakeAt };
  }
}

let count = 0;
/** Lets a run live beside a row, and ends both. */
async function live(
  row: Row,
  during: (handle: WorkflowHandle<EmergencyWorkflow>) => Promise<void>,
  activities: EmergencyActivities = { advanceProtocol: async () => row.advance(await env.currentTimeMs()) },
): Promise<WorkflowHandle<EmergencyWorkflow>> {
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
      // One that goes on without its worker would hold the clock for all others.
      await env.client.workflow
        .getHandle(handle.workflowId)
        .terminate()
        .catch(() => {});
    }
    return handle;
  });
}

const off = (row: Row): Plan => {
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
  it('lives through 365 days and 30 more to the minute, across runs, and rests when it has released', async () => {
    const row = new Row(await env.currentTimeMs(), 365, 30);
    const handle = await live(row, async (run) => {
      await env.sleep(396 * DAY);
      expect(row.happened.at(-1)?.kind).toBe('release');
      const { asked } = row;
      await env.sleep(100 * DAY);
      expect(row.asked).toBe(asked);
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
    const { firstExecutionRunId } = handle as unknown as { firstExecutionRunId: string };
    const runs = await runsOf(handle, firstExecutionRunId);
    expect(runs.length).toBeGreaterThanOrEqual(16);
    for (const events of runs) expect(events.length).toBeLessThan(100);
  });

  it('is not woken by check-ins: somebody who comes by for a year is never asked about', async () => {
    const row = new Row(await env.currentTimeMs(), 30, 3);
    await live(row, async (run) => {
      for (let day = 0; day < 365; day += 20) {
        await env.sleep(20 * DAY);
        const plan = row.hear(await env.currentTimeMs());
        await run.signal(checkedInSignal, plan);
        // Told twice, and of the past: both change nothing.
        await run.signal(checkedInSignal, { ...plan, wakeAt: iso(0) });
        await run.signal(configuredSignal, { ...plan, revision: plan.revision - 1, isOver: true });
      }
      expect(row.asked).toBe(0);
      await env.sleep(40 * DAY);
      expect(row.happened.at(-1)?.kind).toBe('release');
      await run.signal(configuredSignal, off(row));
      await run.result();
    });
  });

  it('finds out by itself what it was never told, and is woken for what comes earlier', async () => {
    const row = new Row(await env.currentTimeMs(), 100, 3);
    await live(row, async (run) => {
      await env.sleep(92 * DAY);
      // The news is lost: the run asks at the old instant, and hears.
      row.hear(await env.currentTimeMs());
      await env.sleep(10 * DAY);
      expect([row.asked, row.happened]).toEqual([1, []]);
      row.revision += 1;
      row.state = { ...row.state, inactiveDays: 10 };
      await run.signal(configuredSignal, row.plan(await env.currentTimeMs()));
      await env.sleep(HOUR);
      expect(row.happened.map(({ kind }) => kind)).toEqual(['reminder']);
      await run.signal(configuredSignal, off(row));
      expect(await run.result()).toEqual({ outcome: 'closed' });
      expect(row.asked).toBe(2);
    });
  });

  it('goes on for somebody who switches it on again while it is asked', async () => {
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
          await env.client.workflow.getHandle(emergencyWorkflowId(ownerId)).signal(checkedInSignal, row.hear(now));
          return { kind: 'closed' };
        },
      },
    );
  });

  it('takes what Postgres says, whatever that is, and never asks in a hot loop', async () => {
    const now = await env.currentTimeMs();
    const row = new Row(now, 7, 1);
    const answers: Advanced[] = [
      { kind: 'waiting', revision: 1, episode: 1, stage: 'reminding', at: 'NaN' },
      // Restored to an earlier day: it knows less than the run was told.
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

  it('hands over to a fresh run when its history grows, with the newest that it was told', async () => {
    const row = new Row(await env.currentTimeMs(), 365, 3);
    await live(row, async (run) => {
      const { runId: first } = await run.describe();
      for (let batch = 0; batch < 12; batch++) {
        const plans = Array.from({ length: 50 }, () => row.hear(row.armedAt + row.revision));
        await Promise.all(plans.map((plan) => run.signal(checkedInSignal, plan)));
        // An engine hands nothing over while more is coming in: not before all of these were heard does anybody come again.
        await eventually(
          () => run.query<{ currentDetails: string }>('__temporal_workflow_metadata'),
          ({ currentDetails }) => currentDetails.includes(`revision ${row.revision};`),
        );
      }
      await env.sleep(360 * DAY);
      expect(row.happened).toEqual([{ kind: 'reminder', day: expect.closeTo(358 + 600 / DAY, 3) }]);
      // Each check-in is an event, and another one that shows it: 1,200 and more in all.
      expect((await runsOf(run, first)).length).toBeGreaterThan(1);
      await run.signal(configuredSignal, off(row));
      await env.client.workflow.getHandle(run.workflowId).result();
    });
  });

  it('only stops when an operator cancels it: nothing is asked for, and nothing is changed', async () => {
    const row = new Row(await env.currentTimeMs(), 365, 3);
    await live(row, async (run) => {
      await env.sleep(DAY);
      await run.cancel();
      await expect(run.result()).rejects.toMatchObject({ cause: { name: 'CancelledFailure' } });
    });
    expect(row.asked).toBe(0);
  });
});
