/** Postgres' clock jumps by more than a year while web and worker run: a letter and a release would be due. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { acceptClock } from '#services/emergency/database-clock.ts';
import { wrapClock } from '#tests/harness/moved-clock.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, type World } from '#tests/harness/world.ts';
import { atRest, createArmed, passHours, protocolOf, warningsOf } from '#tests/harness/world-protocol.ts';

/** Of a protocol: so the clocks are compared each second, and a heartbeat is written as often. */
const SHORT_DAY = 24 * MINUTE;
const JUMP = 400 * DAY;
const hoursOf = (days: number) => (days * SHORT_DAY) / (60 * MINUTE);

let world: World;
let moveClock: (milliseconds: number) => Promise<void>;
beforeAll(async () => {
  world = await createWorld({ EMERGENCY_DAY_SECONDS: `${SHORT_DAY / SECOND}` });
  moveClock = await wrapClock(world.env.DATABASE_URL ?? '');
  await Promise.all([world.web.start(), world.worker.start()]);
  await world.isPolling();
}, 180_000);
afterAll(() => world?.stop());

const ready = async (at: string) => (await fetch(`${at}/readyz`)).json() as Promise<Record<string, unknown>>;
const worker = () => `http://127.0.0.1:${world.env.WORKER_PORT}`;
const isHeld = (held: boolean) =>
  eventually(
    () => ready(worker()),
    ({ missing }) => (missing as string[]).includes('clock') === held,
  );

const accept = () =>
  eventually(
    () => acceptClock(world.parts.fork(), SHORT_DAY),
    (accepted) => accepted !== 'early',
  );

/** Waits until the web process has written two more heartbeats: loops of the worker went round as well. */
async function twoBeats(): Promise<void> {
  const beatAt = async () =>
    (await world.query<{ at: string }>('select beat_at::text as at from heartbeats'))[0]?.at ?? '';
  for (let beats = 0; beats < 2; beats += 1) {
    const last = await beatAt();
    await eventually(beatAt, (at) => at !== last);
  }
}

it('nothing goes out while the clock is a year ahead and then back; accepted, protocols keep their time', async () => {
  const helena = await createArmed(world, { contact: 'ana@example.com', inactive_days: 7, safety_days: 1 });
  await scheduleDelivery(
    world.context(),
    helena.id,
    scheduleOf(helena.letter.id, { recipient_email: 'rui@example.com' }),
  );
  for (let days = 6; (await protocolOf(world, helena.id)).stage !== 'missed'; days = 1) {
    await passHours(world, hoursOf(days));
    await atRest(world);
  }
  const told = (await world.messages('ana@example.com')).length;
  const warnings = (await warningsOf(world, helena.id)).length;
  const nothingMore = async (warnedAgain: number) => {
    expect((await protocolOf(world, helena.id)).stage).toBe('missed');
    expect((await warningsOf(world, helena.id)).length).toBe(warnings + warnedAgain);
    expect((await world.messages('ana@example.com')).length).toBe(told);
  };
  /** A doubt that ends is an outage: each owner who had been warned is warned again. */
  const warnedAgain = (times: number) =>
    eventually(
      () => warningsOf(world, helena.id),
      (sent) => sent.length === warnings + times,
    );

  await moveClock(JUMP);
  await isHeld(true);
  expect(await ready(world.origin)).toMatchObject({ ready: true, database_clock: 'in doubt' });
  await twoBeats();
  await nothingMore(0);
  expect(await world.messages('rui@example.com')).toEqual([]);

  // A worker moves the instants.
  await accept();
  await isHeld(false);
  // By the clock that was accepted it is due.
  await eventually(
    () => world.messages('rui@example.com'),
    (messages) => messages.length === 1,
  );
  await warnedAgain(1);
  await twoBeats();
  await nothingMore(1);

  await moveClock(0);
  await isHeld(true);
  await accept();
  await isHeld(false);
  await warnedAgain(2);
  await twoBeats();
  await nothingMore(2);
}, 180_000);
