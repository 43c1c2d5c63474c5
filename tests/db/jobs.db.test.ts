/** The queue of jobs: each is done at least once, by one worker at a time, and delays no other. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE } from '#domain/time/durations.ts';
import { dequeue, enqueue, finishing, isEnqueued, type JobHandler, runDueJobs } from '#services/jobs/jobs.ts';
import { createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());
beforeEach(() => query('delete from jobs'));

const fork = () => stage.orm.em.fork();
const query = <T>(sql: string, params: unknown[] = []) => fork().execute(sql, params) as Promise<T[]>;
/** With the wait in minutes, rounded to ten, so that a slow machine gives the same. */
const jobs = () =>
  query<{ subject: string; tries: number; wait: number }>(
    `select subject, tries, (round(extract(epoch from run_at - now()) / 600) * 10)::int as wait
     from jobs order by kind, subject`,
  );
const handler = (run: JobHandler['run'], over: Partial<JobHandler> = {}): JobHandler => ({
  ...{ batch: 20, lease: 20 * MINUTE },
  run,
  ...over,
});
const round = (one: JobHandler, kind: 'notice' | 'report' = 'notice') => runDueJobs(fork, kind, one);

describe('a job', () => {
  it('exists only if the transaction that adds it commits', async () => {
    const adding = fork().transactional(async (tx) => {
      await enqueue(tx, 'notice', 'a');
      expect(await isEnqueued(tx, 'notice', 'a')).toBe(true);
      throw new Error('It is rolled back.');
    });
    await expect(adding).rejects.toThrow('It is rolled back.');
    expect(await jobs()).toEqual([]);
  });

  it('is unique for each kind and subject, and does not change unless it is restarted', async () => {
    await enqueue(fork(), 'notice', ['a', 'b'], { in: 60 * MINUTE });
    await enqueue(fork(), 'notice', 'a');
    await enqueue(fork(), 'report', 'a');
    expect(await jobs()).toEqual([
      { subject: 'a', tries: 0, wait: 60 },
      { subject: 'b', tries: 0, wait: 60 },
      { subject: 'a', tries: 0, wait: 0 },
    ]);
    await query("update jobs set tries = 3 where kind = 'notice'");
    await enqueue(fork(), 'notice', 'a', { anew: true });
    expect(
      await query("select tries, run_at <= now() as due from jobs where kind = 'notice' and subject = 'a'"),
    ).toEqual([{ tries: 0, due: true }]);
  });

  it('is deleted when it is done', async () => {
    await enqueue(fork(), 'notice', ['a', 'b']);
    expect(await round(handler(async () => 'done'))).toBe(2);
    expect(await jobs()).toEqual([]);
    expect(await round(handler(async () => 'done'))).toBe(0);
  });

  it('is due again when its handler returns a time; a try without a call does not count', async () => {
    await enqueue(fork(), 'notice', ['a', 'b']);
    await round(
      handler(async ({ subject }) =>
        subject === 'a' ? { againIn: 60 * MINUTE } : { againIn: 120 * MINUTE, isCounted: false },
      ),
    );
    expect(await jobs()).toEqual([
      { subject: 'a', tries: 1, wait: 60 },
      { subject: 'b', tries: 0, wait: 120 },
    ]);
  });

  it('stays deleted when it is deleted while a worker has it, and nothing is recorded', async () => {
    await enqueue(fork(), 'notice', 'a');
    await round(
      handler(async (job) => {
        await dequeue(fork(), 'notice', ['a']);
        expect(await finishing(fork(), job).selectFrom('finished').select('subject').execute()).toEqual([]);
        return { againIn: MINUTE };
      }),
    );
    expect(await jobs()).toEqual([]);
  });

  it('is done once more when it is restarted while a worker has it', async () => {
    await enqueue(fork(), 'notice', 'a');
    await round(
      handler(async () => {
        await enqueue(fork(), 'notice', 'a', { anew: true });
        return 'done';
      }),
    );
    expect(await jobs()).toEqual([{ subject: 'a', tries: 0, wait: 0 }]);
  });
});

describe('several workers', () => {
  it('share due jobs: each is done once', async () => {
    const subjects = Array.from({ length: 100 }, () => randomUUID());
    await enqueue(fork(), 'notice', subjects);
    const done: string[] = [];
    const one = handler(async ({ subject }) => {
      done.push(subject);
      return 'done';
    });
    const worker = async () => {
      while ((await round(one)) > 0);
    };
    await Promise.all([worker(), worker(), worker()]);
    expect(done.toSorted()).toEqual(subjects.toSorted());
  });

  it('take over the job of a dead worker once its lease has ended, and not before', async () => {
    await enqueue(fork(), 'notice', 'a');
    // It claims, and dies.
    void round(handler(() => new Promise(() => {})));
    await expect.poll(jobs).toMatchObject([{ tries: 1 }]);
    expect((await jobs())[0]?.wait).toBe(20);
    expect(await round(handler(async () => 'done'))).toBe(0);
    await query("update jobs set run_at = run_at - interval '20 minutes'");
    expect(await round(handler(async () => 'done'))).toBe(1);
    expect(await jobs()).toEqual([]);
  });

  it('leave the lease of the worker that took it over when the slow one returns', async () => {
    await enqueue(fork(), 'notice', 'a');
    await round(
      handler(async () => {
        await query("update jobs set tries = 2, run_at = now() + interval '20 minutes'");
        return { againIn: 600 * MINUTE };
      }),
    );
    expect(await jobs()).toEqual([{ subject: 'a', tries: 2, wait: 20 }]);
  });

  it('end it also when the slow one finishes', async () => {
    await enqueue(fork(), 'notice', 'a');
    await round(
      handler(async () => {
        await query('update jobs set tries = 2');
        return 'done';
      }),
    );
    expect(await jobs()).toEqual([]);
  });
});

describe('a failing job', () => {
  it('keeps its lease, and delays neither its batch nor another kind', async () => {
    await enqueue(fork(), 'notice', ['a', 'b', 'c']);
    await enqueue(fork(), 'report', 'd');
    const failing = round(
      handler(async ({ subject }) => {
        if (subject === 'a') throw new Error('Not this one.');
        return 'done';
      }),
    );
    await expect(failing).rejects.toThrow('Not this one.');
    expect(
      await round(
        handler(async () => 'done'),
        'report',
      ),
    ).toBe(1);
    expect(await jobs()).toEqual([{ subject: 'a', tries: 1, wait: 20 }]);
  });

  it('logs why it is postponed', async () => {
    await enqueue(fork(), 'notice', 'a');
    const away = new Error('The store is away.');
    const failing = round(handler(async () => ({ againIn: 30 * MINUTE, isCounted: false, reason: away })));
    await expect(failing).rejects.toBe(away);
    expect(await jobs()).toEqual([{ subject: 'a', tries: 0, wait: 30 }]);
  });

  it('has a lease that doubles if its kind requires that', async () => {
    await enqueue(fork(), 'notice', 'a');
    const waits: (number | undefined)[] = [];
    const failing = handler(
      async () => {
        throw new Error('It cannot be recorded.');
      },
      { longestLease: 60 * MINUTE },
    );
    for (let tries = 0; tries < 3; tries += 1) {
      await expect(round(failing)).rejects.toThrow();
      waits.push((await jobs())[0]?.wait);
      await query('update jobs set run_at = now()');
    }
    expect(waits).toEqual([20, 40, 60]);
  });
});

it('claims at most a batch of due jobs, and no more than the concurrency limit', async () => {
  await enqueue(
    fork(),
    'notice',
    Array.from({ length: 30 }, () => randomUUID()),
  );
  expect(await round(handler(async () => 'done'))).toBe(20);
  const room = async () => 3;
  expect(await round(handler(async () => 'done', { room }))).toBe(3);
  expect(await round(handler(async () => 'done', { room: async () => -1 }))).toBe(0);
  expect(await jobs()).toHaveLength(7);
});
