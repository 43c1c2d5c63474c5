/** An idle worker asks one question: is anything due? Work that it left out would wait for the next poll, or forever. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { JobKind } from '#db/entities/jobs.ts';
import { SECOND } from '#domain/time/durations.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { whatIsDue } from '#services/jobs/what-is-due.ts';
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
  const restless = (due: 'notice' | 'report', round: () => Promise<boolean>) => startLoop(due, log, { due }, round);

  it('wakes the loops with due work, long before their own poll, and no others', async () => {
    const rounds = { notice: 0, report: 0 };
    const count = (due: keyof typeof rounds) =>
      restless(due, async () => {
        rounds[due] += 1;
        return false;
      });
    const loops = [count('notice'), count('report')];
    const poller = startDueWorkPoller(fork, log, loops);
    try {
      await plant(`insert into jobs (kind, subject, run_at) values ('notice', 'a', ${DUE})`);
      await expect.poll(() => rounds.notice, { timeout: 5 * SECOND }).toBeGreaterThan(1);
      expect(rounds.report).toBe(1);
    } finally {
      await Promise.all([poller, ...loops].map((loop) => loop.stop()));
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
      await expect.poll(() => beganAt.length, { timeout: 10 * SECOND }).toBe(3);
      const [first = 0, , third = 0] = beganAt;
      expect(third - first).toBeGreaterThan(1.9 * SECOND);
    } finally {
      clearInterval(poking);
      await loop.stop();
    }
  });
});
