/** The database's clock jumps while protocols run: `clock_timestamp` is moved, and the machine's clock goes on. */
import { uptime as bootSeconds } from 'node:os';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { beat } from '#services/emergency/availability.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { acceptClock, DatabaseClock, readClock } from '#services/emergency/database-clock.ts';
import { emergencyStatus } from '#services/emergency/protocol-view.ts';
import { shiftInstants } from '#services/emergency/shift-instants.ts';
import { wrapClock } from '#tests/harness/moved-clock.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';

let years: Years;
let moveClock: (milliseconds: number) => Promise<void>;
let web: DatabaseClock;
let worker: DatabaseClock;
beforeAll(async () => {
  years = await createYears();
  moveClock = await wrapClock(years.stage.url);
  [web, worker] = [new DatabaseClock(DAY), new DatabaseClock(DAY)];
  for (const one of [web, worker]) await one.compare(years.fork());
});
afterEach(async () => {
  await moveClock(0);
  await worker.compare(years.fork());
  while (await shiftInstants(years.fork()));
  await web.compare(years.fork());
});
afterAll(() => years.close());

/** Both processes compare; then a heartbeat is written. */
async function minute(): Promise<(number | null)[]> {
  const found = [await worker.compare(years.fork()), await web.compare(years.fork())];
  await beat(years.fork(), DAY);
  return found.map((one) => one && Math.round(one / HOUR));
}

/** In milliseconds by the database's clock, which is so far ahead. */
async function untilRelease(ownerId: string, ahead: number): Promise<number> {
  const { release_at } = await emergencyStatus(years.context(), ownerId);
  return Date.parse(release_at ?? '') - Date.now() - ahead;
}

const accept = async () => {
  expect(await acceptClock(years.fork(), DAY)).toBe('early');
  await years.query("update database_clock set noted_at = noted_at - interval '3 minutes'");
  const skew = Number(await acceptClock(years.fork(), DAY));
  // Two workers, of which one begins again.
  await Promise.all([shiftInstants(years.fork()), shiftInstants(years.fork())]);
  await shiftInstants(years.fork());
  return Math.round(skew / HOUR);
};

it.each([
  ['ahead', 31 * DAY],
  ['back', -31 * DAY],
])(
  'a clock that jumps %s by 31 days holds protocols; when it is accepted, each has as long as before',
  async (_, jump) => {
    const helena = await years.silent('missed');
    const before = await untilRelease(helena.id, 0);
    const warnings = await years.warnings(helena.id);

    await moveClock(jump);
    expect([await worker.isHeld(years.fork()), (await readClock(years.fork())).isHeld]).toEqual([true, false]);
    expect(await minute()).toEqual([jump / HOUR, null]);
    expect(await readClock(years.fork())).toMatchObject({ isHeld: true });
    for (let round = 0; round < 3; round += 1) {
      await years.advance(helena.id);
      expect(await minute()).toEqual([null, null]);
    }
    expect([(await years.row(helena.id)).stage, await years.warnings(helena.id)]).toEqual(['missed', warnings]);

    expect(await accept()).toBe(jump / HOUR);
    expect(await minute()).toEqual([null, null]);
    expect(await readClock(years.fork())).toEqual({ isHeld: false, skew: 0 });
    expect(Math.abs((await untilRelease(helena.id, jump)) - before)).toBeLessThan(10 * MINUTE);
    await years.advance(helena.id);
    expect((await years.row(helena.id)).stage).toBe('missed');
    expect(await acceptClock(years.fork(), DAY)).toBeNull();

    // For the next test it is the true clock that jumps, and is accepted.
    await moveClock(0);
    await minute();
    await accept();
    await minute();
  },
);

it.each([
  ['ahead', 31 * DAY],
  ['back', -31 * DAY],
])('a clock that jumps %s and returns ends the hold by itself; a check-in meanwhile counts', async (_, jump) => {
  const [helena, silent] = [await years.silent('missed'), await years.silent('missed')];
  const before = await untilRelease(silent.id, 0);
  await moveClock(jump);
  await minute();
  await checkIn(years.context(), helena.id);
  expect((await years.row(helena.id)).stage).toBe('armed');

  await moveClock(0);
  expect(await minute()).toEqual([0, null]);
  while (await shiftInstants(years.fork()));
  expect(await readClock(years.fork())).toEqual({ isHeld: false, skew: 0 });
  const [row] = await years.query<{ ago: string }>(
    'select extract(epoch from clock_timestamp() - last_check_in) as ago from emergency_protocols where owner_id = ?',
    [helena.id],
  );
  expect(Number(row?.ago)).toBeGreaterThanOrEqual(0);
  expect(Number(row?.ago)).toBeLessThan(600);
  expect(Math.abs((await untilRelease(silent.id, 0)) - before)).toBeLessThan(10 * MINUTE);
});

it.each([
  ['ahead, and returns', 31 * DAY, () => moveClock(3 * HOUR)],
  ['back, and is accepted', -31 * DAY, accept],
])('a check-in after a clock jumped %s counts, also where the jump is noted hours later', async (_, jump, settle) => {
  let waited = 0;
  const noting = new DatabaseClock(DAY, () => bootSeconds() * SECOND + waited);
  await noting.compare(years.fork());
  const helena = await years.silent('missed');
  await moveClock(jump);
  await checkIn(years.context(), helena.id);
  waited = 3 * HOUR;
  await moveClock(jump + waited);
  expect(await noting.compare(years.fork())).not.toBeNull();
  await settle();
  await noting.compare(years.fork());
  while (await shiftInstants(years.fork()));
  const [row] = await years.query<{ ago: number }>(
    'select extract(epoch from clock_timestamp() - last_check_in)::float8 * 1000 as ago from emergency_protocols where owner_id = ?',
    [helena.id],
  );
  expect(Math.round(Number(row?.ago) / HOUR)).toBe(3);

  // As if nothing had happened.
  await moveClock(0);
  await years.query('delete from database_clock');
});

it('a retry that was planned by a clock ahead comes when it should, and what waits for its date keeps it', async () => {
  const helena = await years.silent('released');
  await moveClock(31 * DAY);
  await minute();
  await years.query(
    `update deliveries set scheduled_time = clock_timestamp() - interval '40 days',
       next_attempt_at = clock_timestamp() + interval '7 days' where owner_id = ?`,
    [helena.id],
  );
  const waiting = `select next_attempt_at from deliveries where status = 'pending' and next_attempt_at = scheduled_time`;
  const dated = await years.query(waiting);
  await moveClock(0);
  await minute();
  while (await shiftInstants(years.fork()));
  const [row] = await years.query<{ days: string }>(
    `select extract(epoch from next_attempt_at - clock_timestamp()) / 86400 as days
     from deliveries where owner_id = ? and status = 'pending'`,
    [helena.id],
  );
  expect(Math.round(Number(row?.days))).toBe(7);
  expect(await years.query(waiting)).toEqual(dated);
});

it('what was sent again before its date, and by a clock ahead, goes out when the clock returns', async () => {
  const helena = await years.silent('released');
  await moveClock(3 * DAY);
  await minute();
  await years.query(
    `update deliveries set scheduled_time = clock_timestamp() + interval '30 days', next_attempt_at = clock_timestamp()
     where owner_id = ?`,
    [helena.id],
  );
  await moveClock(0);
  await minute();
  while (await shiftInstants(years.fork()));
  const late = `select id from deliveries where owner_id = ? and status = 'pending' and next_attempt_at > clock_timestamp()`;
  expect(await years.query(late, [helena.id])).toEqual([]);
});

it('a process that starts while the clock is in doubt follows the others, and sees when the clock returns', async () => {
  await moveClock(3 * DAY);
  await minute();
  const late = new DatabaseClock(DAY);
  expect([await late.compare(years.fork()), await late.isHeld(years.fork())]).toEqual([null, true]);
  await moveClock(0);
  expect(await late.compare(years.fork())).toBe(0);
});

it('four minutes are no jump', async () => {
  await moveClock(4 * MINUTE);
  expect(await minute()).toEqual([null, null]);
  expect(await worker.isHeld(years.fork())).toBe(false);
});

it('two machines that were paused for different times look like a clock set back: no check-in and no warning becomes older', async () => {
  const helena = await years.silent('missed');
  const paused = { web: 0, worker: 0 };
  const [web, worker] = (['web', 'worker'] as const).map(
    (one) => new DatabaseClock(DAY, () => bootSeconds() * SECOND - paused[one]),
  ) as [DatabaseClock, DatabaseClock];
  for (const one of [web, worker]) await one.compare(years.fork());
  Object.assign(paused, { web: 59 * DAY, worker: 7 * HOUR });
  expect(await web.compare(years.fork())).not.toBeNull();
  await checkIn(years.context(), helena.id);
  expect(Math.round(Number(await worker.compare(years.fork())) / HOUR)).toBe(7);
  while (await shiftInstants(years.fork()));
  const [row] = await years.query<{ hours: number }>(
    'select (extract(epoch from clock_timestamp() - last_check_in) / 3600)::float8 as hours from emergency_protocols where owner_id = ?',
    [helena.id],
  );
  expect(Math.abs(row?.hours ?? 99)).toBeLessThan(1);
  await accept();
});

it('a warning of a moment ago is older than the end of a doubt: its owner is warned again', async () => {
  const helena = await years.silent('missed');
  await moveClock(3 * DAY);
  await minute();
  await years.query('update emergency_mails set settled_at = clock_timestamp() where owner_id = ?', [helena.id]);
  await accept();
  await minute();
  const [row] = await years.query<{ is_older: boolean }>(
    `select max(settled_at) < (select max(ended_at) from outages) as is_older from emergency_mails where owner_id = ?`,
    [helena.id],
  );
  expect(row?.is_older).toBe(true);
  await moveClock(0);
  await minute();
  await accept();
  await minute();
});
