/** Golden histories with today's code: a run that fell asleep with an older version must wake with this one. */
import { readdirSync, readFileSync } from 'node:fs';
import proto, { type temporal } from '@temporalio/proto';
import { DefaultLogger, Runtime, Worker, type WorkflowBundle } from '@temporalio/worker';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleWorkflows } from '#worker/bundle-workflows.ts';

const FOLDER = new URL('./histories/', import.meta.url);
const NAMES = readdirSync(FOLDER);

/** Protocol buffers, as the engine stores them; `temporal workflow show` prints the same of a run. */
const read = (name: string) => proto.temporal.api.history.v1.History.decode(readFileSync(new URL(name, FOLDER)));

let workflowBundle: WorkflowBundle;
beforeAll(async () => {
  Runtime.install({
    logger: new DefaultLogger('ERROR'),
    telemetryOptions: { logging: { filter: 'OFF', forward: {} } },
  });
  workflowBundle = await bundleWorkflows();
});
const replay = (history: temporal.api.history.v1.IHistory) =>
  Worker.runReplayHistory({ workflowBundle }, history, 'delivery:01890a5d-ac96-774b-bcce-000000000001');

describe('golden histories', () => {
  it('exist for every path of a delivery and of a protocol', () => {
    const deliveries = [
      'cancelled-by-operator',
      'deleted',
      'rescheduled',
      'resynced',
      'retried-then-failed',
      'sent',
      'sleeping',
    ];
    const protocols = ['armed', 'cancelled-by-operator', 'changed-then-off', 'checked-in', 'released'];
    const names = [...deliveries, ...protocols.map((way) => `protocol-${way}`)];
    expect(NAMES.sort()).toEqual(names.map((name) => `${name}.bin`).sort());
  });

  it.each(NAMES)('%s replays', async (name) => {
    await expect(replay(read(name))).resolves.toBeUndefined();
  });

  it('do not replay with another activity', async () => {
    const history = read('sent.bin');
    const scheduled = history.events.find((event) => event.activityTaskScheduledEventAttributes);
    Object.assign(scheduled?.activityTaskScheduledEventAttributes?.activityType ?? {}, { name: 'sendTwice' });
    await expect(replay(history)).rejects.toThrow(/[Nn]ondetermin/);
  });

  it('do not replay without one of their steps', async () => {
    const history = read('retried-then-failed.bin');
    const first = history.events.findIndex((event) => event.timerStartedEventAttributes);
    history.events.splice(first, 1);
    await expect(replay(history)).rejects.toThrow();
  });
});
