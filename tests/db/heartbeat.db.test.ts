/** The loop in which the web process reports that people can reach it, with a real row. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startHeartbeat } from '#app/heartbeat.ts';
import { heartbeatOf } from '#domain/emergency/availability.ts';
import { SECOND } from '#domain/time/durations.ts';
import { createStage } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const fork = () => stage.orm.em.fork();
const lastBeat = async () =>
  (await fork().execute<{ at: string }[]>('select beat_at::text as at from heartbeats'))[0]?.at ?? null;

it('beats at once and repeatedly, logs once that it fails and once that it works again, and ends when stopped', async () => {
  const changes: boolean[] = [];
  let isCut = false;
  let forks = 0;
  const stop = startHeartbeat({
    fork: () => {
      forks += 1;
      const em = fork();
      if (isCut) em.transactional = () => Promise.reject(new Error('no database'));
      return em;
    },
    day: SECOND,
    isShown: true,
    onChange: (failure) => changes.push(failure === null),
  });
  const first = await eventually(lastBeat, (at) => at !== null);
  await eventually(lastBeat, (at) => at !== first);
  isCut = true;
  const whenCut = forks;
  await eventually(
    async () => forks,
    (count) => count >= whenCut + 2,
  );
  isCut = false;
  await eventually(
    async () => changes.length,
    (count) => count >= 2,
  );
  expect(changes).toEqual([false, true]);
  await stop();
  const last = await lastBeat();
  await sleep(heartbeatOf(SECOND) * 1.5);
  expect(await lastBeat()).toBe(last);
});
