/** What has expired is deleted, but not by a clock that is in doubt. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPerson, createStage } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';
import { startRemovals } from '#worker/removals.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

it('keeps every session while the clock is in doubt, and deletes those that have expired when it agrees again', async () => {
  await createPerson(stage.context());
  const query = <T>(sql: string) => stage.orm.em.fork().execute<T[]>(sql);
  await query("update sessions set last_seen_at = last_seen_at - interval '60 days'");
  const sessions = () => query('select id from sessions');
  let isHeld = true;
  let asked = 0;
  const loops = startRemovals({
    fork: () => stage.orm.em.fork(),
    isClockHeld: async () => {
      asked++;
      return isHeld;
    },
    log: pino({ level: 'silent' }),
  });
  await eventually(
    async () => asked,
    (times) => times >= 4,
  );
  expect(await sessions()).toHaveLength(1);
  isHeld = false;
  for (const loop of loops) loop.poke();
  await eventually(sessions, ({ length }) => length === 0);
  await Promise.all(loops.map((loop) => loop.stop()));
});
