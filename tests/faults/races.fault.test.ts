/** An owner changes their mind in the very instant a delivery leaves. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { deleteDelivery } from '#services/deliveries/delete-delivery.ts';
import { rescheduleDelivery } from '#services/deliveries/reschedule-delivery.ts';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, createWriter, type World } from '#tests/harness/world.ts';

const TRIES = 500;
/** Of those that fall back. */
const FALLING = 200;
/** Around the due time, in milliseconds. */
const SPREAD = 1_500;

let world: World;
let writer: Awaited<ReturnType<typeof createWriter>>;
beforeAll(async () => {
  world = await createWorld();
  await Promise.all([world.web.start(), world.worker.start()]);
  await world.isPolling();
  writer = await createWriter(world);
}, 60_000);
afterAll(() => world?.stop());

/** Schedules many for one instant, and does something to each at a random moment around it. */
async function race(
  name: string,
  change: (id: string, index: number) => Promise<unknown>,
  { tries = TRIES, phoneOf = (_index: number): string | null => null } = {},
) {
  const due = new Date(Date.now() + 9_000);
  const ids: string[] = [];
  for (let first = 0; first < tries; first += 50) {
    const batch = await Promise.all(
      Array.from({ length: 50 }, (_, offset) => {
        const index = first + offset;
        return writer.schedule(`${name}-${index}@example.com`, due, phoneOf(index));
      }),
    );
    ids.push(...batch.map(({ id }) => id));
  }
  const outcomes = await Promise.all(
    ids.map(async (id, index) => {
      await sleep(Math.max(0, due.getTime() - Date.now() + (Math.random() * 2 - 1) * SPREAD));
      return change(id, index).then(
        () => 'done' as const,
        (error: unknown) => {
          if (error instanceof AppError && error.code === 'conflict') return 'refused' as const;
          throw error;
        },
      );
    }),
  );
  return { ids, outcomes };
}

async function inboxByRecipient(name: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { to } of await world.messages()) if (to.startsWith(`${name}-`)) counts.set(to, (counts.get(to) ?? 0) + 1);
  return counts;
}

describe('in the same instant as the send', () => {
  it(`deleting ${TRIES} times: never both deleted and delivered, never neither`, async () => {
    const { ids, outcomes } = await race('delete', (id) => deleteDelivery(world.context(), writer.id, id));
    await eventually(
      () =>
        world.query<{ count: string }>(
          "select count(*) from deliveries where status = 'pending' and deleted_at is null",
        ),
      ([open]) => Number(open?.count) === 0,
      60_000,
    );
    await sleep(3_000);
    const inbox = await inboxByRecipient('delete');
    ids.forEach((_, index) => {
      expect([index, inbox.get(`delete-${index}@example.com`) ?? 0]).toEqual([
        index,
        outcomes[index] === 'done' ? 0 : 1,
      ]);
    });
    // Both happened, or the race was none.
    expect(new Set(outcomes).size).toBe(2);
  }, 120_000);

  it(`rescheduling ${TRIES} times: each arrives once, at the old address or at the new one`, async () => {
    const later = new Date(Date.now() + 22_000).toISOString().slice(0, -1);
    const { ids, outcomes } = await race('move', (id, index) =>
      rescheduleDelivery(world.context(), writer.id, id, {
        recipient_email: `moved-${index}@example.com`,
        recipient_name: 'Ana',
        local_time: later,
        time_zone: 'UTC',
      }),
    );
    await eventually(
      () =>
        world.query<{ count: string }>(
          "select count(*) from deliveries where status = 'pending' and deleted_at is null",
        ),
      ([open]) => Number(open?.count) === 0,
      90_000,
    );
    await sleep(3_000);
    const before = await inboxByRecipient('move');
    const after = await inboxByRecipient('moved');
    ids.forEach((_, index) => {
      const copies = [before.get(`move-${index}@example.com`) ?? 0, after.get(`moved-${index}@example.com`) ?? 0];
      expect([index, ...copies]).toEqual([index, ...(outcomes[index] === 'done' ? [0, 1] : [1, 0])]);
    });
    expect(new Set(outcomes).size).toBe(2);
  }, 150_000);

  it(`deleting ${FALLING} times what falls back at once: never both deleted and delivered, never neither`, async () => {
    await world.fault({ vendor: 'twilio', mode: 'status', status: 400, code: 21_211 });
    const { ids, outcomes } = await race('fall', (id) => deleteDelivery(world.context(), writer.id, id), {
      tries: FALLING,
      phoneOf: (index) => `+351912${345_000 + index}`,
    });
    await eventually(
      () =>
        world.query<{ count: string }>(
          "select count(*) from deliveries where status = 'pending' and deleted_at is null",
        ),
      ([open]) => Number(open?.count) === 0,
      60_000,
    );
    await sleep(3_000);
    const inbox = await inboxByRecipient('fall');
    ids.forEach((_, index) => {
      expect([index, inbox.get(`fall-${index}@example.com`) ?? 0]).toEqual([index, outcomes[index] === 'done' ? 0 : 1]);
    });
    expect(new Set(outcomes).size).toBe(2);
  }, 120_000);
});
