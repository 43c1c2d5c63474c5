/** Owners check in, return or delete their account in the instant of their release. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { deleteAccount } from '#services/accounts/delete-account.ts';
import { openSession } from '#services/accounts/sessions.ts';
import { pauseProtocol } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { returnToLife } from '#services/emergency/release.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

const TRIES = 80;
/** How many owners race at once. */
const PEOPLE = 4;
/** Around the instant at which the release is due, in milliseconds. */
const SPREAD = 6;

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
const atRandom = () => sleep(Math.random() * SPREAD);

/** Brings an owner to a few milliseconds before their release, in a fresh episode. */
async function nearlyReleased(ownerId: string): Promise<number> {
  const due = Math.random() * SPREAD;
  const [row] = await years.query<{ episode: number }>(
    `with beat as (update heartbeats set beat_at = clock_timestamp()), row as (
       update emergency_protocols set stage = 'last-call', episode = episode + 1, released_at = null,
         last_check_in = clock_timestamp() - interval '33 days', missed_at = clock_timestamp() - interval '3 days'
       where owner_id = ? returning owner_id, episode),
     mails as (
       insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, created_at)
       select gen_random_uuid(), owner_id, episode, kind, 0, 'accepted', at, at from row cross join (values
         ('missed', clock_timestamp() - interval '3 days' + ?::interval),
         ('last-call', clock_timestamp() - interval '1 day' + ?::interval)) as m(kind, at))
     select episode from row`,
    [ownerId, `${due} milliseconds`, `${due} milliseconds`],
  );
  return row?.episode ?? 0;
}

/** The outcome of an episode: whether it was released, and how many deliveries that made. */
async function outcomeOf(ownerId: string, episode: number) {
  const [row] = await years.query<{ stage: string; made: number; episode: number }>(
    `select stage, episode, (select count(*)::int from deliveries d where d.owner_id = p.owner_id and release_episode = ?) as made
     from emergency_protocols p where owner_id = ?`,
    [episode, ownerId],
  );
  return row;
}

/** Advances it until it is released, or there is nothing to release. */
async function advanceUntilEnd(ownerId: string): Promise<void> {
  for (;;) {
    const answer = await years.advance(ownerId);
    if (answer.kind === 'closed' || answer.stage !== 'last-call') return;
  }
}

/** Begins each work when those before it wait for the owner's account: they get it in this order. */
async function inOrder(ownerId: string, works: readonly (() => Promise<unknown>)[]): Promise<unknown[]> {
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  const begun: Promise<unknown>[] = [];
  await years.fork().transactional(async (tx) => {
    await tx.execute('select 1 from users where id = ? for update', [ownerId]);
    for (const work of works) {
      begun.push(work());
      await expect.poll(() => years.query(waits)).toHaveLength(begun.length);
    }
  });
  return Promise.all(begun);
}

describe('in the same instant as the release', () => {
  it.each<[string, boolean]>([
    ['a check-in that comes first is acknowledged, and nothing is released', true],
    ['a check-in that comes second is refused, and all is released', false],
  ])('%s', async (_, isFirst) => {
    const helena = await years.silent('last-call');
    await years.pass(DAY);
    const answers: string[] = [];
    const works = [
      async () => answers.push(await refusal(checkIn(years.context(), helena.id))),
      () => years.advance(helena.id),
    ];
    await inOrder(helena.id, isFirst ? works : works.toReversed());
    expect(answers).toEqual([isFirst ? 'done' : 'conflict']);
    expect(await outcomeOf(helena.id, 1)).toEqual(
      isFirst ? { stage: 'armed', episode: 2, made: 0 } : { stage: 'released', episode: 1, made: 2 },
    );
  });

  it(`never releases after an acknowledged check-in, nor acknowledges one after a release, ${TRIES} times`, async () => {
    const race = async () => {
      const helena = await years.armed();
      for (let round = 0; round < TRIES / PEOPLE; round += 1) {
        const episode = await nearlyReleased(helena.id);
        const [answer] = await Promise.all([
          atRandom().then(() => refusal(checkIn(years.context(), helena.id))),
          atRandom().then(() => advanceUntilEnd(helena.id)),
        ]);
        await years.advance(helena.id);
        const expected =
          answer === 'done'
            ? { stage: 'armed', episode: episode + 1, made: 0 }
            : { stage: 'released', episode, made: 2 };
        expect(['done', 'conflict']).toContain(answer);
        expect(await outcomeOf(helena.id, episode)).toEqual(expected);
      }
    };
    await Promise.all(Array.from({ length: PEOPLE }, race));
  });

  it('ends in one of two states when many things happen at once', async () => {
    const helena = await years.armed();
    for (let round = 0; round < 10; round += 1) {
      const episode = await nearlyReleased(helena.id);
      const answers = await Promise.all([
        atRandom().then(() => refusal(checkIn(years.context(), helena.id))),
        atRandom().then(() => refusal(pauseProtocol(years.context(), helena.id, 1))),
        atRandom().then(() => advanceUntilEnd(helena.id)),
        atRandom().then(() => advanceUntilEnd(helena.id)),
      ]);
      const outcome = await outcomeOf(helena.id, episode);
      if (answers.includes('done')) expect(outcome).toMatchObject({ stage: 'armed', made: 0 });
      else expect(outcome).toMatchObject({ stage: 'released', made: 2 });
      await years.query('update emergency_protocols set paused_until = null');
    }
  });

  it('returns once from two requests at once', async () => {
    const helena = await years.silent('released');
    const answers = [1, 2, 3].map(() => refusal(returnToLife(years.context(), helena.id)));
    expect((await Promise.all(answers)).sort()).toEqual(['conflict', 'conflict', 'done']);
    expect(await years.row(helena.id)).toMatchObject({ stage: 'armed', episode: 2 });
  });

  it.each([
    ['first', true],
    ['second', false],
  ])('sends nothing after the account was deleted, which came %s', async (_, isFirst) => {
    const helena = await years.silent('last-call');
    await openSession(years.context(), helena.id, { userAgent: 'tests' }, 'cookie');
    const [session] = await years.query<{ id: string }>('select id from sessions where user_id = ? limit 1', [
      helena.id,
    ]);
    await years.pass(DAY);
    const farewell = { accountId: helena.id, sessionId: session?.id ?? '', password: 'stillhere' };
    const works = [() => deleteAccount(years.context(), farewell), () => years.advance(helena.id)];
    await inOrder(helena.id, isFirst ? works : works.toReversed());
    expect(await years.advance(helena.id)).toEqual({ kind: 'closed' });
    for (const table of ['deliveries', 'emergency_protocols', 'emergency_mails'])
      expect(await years.query(`select 1 from ${table} where owner_id = ?`, [helena.id])).toEqual([]);
  });
});
