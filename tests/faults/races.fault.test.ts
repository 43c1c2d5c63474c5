/** An owner changes or deletes a delivery in the instant in which it is sent. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { HOUR } from '#domain/time/durations.ts';
import { deleteDelivery, rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { inParallel } from '#services/in-parallel.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, type World } from '#tests/harness/world.ts';
import { createWriter, endWaits, idArray, makeDue } from '#tests/harness/writer.ts';

const TRIES = 200;
/** Of those that fall back. */
const FALLING = 80;
/** Around the due time, in milliseconds. */
const SPREAD = 1_200;
/** Concurrent changes of one race: fewer than there are connections. */
const AT_ONCE = 6;
/** Until the first are due: many of them are synced with the engine meanwhile. */
const AHEAD = 7_000;
/** So many change early, and so many too late: both happen, however slow the machine is. */
const SURE = 5;

/** Of Postgres: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const LOCK_NOT_AVAILABLE = '55P03';

type Outcome = 'done' | 'refused';
interface Race {
  name: string;
  ids: string[];
  change(id: string, index: number): Promise<unknown>;
  outcomes: Outcome[];
}

let world: World;
let writer: Awaited<ReturnType<typeof createWriter>>;
let races: Record<'delete' | 'move' | 'fall', Race>;

/** Due one after the other within seconds, so that a worker has all of them at once. */
beforeAll(async () => {
  // Nothing hangs here: a call that a busy machine delays has no unknown outcome.
  world = await createWorld({ PROVIDER_TIMEOUT_SECONDS: '60' });
  await world.web.start();
  writer = await createWriter(world);
  await world.fault({ vendor: 'twilio', mode: 'status', status: 400, code: 21_211 });
  const remove: Race['change'] = (id) => deleteDelivery(world.context(), writer.id, id);
  const move: Race['change'] = (id, index) =>
    rescheduleDelivery(world.context(), writer.id, id, {
      recipient_email: `moved-${index}@example.com`,
      recipient_name: 'Ana',
      local_time: new Date(Date.now() + HOUR).toISOString().slice(0, -1),
      time_zone: 'UTC',
    });
  races = {
    delete: await prepare('delete', TRIES, remove),
    move: await prepare('move', TRIES, move),
    fall: await prepare('fall', FALLING, remove, (index) => `+351912${345_000 + index}`),
  };
  const first = Date.now() + AHEAD;
  const dues = Object.values(races).map((one, index) => ({ one, due: first + index * 2 * SPREAD }));
  for (const { one, due } of dues) await setDue(one.ids, new Date(due));
  const running = dues.map(({ one, due }) => run(one, due));
  await world.worker.start();
  await Promise.all(running);

  await over("recipient_email not like 'moved-%'");
  await makeDue(world, "status = 'pending' and recipient_email like 'moved-%'");
  await over('true');
}, 300_000);
afterAll(() => world?.stop());

/** Plants deliveries an hour ahead, and changes the first of them. */
async function prepare(
  name: string,
  tries: number,
  change: Race['change'],
  phoneOf = (_index: number): string | null => null,
): Promise<Race> {
  const recipients = Array.from({ length: tries }, (_, index) => ({
    to: `${name}-${index}@example.com`,
    phone: phoneOf(index),
  }));
  const ids = await writer.plant(recipients, new Date(Date.now() + HOUR));
  const outcomes = await Promise.all(ids.slice(0, SURE).map((id, index) => outcomeOf(() => change(id, index))));
  return { name, ids, change, outcomes };
}

/** A change that waits too long for a lock changes nothing, and its owner is asked to try again: so this one does. */
async function outcomeOf(change: () => Promise<unknown>): Promise<Outcome> {
  try {
    await change();
    return 'done';
  } catch (error) {
    if (error instanceof AppError && error.code === 'conflict') return 'refused';
    if (hasLockTimeout(error)) return outcomeOf(change);
    throw error;
  }
}

function hasLockTimeout(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === LOCK_NOT_AVAILABLE;
}

async function setDue(ids: string[], due: Date): Promise<void> {
  await world.query(
    'update deliveries set scheduled_time = ?, next_attempt_at = ? where id = any(?::uuid[]) returning id',
    [due, due, idArray(ids.slice(SURE))],
  );
}

/** Changes the others, evenly from before the due time until after it, or as fast as this machine can. */
async function run({ ids, change, outcomes }: Race, due: number): Promise<void> {
  const last = ids.length - 1;
  const racing = ids.map((id, index) => ({ id, index })).slice(SURE);
  await inParallel(racing, AT_ONCE, async ({ id, index }) => {
    const at = due + SPREAD * Math.min(1, (2 * (index - SURE)) / (last - 2 * SURE) - 1);
    await sleep(Math.max(0, at - Date.now()));
    outcomes[index] = await outcomeOf(() => change(id, index));
  });
}

/** Waits until none of these is pending or being sent: what was not sent by then never will be. */
async function over(which: string): Promise<void> {
  await eventually(
    async () => {
      await endWaits(world);
      return world.query(
        `select id from deliveries where status = 'pending' and deleted_at is null and ${which}
         union all select id from delivery_attempts where state = 'started'`,
      );
    },
    (open) => open.length === 0,
    120_000,
  );
}

async function inboxByRecipient(name: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { to } of await world.outlines()) if (to.startsWith(`${name}-`)) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

async function expectOneOutcome({ name, ids, outcomes }: Race): Promise<void> {
  const inbox = await inboxByRecipient(name);
  ids.forEach((_, index) => {
    expect([index, inbox.get(`${name}-${index}@example.com`) ?? 0]).toEqual([
      index,
      outcomes[index] === 'done' ? 0 : 1,
    ]);
  });
  // Both must happen, or it was no race.
  expect(new Set(outcomes).size).toBe(2);
}

describe('in the same instant as the send', () => {
  it(`deleting ${TRIES} times: never both deleted and delivered, never neither`, async () => {
    await expectOneOutcome(races.delete);
  });

  it(`rescheduling ${TRIES} times: each arrives once, at the old address or at the new one`, async () => {
    await expectOneOutcome(races.move);
    const after = await inboxByRecipient('moved');
    races.move.outcomes.forEach((outcome, index) => {
      expect([index, after.get(`moved-${index}@example.com`) ?? 0]).toEqual([index, outcome === 'done' ? 1 : 0]);
    });
  });

  it(`deleting ${FALLING} times what falls back at once: never both deleted and delivered, never neither`, async () => {
    await expectOneOutcome(races.fall);
  });
});
