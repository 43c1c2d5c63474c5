/** What the simulator moves after a jump of the clock, and what services/emergency/shift-instants.ts moves in SQL, is the same. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { shiftInstants } from '#services/emergency/shift-instants.ts';
import { createSilentOwners, type SilentOwners } from '#tests/harness/silent-owners.ts';
import { Random } from './random.ts';
import { type Span, shifted, shiftedDelivery, shiftedPause } from './shift.ts';

const SPANS = 60;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let owners: SilentOwners;
beforeAll(async () => {
  owners = await createSilentOwners();
});
afterAll(() => owners?.close());

interface Stored {
  last_check_in: number;
  paused_until: number;
  settled_at: number;
  delivered_at: number;
}

/** Of the one owner, in milliseconds. */
async function stored(): Promise<Stored> {
  const [row] = await owners.query<Stored>(
    `select ${['p.last_check_in', 'p.paused_until', 'm.settled_at', 'm.delivered_at']
      .map((name) => `(extract(epoch from ${name}) * 1000)::float8 as ${name.slice(2)}`)
      .join(', ')}
     from emergency_protocols p join emergency_mails m on m.owner_id = p.owner_id and m.kind = 'reminder'`,
  );
  if (!row) throw new Error('There is no owner.');
  return row;
}

it(`${SPANS} spans move the same instants in the simulator and in Postgres`, async () => {
  const random = new Random(7);
  const helena = await owners.silent();
  await owners.query("update emergency_protocols set stage = 'reminding', is_active = true where owner_id = ?", [
    helena.id,
  ]);
  await owners.query('delete from emergency_mails');
  await owners.query(
    `insert into emergency_mails (id, owner_id, episode, kind, index, state, created_at, settled_at)
     select gen_random_uuid(), owner_id, episode, 'reminder', 0, 'accepted', now(), now() from emergency_protocols
     where owner_id = ?`,
    [helena.id],
  );
  for (let left = SPANS; left > 0; left -= 1) {
    const now = Date.now();
    // Never so near to an end that the milliseconds of this test decide.
    const at = (most: number) => now + random.int(-most / HOUR, most / HOUR) * HOUR + HOUR / 2;
    const isInside = random.chance(0.5);
    const span: Span = {
      by: random.int(1, 40) * DAY * (random.chance(0.5) ? 1 : -1),
      isInside,
      isStillInDoubt: isInside && random.chance(0.5),
      from: now - random.int(1, 40 * 24) * HOUR,
      until: random.chance(0.5) ? null : now + random.int(-20 * 24, 20 * 24) * HOUR,
    };
    const past = () => Math.min(at(60 * DAY), now - HOUR / 2);
    const before = { last_check_in: past(), paused_until: at(60 * DAY), settled_at: past(), delivered_at: past() };
    await owners.query(
      `update emergency_protocols set last_check_in = to_timestamp(? / 1000.0), paused_until = to_timestamp(? / 1000.0)`,
      [before.last_check_in, before.paused_until],
    );
    await owners.query(
      'update emergency_mails set settled_at = to_timestamp(? / 1000.0), delivered_at = to_timestamp(? / 1000.0)',
      [before.settled_at, before.delivered_at],
    );
    await owners.query('delete from database_clock');
    await owners.query(
      `insert into database_clock (id, skew_ms, shift_ms, shift_is_inside, shift_from, shift_until)
       values (1, ?, ?, ?, to_timestamp(?::float8 / 1000), to_timestamp(?::float8 / 1000))`,
      [span.isStillInDoubt ? HOUR : 0, span.by, span.isInside, span.from, span.until],
    );
    while (await shiftInstants(owners.fork()));
    const after = await stored();
    const expected: Stored = {
      last_check_in: shifted(span, before.last_check_in, now),
      paused_until: shiftedPause(span, before.paused_until, before.last_check_in, now),
      settled_at: shifted(span, before.settled_at, now),
      delivered_at: shiftedDelivery(span, before.delivered_at, now),
    };
    // What is moved to "now" is some milliseconds later there.
    for (const name of Object.keys(expected) as (keyof Stored)[])
      expect(Math.abs(after[name] - expected[name]), `${name}, ${JSON.stringify(span)}`).toBeLessThan(60_000);
  }
});
