/** The dispatcher with an engine in which we may not create search attributes, as in Temporal Cloud. */
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#config/log.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';
import { startDispatcher } from '#worker/dispatcher.ts';
import { createMetrics } from '#worker/metrics.ts';

it('continues, and logs it once, however often it checks', async () => {
  const stage = await createStage();
  onTestFinished(() => stage.close());
  const helena = await createPerson(stage.context());
  await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  const fork = () => stage.context().em;
  const lines: string[] = [];
  const log = createLogger({ LOG_LEVEL: 'warn' }, 'worker', { write: (line) => lines.push(line) });
  let [looks, syncs] = [0, 0];
  // why: a real engine allows it to everyone, and must fail at once so that the dispatcher checks again.
  const engine = {
    prepare: async () => {
      looks += 1;
      throw new Error('7 PERMISSION_DENIED: Request unauthorized.');
    },
    storeId: async () => 'cloud',
    announce: async () => {
      if (looks < 3) throw new Error('14 UNAVAILABLE');
      syncs += 1;
    },
    announceProtocol: async () => {},
    runState: async () => 'none' as const,
    end: async () => {},
  };
  const dispatcher = startDispatcher({ fork, engine, log, metrics: createMetrics(fork) });
  await eventually(
    async () => syncs,
    (count) => count === 1,
  );
  await dispatcher.stop();
  expect(looks).toBeGreaterThan(2);
  expect(lines.filter((line) => line.includes('search attributes'))).toHaveLength(1);
});
