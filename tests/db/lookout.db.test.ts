/** An idle worker asks one thing: is anything due? What that question left out would wait for the next look, or for ever. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SECOND } from '#domain/time/durations.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { whatIsDue } from '#services/operations/what-is-due.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { startLookout } from '#worker/lookout.ts';
import { startLoop } from '#worker/loop.ts';

const log = pino({ level: 'silent' });
const DUE = `now() - interval '2 seconds'`;

/** A row of each kind, as bare as the table allows; whom it belongs to is not looked at here. */
const ROWS = {
  account_mails: `(id, kind, email, created_at, next_try_at) values (gen_random_uuid(), 'email-taken', 'a@example.com', now(), ${DUE})`,
  billing_mails: `(id, owner_id, kind, reference, created_at, next_try_at) values (gen_random_uuid(), gen_random_uuid(), 'plan-ended', 'sub_1', now(), ${DUE})`,
  doomed_objects: `(storage_key, next_try_at) values ('ab', ${DUE})`,
  doomed_runs: `(delivery_id, next_try_at) values (gen_random_uuid(), ${DUE})`,
  doomed_subscriptions: `(stripe_subscription_id, next_try_at) values ('sub_1', ${DUE})`,
  emergency_mails: `(id, owner_id, episode, kind, index, state, created_at, tries, next_try_at) values (gen_random_uuid(), gen_random_uuid(), 1, 'missed', 0, 'waiting', now(), 0, ${DUE})`,
  notices: `(id, owner_id, kind, delivery_id, revision, tries, next_try_at, created_at) values (gen_random_uuid(), gen_random_uuid(), 'delivery-failed', gen_random_uuid(), 1, 0, ${DUE}, now())`,
  reports: `(id, content_id, reason, created_at, next_try_at) values (gen_random_uuid(), gen_random_uuid(), 'spam', now(), ${DUE})`,
  thumbnails: `(file_id, state, next_try_at) values (gen_random_uuid(), 'pending', ${DUE})`,
};

let stage: Awaited<ReturnType<typeof createStage>>;
const fork = () => stage.orm.em.fork();
const query = <T>(sql: string) => fork().execute<T[]>(sql);

/** Rows without those they refer to. */
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
beforeEach(async () => {
  await plant(...Object.keys(ROWS).map((table) => `delete from ${table}`));
});

describe('what is due', () => {
  it('is nothing at first', async () => {
    expect([...(await whatIsDue(fork()))]).toEqual([]);
  });

  it.each(Object.entries(ROWS))('is a row of %s once its time has come', async (table, values) => {
    await plant(`insert into ${table} ${values}`);
    expect([...(await whatIsDue(fork()))]).toEqual([table]);
    await plant(`update ${table} set next_try_at = now() + interval '1 minute'`);
    expect([...(await whatIsDue(fork()))]).toEqual([]);
  });

  it('is what the engine has not been told, and a delivery that its workflow has not reached', async () => {
    const { id, letter } = await createPerson(stage.context());
    const { id: delivery } = await scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
    expect([...(await whatIsDue(fork()))]).toContain('untold');
    await plant(
      'update deliveries set synced_revision = revision',
      'update emergency_protocols set synced_revision = revision',
      ...Object.keys(ROWS).map((table) => `delete from ${table}`),
    );
    expect([...(await whatIsDue(fork()))]).toEqual([]);
    await plant(`update deliveries set next_attempt_at = ${DUE} where id = '${delivery}'`);
    expect([...(await whatIsDue(fork()))]).toEqual(['overdue']);
  });

  it('looks into every table that is worked through by its time', async () => {
    const queues = await query<{ name: string }>(
      `select table_name as name from information_schema.columns where column_name = 'next_try_at' and table_schema = 'public' order by 1`,
    );
    expect(queues.map(({ name }) => name)).toEqual(Object.keys(ROWS));
  });
});

describe('the lookout', () => {
  const restless = (due: 'notices' | 'reports', round: () => Promise<boolean>) => startLoop(due, log, { due }, round);

  it('wakes whom something is due for, long before they would look by themselves, and nobody else', async () => {
    const rounds = { notices: 0, reports: 0 };
    const count = (due: keyof typeof rounds) =>
      restless(due, async () => {
        rounds[due] += 1;
        return false;
      });
    const loops = [count('notices'), count('reports')];
    const lookout = startLookout(fork, log, loops);
    try {
      await plant(`insert into notices ${ROWS.notices}`);
      await expect.poll(() => rounds.notices, { timeout: 5 * SECOND }).toBeGreaterThan(1);
      expect(rounds.reports).toBe(1);
    } finally {
      await Promise.all([lookout, ...loops].map((loop) => loop.stop()));
    }
  });

  it('does not make one that fails fail more often', async () => {
    const beganAt: number[] = [];
    const loop = restless('notices', async () => {
      beganAt.push(Date.now());
      // Woken while it is at it, and again while it pauses.
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
