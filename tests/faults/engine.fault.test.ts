/** The engine dies, comes back, or loses everything: deliveries go out on time all the same. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Connection } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#tests/harness/process.ts';
import { createWorld, createWriter, recordOf, type World } from '#tests/harness/world.ts';
import { deliveryWorkflowId } from '#workflows/contracts/delivery.ts';

let world: World;
let writer: Awaited<ReturnType<typeof createWriter>>;
beforeAll(async () => {
  world = await createWorld();
  await world.web.start();
  await world.worker.start();
  await world.isPolling();
  writer = await createWriter(world);
}, 60_000);
afterAll(() => world?.stop());

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const settled = (id: string, within = 30_000) =>
  eventually(
    () => recordOf(world, id),
    ({ row }) => row?.status !== 'pending',
    within,
  );
/** A busy machine tells the engine of thirty in a second. */
const synced = () =>
  eventually(
    () => world.query<{ count: string }>('select count(*) from deliveries where revision > synced_revision'),
    ([open]) => Number(open?.count) === 0,
    90_000,
  );

async function withClient<T>(use: (client: Client) => Promise<T>): Promise<T> {
  const connection = await Connection.connect({ address: world.env.TEMPORAL_ADDRESS as string });
  try {
    return await use(new Client({ connection }));
  } finally {
    await connection.close();
  }
}

describe('the engine', () => {
  it('shows each try of a delivery that is refused as a timer of its own, and what it waits for', async () => {
    await world.fault({ mode: 'status', status: 429, retry_after: 8, times: 2, to: 'refused-often@example.com' });
    const due = inSeconds(8);
    const { id } = await writer.schedule('refused-often@example.com', due);
    await synced();
    expect((await settled(id, 60_000)).attempts).toHaveLength(3);
    await withClient(async (client) => {
      const { events } = await client.workflow.getHandle(deliveryWorkflowId(id)).fetchHistory();
      const timers = events?.filter((event) => event.timerStartedEventAttributes) ?? [];
      const summaries = timers.map(({ userMetadata }) =>
        JSON.parse(`${Buffer.from(userMetadata?.summary?.data ?? '')}`),
      );
      // On a slow machine the rush lane makes a try, and the run waits a moment for its answer: less long than the provider
      // asks us to wait, so that it comes back before the next try.
      expect(summaries.filter((summary) => !summary.startsWith('the answer'))).toEqual([
        `due ${due.toISOString()}`,
        'try 2, after a refusal that may pass',
        'try 3, after a refusal that may pass',
      ]);
    });
  }, 90_000);

  it('is killed and started again while a delivery waits: it goes out once, on time', async () => {
    const { id } = await writer.schedule('waits@example.com', inSeconds(12));
    await synced();
    await world.engine.kill();
    await sleep(1_000);
    await world.engine.start();
    const { row, attempts } = await settled(id);
    expect({ status: row?.status, attempts }).toEqual({ status: 'sent', attempts: ['accepted'] });
    expect(lateness(row)).toBeLessThan(6_000);
    expect(await world.messages('waits@example.com')).toHaveLength(1);
  }, 60_000);

  it('is down at the due time, for good: sent on time all the same', async () => {
    const { id } = await writer.schedule('down@example.com', inSeconds(5));
    await synced();
    await world.engine.kill();
    // What is scheduled while it is down goes out as well, and the person who schedules notices nothing.
    const second = await writer.schedule('down-too@example.com', inSeconds(6));
    for (const one of [id, second.id]) {
      const { row, attempts } = await settled(one);
      expect({ status: row?.status, attempts }).toEqual({ status: 'sent', attempts: ['accepted'] });
      expect(lateness(row)).toBeLessThan(6_000);
    }
    await world.engine.start();
    await world.isPolling();
    await sleep(3_000);
    expect(await world.messages('down@example.com')).toHaveLength(1);
    expect(await world.messages('down-too@example.com')).toHaveLength(1);
  }, 90_000);

  it('dies while deliveries are being sent: each arrives once', async () => {
    const due = inSeconds(8);
    const ids = await Promise.all(
      Array.from({ length: 30 }, (_, index) => writer.schedule(`storm-${index}@example.com`, due)),
    );
    await synced();
    await sleep(due.getTime() - Date.now() + 50);
    await world.engine.kill();
    await sleep(500);
    await world.engine.start();
    for (const { id } of ids) expect((await settled(id)).row?.status).toBe('sent');
    const inbox = (await world.messages()).filter(({ to }) => to.startsWith('storm-'));
    expect(new Set(inbox.map(({ to }) => to)).size).toBe(30);
    expect(inbox).toHaveLength(30);
  }, 90_000);

  it('shows operators what they need, and nothing private', async () => {
    const { id } = await writer.schedule('private@example.com', inSeconds(3_600));
    await synced();
    await withClient(async (client) => {
      const run = await client.workflow.getHandle(deliveryWorkflowId(id)).describe();
      expect(await run.staticSummary()).toMatch(/^email delivery, due 20\d\d-/);
      expect(run.memo).toEqual({ revision: 1, owner_id: writer.id });
      expect(run.searchAttributes).toMatchObject({
        StillhereKind: ['delivery'],
        StillhereChannel: ['email'],
        StillhereOwnerId: [writer.id],
      });
      const history = JSON.stringify(await client.workflow.getHandle(deliveryWorkflowId(id)).fetchHistory());
      // Payloads are base64 in a history: decode each before looking.
      const payloads = [...history.matchAll(/"data":"([A-Za-z0-9+/=]+)"/g)].map(([, data]) =>
        Buffer.from(data ?? '', 'base64').toString(),
      );
      expect(payloads.join()).toContain(id);
      for (const secret of ['private@example.com', 'Helena', 'Ana', 'How we chose', writer.email]) {
        expect(`${history}${payloads.join()}`).not.toContain(secret);
      }
    });
  }, 60_000);

  it('is where an operator cancels: the delivery fails, and its owner is told', async () => {
    const { id } = await writer.schedule('cancelled@example.com', inSeconds(3_600));
    await synced();
    await withClient((client) => client.workflow.getHandle(deliveryWorkflowId(id)).cancel());
    const { row, timeline } = await settled(id);
    expect([row?.status, row?.failure_code]).toEqual(['failed', 'cancelled-by-operator']);
    expect(timeline).toEqual(['delivery-scheduled', 'delivery-failed']);
    const told = await eventually(
      () => world.messages(writer.email),
      (mails) => mails.some(({ text }) => text.includes('cancelled@example.com')),
    );
    expect(told.filter(({ text }) => text.includes('cancelled@example.com'))).toHaveLength(1);
  }, 60_000);

  it('is where an operator terminates: the delivery goes out all the same', async () => {
    const { id } = await writer.schedule('terminated@example.com', inSeconds(6));
    await synced();
    await withClient((client) => client.workflow.getHandle(deliveryWorkflowId(id)).terminate());
    const { row, attempts } = await settled(id);
    expect({ status: row?.status, attempts }).toEqual({ status: 'sent', attempts: ['accepted'] });
  }, 60_000);

  // The last: a thousand runs at once keep the engine busy for a while.
  it('loses its whole store with 1,000 pending: all are told again, and go out', async () => {
    // Far ahead: however long a busy machine takes to tell the new store of all of them, none is due before.
    const due = inSeconds(3_600);
    for (let batch = 0; batch < 20; batch++) {
      await Promise.all(
        Array.from({ length: 50 }, (_, index) => writer.schedule(`lost-${batch}-${index}@example.com`, due)),
      );
    }
    await synced();
    await world.engine.kill();
    await rm(join(world.home, 'engine.db'));
    for (const suffix of ['-wal', '-shm']) await rm(join(world.home, `engine.db${suffix}`), { force: true });
    await world.engine.start();
    await eventually(
      () =>
        withClient((client) =>
          client.workflow.count('WorkflowType = "deliveryWorkflow" and ExecutionStatus = "Running"'),
        ),
      ({ count }) => count >= 1_000,
      60_000,
    );
    await world.query(
      `update deliveries set scheduled_time = now() + interval '10 seconds', next_attempt_at = now() + interval '10 seconds',
         local_time = null, revision = revision + 1 where recipient_email like 'lost-%'`,
    );
    await eventually(
      () =>
        world.query<{ count: string }>(
          "select count(*) from deliveries where status = 'sent' and recipient_email like 'lost-%'",
        ),
      ([sent]) => Number(sent?.count) === 1_000,
      90_000,
    );
    const lost = await world.query<{ late: number }>(
      "select max(extract(epoch from sent_at - scheduled_time))::float8 as late from deliveries where recipient_email like 'lost-%'",
    );
    expect(lost[0]?.late).toBeLessThan(30);
    const copies = await world.query(
      `select a.delivery_id from delivery_attempts a join deliveries d on d.id = a.delivery_id
       where d.recipient_email like 'lost-%' group by a.delivery_id having count(*) > 1`,
    );
    expect(copies).toEqual([]);
  }, 240_000);
});

describe('with the engine down', () => {
  it('a call that hangs holds up nobody else: the others go out on time', async () => {
    const slow = await createWorld({ PROVIDER_TIMEOUT_SECONDS: '15' });
    try {
      await Promise.all([slow.web.start(), slow.worker.start()]);
      await slow.engine.kill();
      const somebody = await createWriter(slow);
      await slow.fault({ mode: 'timeout', to: 'hangs@example.com' });
      await somebody.schedule('hangs@example.com', inSeconds(2));
      for (const seconds of [4, 5, 6]) await somebody.schedule(`after-${seconds}@example.com`, inSeconds(seconds));
      const sent = await eventually(
        () => slow.query<{ scheduled_time: Date; sent_at: Date }>("select * from deliveries where status = 'sent'"),
        (rows) => rows.length === 3,
        14_000,
      );
      for (const row of sent) expect(lateness(row)).toBeLessThan(4_000);
    } finally {
      await slow.stop();
    }
  }, 60_000);
});

function lateness(row: { sent_at: Date | null; scheduled_time: Date } | undefined): number {
  return new Date(row?.sent_at ?? Number.POSITIVE_INFINITY).getTime() - new Date(row?.scheduled_time ?? 0).getTime();
}
