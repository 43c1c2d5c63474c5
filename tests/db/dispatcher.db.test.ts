/** The dispatcher: when it may not create search attributes, as in Temporal Cloud, and when it waits. */
import { expect, it, onTestFinished } from 'vitest';
import { createLogger } from '#config/log.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';
import { startDispatcher } from '#worker/dispatcher.ts';
import { createMetrics } from '#worker/metrics.ts';

it('continues without search attributes that it may not create, and logs that once, however often it checks', async () => {
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
  const dispatcher = startDispatcher({
    fork,
    engine,
    rush: { isOn: false, isLate: false },
    log,
    metrics: createMetrics(fork),
  });
  await eventually(
    async () => syncs,
    (count) => count === 1,
  );
  await dispatcher.stop();
  expect(looks).toBeGreaterThan(2);
  expect(lines.filter((line) => line.includes('search attributes'))).toHaveLength(1);
});

it('sends the engine nothing in a rush of overdue deliveries, still checks its store, and sends all of it afterwards', async () => {
  const stage = await createStage();
  onTestFinished(() => stage.close());
  const helena = await createPerson(stage.context());
  await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  const fork = () => stage.context().em;
  const calls: string[] = [];
  const call = (name: string) => async () => void calls.push(name);
  // why: a real engine does not say in which order it was called.
  const engine = {
    prepare: call('prepare'),
    storeId: async () => 'store',
    announce: call('announce'),
    announceProtocol: async () => {},
    runState: async () => 'none' as const,
    end: async () => {},
  };
  const rush = { isOn: true, isLate: true };
  const log = createLogger({ LOG_LEVEL: 'silent' }, 'worker');
  const dispatcher = startDispatcher({ fork, engine, rush, log, metrics: createMetrics(fork) });
  await eventually(async () => calls.length, Boolean);
  // A round that was asked for ends before the next begins.
  dispatcher.poke();
  await eventually(
    () => fork().execute<unknown[]>('select 1 from engine_store'),
    ({ length }) => length === 1,
  );
  expect(calls).toEqual(['prepare']);
  rush.isOn = false;
  await eventually(
    async () => {
      dispatcher.poke();
      return calls;
    },
    (made) => made.includes('announce'),
  );
  await dispatcher.stop();
});

it('makes few calls to the engine at once while something that is due is late, and many otherwise', async () => {
  const stage = await createStage();
  onTestFinished(() => stage.close());
  const helena = await createPerson(stage.context());
  const { id } = await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  const fork = () => stage.context().em;
  // All in one shard: shards are sent one after the other.
  await fork().execute(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id',
       overlay(gen_random_uuid()::text placing '00' from 35 for 2)))).* from deliveries d, generate_series(1, 39) where d.id = ?`,
    [id],
  );
  let [running, most, done] = [0, 0, 0];
  // why: a real engine does not say how many calls it had at once.
  const engine = {
    prepare: async () => {},
    storeId: async () => 'store',
    async announce() {
      most = Math.max(most, ++running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      done += 1;
    },
    announceProtocol: async () => {},
    runState: async () => 'none' as const,
    end: async () => {},
  };
  const rush = { isOn: false, isLate: true };
  const log = createLogger({ LOG_LEVEL: 'silent' }, 'worker');
  const synced = () =>
    eventually(
      () => fork().execute<unknown[]>('select 1 from deliveries where revision > synced_revision'),
      ({ length }) => length === 0,
    );
  const dispatcher = startDispatcher({ fork, engine, rush, log, metrics: createMetrics(fork) });
  await synced();
  expect(most).toBe(4);
  rush.isLate = false;
  await fork().execute('update deliveries set revision = revision + 1');
  dispatcher.poke();
  await synced();
  await dispatcher.stop();
  expect([most, done]).toEqual([20, 80]);
});
