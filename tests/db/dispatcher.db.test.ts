/** The dispatcher beside an engine in which nobody may make search attributes from here, as in Temporal Cloud. */
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#config/log.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';
import { startDispatcher } from '#worker/dispatcher.ts';
import { createMetrics } from '#worker/metrics.ts';

it('goes on, and says so once, however often it looks', async () => {
  const stage = await createStage();
  onTestFinished(() => stage.close());
  const helena = await createPerson(stage.context());
  await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  const fork = () => stage.context().em;
  const lines: string[] = [];
  const log = createLogger({ LOG_LEVEL: 'warn' }, 'worker', { write: (line) => lines.push(line) });
  let [looks, told] = [0, 0];
  // why: a real engine lets everybody make them, and it has to fail at once for the dispatcher to look again.
  const engine = {
    prepare: async () => {
      looks += 1;
      throw new Error('7 PERMISSION_DENIED: Request unauthorized.');
    },
    storeId: async () => 'cloud',
    announce: async () => {
      if (looks < 3) throw new Error('14 UNAVAILABLE');
      told += 1;
    },
    announceProtocol: async () => {},
    runState: async () => 'none' as const,
    end: async () => {},
  };
  const dispatcher = startDispatcher({ fork, engine, log, metrics: createMetrics(fork) });
  await eventually(
    async () => told,
    (count) => count === 1,
  );
  await dispatcher.stop();
  expect(looks).toBeGreaterThan(2);
  expect(lines.filter((line) => line.includes('search attributes'))).toHaveLength(1);
});
