/** An idle worker asks one question: is anything due? Work that it left out would wait for the next poll, or forever. */
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobKind } from '#db/entities/jobs.ts';
import { SECOND } from '#domain/time/durations.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { type Due, whatIsDue } from '#services/jobs/what-is-due.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { startDueWorkPoller } from '#worker/due-work-poller.ts';
import { startLoop } from '#worker/loop.ts';

const log = pino({ level: 'silent' });
const DUE = `now() - interval '2 seconds'`;

const KINDS: JobKind[] = ['notice', 'report', 'thumbnail'];

let stage: Awaited<ReturnType<typeof createStage>>;
const fork = () => stage.orm.em.fork();

/** Rows without the rows they refer to. */
async function plant(...statements: string[]): Promise<void> {
  await fork().transactional(async (tx) => {
    await tx.execute('set local session_replication_role = replica');
    for (const statement of statements) await tx.execute(statement);
  });
}

beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());
beforeEach(() => plant('delete from jobs'));

describe('what is due', () => {
  it('is nothing at first', async () => {
    expect([...(await whatIsDue(fork(), KINDS))]).toEqual([]);
  });

  it('is a due job of a kind that this worker handles', async () => {
    await plant(`insert into jobs (kind, subject, run_at) values ('notice', 'a', ${DUE}), ('notice', 'b', ${DUE})`);
    expect([...(await whatIsDue(fork(), KINDS))]).toEqual(['notice']);
    expect([...(await whatIsDue(fork(), ['report']))]).toEqual([]);
    await plant("update jobs set run_at = now() + interval '1 minute'");
    expect([...(await whatIsDue(fork(), KINDS))]).toEqual([]);
  });

  it('is an unsynced row, and a delivery that its workflow has not reached', async () => {
    const { id, letter } = await createPerson(stage.context());
    const { id: delivery } = await scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
    expect([...(await whatIsDue(fork(), KINDS))]).toContain('unsynced');
    await plant(
      'update deliveries set synced_revision = revision',
      'update emergency_protocols set synced_revision = revision',
      'delete from jobs',
    );
    expect([...(await whatIsDue(fork(), KINDS))]).toEqual([]);
    await plant(`update deliveries set next_attempt_at = ${DUE} where id = '${delivery}'`);
    expect([...(await whatIsDue(fork(), KINDS))]).toEqual(['overdue']);
  });
});

describe('the poller', () => {
  it('wakes the loops with due work, and no others', async () => {
    const woken: Due[] = [];
    const loops = (['notice', 'report'] as const).map((due) => ({
      due,
      poke: () => void woken.push(due),
      stop: async () => {},
    }));
    const poller = startDueWorkPoller(fork, log, loops);
    try {
      await plant(`insert into jobs (kind, subject, run_at) values ('notice', 'a', ${DUE})`);
      await expect.poll(() => woken.length).toBeGreaterThan(1);
      expect(new Set(woken)).toEqual(new Set(['notice']));
    } finally {
      await poller.stop();
    }
  });
});

describe('a loop that waits for due work', () => {
  const restless = (due: Due, round: () => Promise<boolean>) => startLoop(due, log, { due }, round);

  it('goes round at once when it is woken, long before its own poll', async () => {
    let rounds = 0;
    const loop = restless('notice', async () => {
      rounds += 1;
      return false;
    });
    try {
      await setImmediate();
      expect(rounds).toBe(1);
      loop.poke();
      await setImmediate();
      expect(rounds).toBe(2);
    } finally {
      await loop.stop();
    }
  });

  it('does not make a failing loop fail more often', async () => {
    const beganAt: number[] = [];
    const loop = restless('notice', async () => {
      beganAt.push(Date.now());
      // Woken while it works, and again while it pauses.
      loop.poke();
      throw new Error('the far side is away');
    });
    const poking = setInterval(() => loop.poke(), 20);
    try {
      await expect.poll(() => beganAt.length).toBeGreaterThan(2);
      const [first = 0, , third = 0] = beganAt;
      expect(third - first).toBeGreaterThan(1.9 * SECOND);
    } finally {
      clearInterval(poking);
      await loop.stop();
    }
  });
});
