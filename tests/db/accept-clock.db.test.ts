/** Accepting a clock that jumped: many owners are moved batch by batch, by any worker; mails to contacts wait until then. */
import { uptime as bootSeconds } from 'node:os';
import { resolve } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addressAs } from '#db/roles.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { beat } from '#services/emergency/availability.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { acceptClock, DatabaseClock, isClockHeld } from '#services/emergency/database-clock.ts';
import { shiftInstants } from '#services/emergency/shift-instants.ts';
import { untilLockWait } from '#tests/harness/lock-waits.ts';
import { wrapClock } from '#tests/harness/moved-clock.ts';
import { TestProcess } from '#tests/harness/process.ts';
import { testServices } from '#tests/harness/services.ts';
import { createSilentOwners, type SilentOwners } from '#tests/harness/silent-owners.ts';

const ROOT = resolve(import.meta.dirname, '../..');
/** More than two batches. */
const CROWD = 1_001;

let owners: SilentOwners;
let moveClock: (milliseconds: number) => Promise<void>;
let clock: DatabaseClock;
const fork = () => owners.fork();
const query = <T>(sql: string, params: unknown[] = []) => owners.query<T>(sql, params);

beforeAll(async () => {
  owners = await createSilentOwners();
  moveClock = await wrapClock(owners.stage.url);
});
afterAll(() => owners?.close());
/** As if the clock had never jumped. */
beforeEach(async () => {
  await moveClock(0);
  for (const table of ['database_clock', 'outages', 'heartbeats', 'jobs', 'users']) await query(`delete from ${table}`);
  clock = new DatabaseClock(DAY);
  await clock.compare(fork());
  await beat(fork(), DAY);
});

/** So many owners who checked in two days ago, and were warned a day ago; they come before all others. */
const createCrowd = (count = CROWD) =>
  query(
    `with people as (
       insert into users (id, email, name, password_hash, time_zone, wrapped_key, created_at, email_confirmed_at)
       select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n || '@example.com', 'Ana', '', 'UTC', '', now(), now() - interval '3 days'
       from generate_series(1, ?::int) n returning id),
     protocols as (
       insert into emergency_protocols
         (owner_id, is_active, inactive_days, safety_days, last_check_in, stage, episode, revision, synced_revision)
       select id, true, 30, 3, now() - interval '2 days', 'armed', 1, 1, 1 from people returning owner_id)
     insert into emergency_mails (id, owner_id, episode, kind, index, state, created_at, settled_at)
     select gen_random_uuid(), owner_id, 1, 'reminder', 0, 'accepted', now() - interval '1 day', now() - interval '1 day'
     from protocols`,
    [count],
  );

/** How many owners have the same instants, in hours ago; the revision counts how often they were moved. */
const crowd = () =>
  query<{ owners: number; confirmed: number; checked_in: number; warned: number; revision: number }>(
    `select count(*)::int as owners, p.revision,
       ${['confirmed', 'checked_in', 'warned'].map((name) => `round(extract(epoch from clock_timestamp() - ${name}) / 3600)::int as ${name}`).join(', ')}
     from (select u.id, u.email_confirmed_at as confirmed, p.last_check_in as checked_in, m.settled_at as warned, p.revision
       from emergency_protocols p join users u on u.id = p.owner_id join emergency_mails m on m.owner_id = p.owner_id) p
     group by 2, 3, 4, 5 order by 2`,
  );
const movedOnce = (count = CROWD) => [{ owners: count, confirmed: 72, checked_in: 48, warned: 24, revision: 2 }];
const movedCount = async () =>
  (await query<{ count: number }>('select count(*)::int as count from emergency_protocols where revision > 1'))[0]
    ?.count;

/** The clock jumps, and an operator accepts it: from now on instants are moved. */
async function accepted(jump: number): Promise<void> {
  await moveClock(jump);
  await clock.compare(fork());
  // Until every process must have compared it.
  await query("update database_clock set noted_at = noted_at - interval '3 minutes'");
  expect(Math.round(Number(await acceptClock(fork(), DAY)) / HOUR)).toBe(jump / HOUR);
}

/** What each worker does until nothing is left to move. */
async function shiftAll(): Promise<void> {
  while (await shiftInstants(fork()));
}

/** Keeps rows locked meanwhile. */
const whileLocked = (rows: string, during: () => Promise<unknown>) =>
  fork().transactional(async (tx) => {
    await tx.execute(`${rows} for update`);
    await during();
  });

/** `npm run clock:accept` @param isReady when `start` returns */
const command = (isReady: () => Promise<boolean>, ...args: string[]) =>
  new TestProcess({
    name: 'npm run clock:accept',
    command: process.execPath,
    args: ['dev/operator.ts', 'clock:accept', ...args],
    cwd: ROOT,
    env: {
      ...testServices().env,
      NODE_ENV: 'test',
      DATABASE_URL: addressAs('worker', owners.stage.url),
      MASTER_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}`,
      SENDGRID_API_KEY: 'unused',
      SENDGRID_WEBHOOK_PUBLIC_KEY: 'unused',
    },
    isReady,
  });

/** @returns at its end, its exit code and what it said, without the line that names the database */
async function outcomeOf(run: TestProcess): Promise<{ code: number | null; said: string[] }> {
  await run.ended();
  return { code: run.exitCode, said: run.output.trim().split('\n').slice(1) };
}

describe('an accepted clock', () => {
  it.each([
    ['ahead', 31 * DAY],
    ['back', -31 * DAY],
  ])('that jumped %s moves the end of a duress hold with it', async (_, jump) => {
    await createCrowd(1);
    await query(
      `insert into duress_holds (owner_id, id, began_at, ends_at)
       select id, gen_random_uuid(), clock_timestamp() - interval '2 days', clock_timestamp() + interval '28 days' from users`,
    );
    await accepted(jump);
    await shiftAll();
    const days = (span: string) => `round(extract(epoch from ${span}) / 86400)::int`;
    const hold = `select ${days('clock_timestamp() - began_at')} as ran, ${days('ends_at - clock_timestamp()')} as left from duress_holds`;
    expect(await query(hold)).toEqual([{ ran: 2, left: 28 }]);
  });

  it.each([
    ['ahead', 31 * DAY, 1_000],
    ['back', -31 * DAY, CROWD],
  ])('that jumped %s moves every owner of several batches once, and holds until the last', async (_, jump, count) => {
    await createCrowd(count);
    await accepted(jump);
    const seen: unknown[] = [];
    do seen.push([await movedCount(), await isClockHeld(fork())]);
    while (await shiftInstants(fork()));
    expect(seen).toEqual([0, 500, 1_000].map((moved) => [moved, true]));
    expect([await crowd(), await isClockHeld(fork())]).toEqual([movedOnce(count), false]);
  });

  it('moves each owner once while two workers do it at the same time', async () => {
    await createCrowd();
    await accepted(-31 * DAY);
    const workers: Promise<void>[] = [];
    // Both have begun before either has moved anybody.
    await whileLocked('select 1 from emergency_mails', async () => {
      workers.push(shiftAll(), shiftAll());
      await untilLockWait(query, 2);
    });
    await Promise.all(workers);
    expect(await crowd()).toEqual(movedOnce());
  });

  it('moves each owner once although the command dies in the middle of a batch; it is run again', async () => {
    await createCrowd();
    await accepted(31 * DAY);
    await whileLocked(
      "select 1 from emergency_mails where owner_id = '00000000-0000-7000-8000-000000000700'",
      async () => {
        const dies = command(async () => true);
        await dies.start();
        await untilLockWait(query);
        await dies.kill();
        expect(await movedCount()).toBe(500);
      },
    );
    expect(await isClockHeld(fork())).toBe(true);
    expect(await outcomeOf(await command(async () => true).start())).toEqual({
      code: 0,
      said: ['The clock of the database is no longer in doubt. Protocols and deliveries continue.'],
    });
    expect([await crowd(), await isClockHeld(fork())]).toEqual([movedOnce(), false]);
  });

  it('does not move a check-in of the moment in which others are moved', async () => {
    await createCrowd(500);
    const helena = await owners.silent();
    await accepted(-31 * DAY);
    expect(await shiftInstants(fork())).toBe(true);
    await checkIn(owners.stage.context(), helena.id);
    await shiftAll();
    const [row] = await query<{ ago: number }>(
      'select extract(epoch from clock_timestamp() - last_check_in)::float8 * 1000 as ago from emergency_protocols where owner_id = ?',
      [helena.id],
    );
    expect(row?.ago).toBeLessThan(HOUR);
  });
});

describe('npm run clock:accept', () => {
  it('waits until every process has compared the clock, accepts it and says by how much it had jumped', async () => {
    await createCrowd(3);
    await moveClock(3 * DAY);
    await clock.compare(fork());
    const run: TestProcess = command(async () => run.output.includes('Waiting until every process'));
    await run.start();
    expect([await movedCount(), await isClockHeld(fork())]).toEqual([0, true]);
    await query("update database_clock set noted_at = noted_at - interval '3 minutes'");
    expect(await outcomeOf(run)).toEqual({
      code: 0,
      said: [
        'Waiting until every process has compared the clock: two minutes at most.',
        'The clock is accepted. What owners did before it jumped was moved by 259200 seconds, and protocols and deliveries continue.',
      ],
    });
    expect([await crowd(), await isClockHeld(fork())]).toEqual([movedOnce(3), false]);
  });

  it('with --set-right moves nothing that owners did, and a machine that was paused was an outage', async () => {
    await createCrowd(3);
    let paused = 0;
    const web = new DatabaseClock(DAY, () => bootSeconds() * SECOND - paused);
    await web.compare(fork());
    await query("update heartbeats set beat_at = beat_at - interval '3 days'");
    paused = 3 * DAY;
    expect(Math.round(Number(await web.compare(fork())) / HOUR)).toBe(72);
    // Of an earlier doubt that jumped twice.
    await query("update database_clock set shift_from = now() - interval '9 days'");
    expect(await outcomeOf(await command(async () => true, '--set-right').start())).toEqual({
      code: 0,
      said: [
        'The clock of the database is no longer in doubt. What owners did is as old as it was. Protocols and deliveries continue.',
      ],
    });
    await beat(fork(), DAY);
    const outages = 'select round(extract(epoch from ended_at - began_at) / 3600)::int as hours from outages';
    expect(await query(outages)).toEqual([{ hours: 72 }]);
    expect(await query('select skew_ms::int as skew, noted_at, shift_from from database_clock')).toEqual([
      { skew: 0, noted_at: null, shift_from: null },
    ]);
    expect([await crowd(), await isClockHeld(fork())]).toEqual([[{ ...movedOnce(3)[0], revision: 1 }], false]);
  });

  it('changes nothing while the clock is not in doubt', async () => {
    await createCrowd(3);
    expect(await outcomeOf(await command(async () => true).start())).toEqual({
      code: 0,
      said: ['The clock of the database is not in doubt: nothing was changed.'],
    });
    expect(await movedCount()).toBe(0);
  });
});

describe('a mail to a contact', () => {
  it.each<[string, () => Promise<unknown>]>([
    [
      'the clocks agree again',
      async () => {
        await moveClock(0);
        await clock.compare(fork());
      },
    ],
    ['an operator accepts it', () => accepted(3 * DAY)],
  ])('waits while the clock is in doubt, and goes out when %s', async (_, ends) => {
    const helena = await owners.missed();
    await moveClock(3 * DAY);
    await clock.compare(fork());
    expect((await owners.send()).sent.map(({ to }) => to.email)).toEqual([helena.email]);
    const waiting = (await owners.mailsOf(helena.id)).find(({ kind }) => kind === 'contact-told');
    expect([waiting?.state, (waiting?.wait ?? 0) > 4 * MINUTE]).toEqual(['waiting', true]);
    expect(await query('select tries from jobs where subject = ?', [waiting?.id])).toEqual([{ tries: 0 }]);

    await ends();
    await shiftAll();
    expect((await owners.send()).sent.map(({ to }) => to.email)).toEqual([helena.contact]);
  });

  it('that says all is well goes out although the clock is in doubt', async () => {
    const helena = await owners.missed();
    await owners.send();
    await moveClock(3 * DAY);
    await clock.compare(fork());
    await checkIn(owners.stage.context(), helena.id);
    expect((await owners.send()).sent.map(({ to }) => to.email)).toEqual([helena.contact]);
  });
});
