/** Whatever locks several protocols does so in the order of their owners, or skips locked ones: no check-in meets a deadlock. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager } from '@mikro-orm/postgresql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { refreshIdleProtocols } from '#services/emergency/advance.ts';
import { forgetFuture } from '#services/emergency/availability.ts';
import { dispatchPlans, repairProtocolRuns } from '#services/emergency/engine-runs.ts';
import { untilLockWait } from '#tests/harness/lock-waits.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
let first: string;
let second: string;
beforeAll(async () => {
  years = await createYears();
  const people = [await years.armed(), await years.armed()];
  [first = '', second = ''] = people.map(({ id }) => id).sort();
});
afterAll(() => years.close());

// why: the runs do not matter here; the second protocol must be synced before the first.
const engine = {
  announceProtocol: ({ ownerId }: { ownerId: string }) => sleep(ownerId === first ? 50 : 0),
  runState: async () => 'none' as const,
  end: async () => {},
  storeId: async () => 'another',
};

const hold = (tx: EntityManager, id: string) =>
  tx.execute('select 1 from emergency_protocols where owner_id = ? for update', [id]);

describe('causes no deadlock with a transaction that locks two protocols, as a webhook does', () => {
  it.each<[string, (em: EntityManager) => Promise<unknown>]>([
    ['the dispatcher', (em) => dispatchPlans(em, engine)],
    ['the look at those that rest', refreshIdleProtocols],
    ['the repair of runs', (em) => repairProtocolRuns(em, engine)],
    ['a clock that is set right', (em) => em.transactional((tx) => forgetFuture(tx, DAY))],
  ])('%s', async (name, work) => {
    const isTold = name !== 'the dispatcher';
    const rests = name === 'the look at those that rest';
    await years.query(
      `update emergency_protocols set engine_checked_at = null, synced_revision = case when ? then revision else 0 end,
         next_step_at = case when ? then null else now() end where owner_id = ?`,
      [isTold, rests, second],
    );
    // Written last, so that a plain update reads it last.
    await years.query(
      `update emergency_protocols p set engine_checked_at = null, synced_revision = case when ? then p.revision else 0 end,
         next_step_at = s.next_step_at from emergency_protocols s where p.owner_id = ? and s.owner_id = ?`,
      [isTold, first, second],
    );
    const fork = () => years.stage.orm.em.fork();
    const working = await fork().transactional(async (tx) => {
      await hold(tx, first);
      let hasEnded = false;
      const done = work(fork())
        .then(
          () => 'done',
          (error: Error) => error.message,
        )
        .finally(() => {
          hasEnded = true;
        });
      await untilLockWait(years.query, 1, () => hasEnded);
      await hold(tx, second);
      return { done };
    });
    expect(await working.done).toBe('done');
  });
});
