/** What contacts say meets a check-in, the missed check-in, or the release in the same instant. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ContactAct } from '#domain/emergency/say.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { changeSettings } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { sayAsContact } from '#services/emergency/contact-acts.ts';
import { readProtocol } from '#services/emergency/protocol-row.ts';
import { contactLinks } from '#tests/harness/contact-link.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

const TRIES = 1_000;
/** How many owners race at once. */
const PEOPLE = 4;
/** Around the instant at which something is due, in milliseconds. */
const SPREAD = 6;

let years: Years;
beforeAll(async () => {
  years = await createYears();
});
afterAll(() => years.close());

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'done' as const,
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
const atRandom = () => sleep(Math.random() * SPREAD);

/** Of which kind the warnings are that this owner has had, and how long ago the episode began. */
interface Silence {
  stage: 'reminding' | 'last-call';
  days: number;
  missed: string | null;
  warnings: string;
}

const NEARLY_RELEASED: Silence = {
  stage: 'last-call',
  days: 33,
  missed: '3 days',
  warnings:
    "('missed', clock_timestamp() - interval '3 days' + DUE), ('last-call', clock_timestamp() - interval '1 day' + DUE)",
};
const NEARLY_MISSED: Silence = {
  stage: 'reminding',
  days: 30,
  missed: null,
  warnings: "('reminder', clock_timestamp() - interval '1 day')",
};

/** A day after the first day on which the release may come: it goes out without a confirmation. */
const FALLBACK =
  "('missed', clock_timestamp() - interval '4 days' + DUE), ('last-call', clock_timestamp() - interval '2 days')";

/** Brings an owner to a few milliseconds before what is due, in a fresh episode. @returns the number of that episode */
async function nearly(ownerId: string, { stage, days, missed, warnings }: Silence): Promise<number> {
  const due = `interval '${Math.random() * SPREAD} milliseconds'`;
  const [row] = await years.query<{ episode: number }>(
    `with beat as (update heartbeats set beat_at = clock_timestamp()),
     past as (delete from contact_acts where owner_id = ?),
     row as (
       update emergency_protocols set stage = '${stage}', episode = episode + 1, released_at = null,
         last_check_in = clock_timestamp() - interval '${days} days' + ${due},
         missed_at = ${missed ? `clock_timestamp() - interval '${missed}'` : 'null'}
       where owner_id = ? returning owner_id, episode),
     mails as (
       insert into emergency_mails (id, owner_id, episode, kind, index, state, settled_at, delivered_at, created_at)
       select gen_random_uuid(), owner_id, episode, kind, 0, 'accepted', at, at, at from row
       cross join (values ${warnings.replaceAll('DUE', due)}) as m(kind, at))
     select episode from row`,
    [ownerId, ownerId],
  );
  return row?.episode ?? 0;
}

async function owner() {
  const helena = await years.armed();
  // Silence counts from the confirmation of the address at the earliest.
  await years.query("update users set email_confirmed_at = now() - interval '90 days' where id = ?", [helena.id]);
  await changeSettings(years.context(), helena.id, {
    confirmations_needed: 1,
    unanswered_after_days: 1,
    contacts_may_raise: true,
  });
  const links = await contactLinks(years.context(), helena.id);
  const says = (act: ContactAct) => refusal(sayAsContact(years.context(), links.Rui ?? '', act, 'Rui'));
  return { id: helena.id, says };
}

/** The stage and episode, what contacts said in the present episode, and what the named one released. */
async function outcomeOf(ownerId: string, episode: number) {
  const protocol = await readProtocol(years.fork(), ownerId, DAY);
  const [released] = await years.query<{ count: number }>(
    'select count(*)::int as count from deliveries where owner_id = ? and release_episode = ?',
    [ownerId, episode],
  );
  return {
    stage: protocol.state.stage,
    episode: protocol.episode,
    acts: protocol.acts.map(({ kind }) => kind),
    made: released?.count,
  };
}

/** Runs a race as often as asked for, several owners at once. @returns how often each order was seen */
async function race(tries: number, once: (helena: Awaited<ReturnType<typeof owner>>) => Promise<string>) {
  const orders: Record<string, number> = {};
  await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const helena = await owner();
      for (let round = 0; round < tries / PEOPLE; round += 1) {
        const order = await once(helena);
        orders[order] = (orders[order] ?? 0) + 1;
      }
    }),
  );
  return orders;
}

const BOTH = { 'act first': expect.any(Number), 'act second': expect.any(Number) };

describe(`in the same instant, ${TRIES} times`, () => {
  it.each(['heard', 'confirmed'] as const)(
    '"%s" and a check-in: the check-in ends what was said, or refuses it',
    async (act) => {
      const orders = await race(TRIES, async ({ id, says }) => {
        const episode = await nearly(id, NEARLY_RELEASED);
        const [said, checked] = await Promise.all([
          atRandom().then(() => says(act)),
          atRandom().then(() => refusal(checkIn(years.context(), id))),
        ]);
        expect(checked).toBe('done');
        expect(await outcomeOf(id, episode)).toEqual({ stage: 'armed', episode: episode + 1, acts: [], made: 0 });
        expect(['done', 'conflict']).toContain(said);
        return said === 'done' ? 'act first' : 'act second';
      });
      expect(orders).toEqual(BOTH);
    },
    600_000,
  );

  it('"heard" and the release: a hold that was recorded holds, and one that was refused came too late', async () => {
    const orders = await race(TRIES, async ({ id, says }) => {
      await years.query('update emergency_protocols set confirmations_needed = 0 where owner_id = ?', [id]);
      const episode = await nearly(id, NEARLY_RELEASED);
      const [said] = await Promise.all([atRandom().then(() => says('heard')), atRandom().then(() => advance(id))]);
      await years.advance(id);
      const { stage, acts, made } = await outcomeOf(id, episode);
      if (said === 'done') expect({ stage, acts, made }).toEqual({ stage: 'missed', acts: ['heard'], made: 0 });
      else expect({ said, stage, acts, made }).toEqual({ said: 'conflict', stage: 'released', acts: [], made: 2 });
      return said === 'done' ? 'act first' : 'act second';
    });
    expect(orders).toEqual(BOTH);
  }, 600_000);

  it('the confirmation that is missing and the release: it goes out once, with it or at the fallback', async () => {
    const orders = await race(TRIES, async ({ id, says }) => {
      const episode = await nearly(id, { ...NEARLY_RELEASED, missed: '4 days', days: 34, warnings: FALLBACK });
      const [said] = await Promise.all([atRandom().then(() => says('confirmed')), atRandom().then(() => advance(id))]);
      await advance(id);
      const { stage, acts, made } = await outcomeOf(id, episode);
      expect({ stage, made }).toEqual({ stage: 'released', made: 2 });
      expect(acts).toEqual(said === 'done' ? ['confirmed'] : []);
      return said === 'done' ? 'act first' : 'act second';
    });
    expect(orders).toEqual(BOTH);
  }, 600_000);

  it('"raised" and a check-in: only what was said after the check-in is asked of the owner', async () => {
    const orders = await race(TRIES, async ({ id, says }) => {
      const episode = await nearly(id, { ...NEARLY_MISSED, days: 10 });
      const [said] = await Promise.all([
        atRandom().then(() => says('raised')),
        atRandom().then(() => checkIn(years.context(), id)),
      ]);
      expect(said).toBe('done');
      const { stage, acts, episode: present } = await outcomeOf(id, episode);
      expect(present).toBe(episode + 1);
      const isEnded = acts.length === 0;
      expect({ stage, acts }).toEqual(
        isEnded ? { stage: 'armed', acts: [] } : { stage: 'reminding', acts: ['raised'] },
      );
      return isEnded ? 'act first' : 'act second';
    });
    expect(orders).toEqual(BOTH);
  }, 600_000);

  it('"raised" and the missed check-in: it is missed once, and nobody is asked afterwards', async () => {
    const orders = await race(TRIES, async ({ id, says }) => {
      const episode = await nearly(id, NEARLY_MISSED);
      const [said] = await Promise.all([atRandom().then(() => says('raised')), atRandom().then(() => advance(id))]);
      await advance(id);
      const { stage, acts } = await outcomeOf(id, episode);
      expect(stage).toBe('missed');
      expect(acts).toEqual(said === 'done' ? ['raised'] : []);
      const missed = await years.query(
        "select 1 from emergency_mails where owner_id = ? and episode = ? and kind = 'missed'",
        [id, episode],
      );
      expect(missed).toHaveLength(1);
      return said === 'done' ? 'act first' : 'act second';
    });
    expect(orders).toEqual(BOTH);
  }, 600_000);
});

/** Advances until what was due is done. */
async function advance(ownerId: string): Promise<void> {
  for (;;) {
    const answer = await years.advance(ownerId);
    if (answer.kind === 'closed' || answer.at === null || Date.parse(answer.at) > Date.now() + 60_000) return;
  }
}
