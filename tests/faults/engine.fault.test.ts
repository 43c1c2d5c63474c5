/** The engine dies, restarts, or loses everything: deliveries still go out on time. */
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#tests/harness/process.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { bringForward, createWriter, engineSynced, makeDue, recordOf } from '#tests/harness/writer.ts';
import { deliveryWorkflowId } from '#workflows/contracts/delivery.ts';
import { plant } from '../../bench/plant.ts';

const LOST = 1_000;
const A_HUNDRED = "recipient_email like 'bench-9__@%'";

let world: World;
let writer: Awaited<ReturnType<typeof createWriter>>;
beforeAll(async () => {
  world = await startWorld();
  writer = await createWriter(world);
}, 180_000);
afterAll(() => world?.stop());

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000);
const settled = (id: string) =>
  eventually(
    () => recordOf(world, id),
    ({ row }) => row?.status !== 'pending',
  );
const runOf = <T>(id: string, ask: (run: WorkflowHandle) => Promise<T>) =>
  world.withClient((client) => ask(client.workflow.getHandle(deliveryWorkflowId(id))));
const started = (which: string) =>
  eventually(
    () => world.query(`select 1 from delivery_attempts a join deliveries d on d.id = a.delivery_id where ${which}`),
    (attempts) => attempts.length > 0,
  );

/** Locks a delivery until its run asks for it: the overdue sender skips locked rows. */
async function leaveToRun(id: string): Promise<void> {
  await world.parts.fork().transactional(async (tx) => {
    await tx.execute('select 1 from deliveries where id = ? for update', [id]);
    await eventually(
      () =>
        world.query("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      (waiting) => waiting.length > 0,
    );
  });
}

describe('the engine', () => {
  it('shows each try of a refused delivery as its own timer, with what it waits for', async () => {
    await world.fault({ mode: 'status', status: 429, retry_after: 8, times: 2, to: 'refused-often@example.com' });
    const due = inSeconds(12);
    const { id } = await writer.schedule('refused-often@example.com', due);
    await engineSynced(world);
    for (const refusals of [0, 1, 2]) {
      await eventually(
        () => recordOf(world, id),
        ({ attempts }) => attempts.filter((attempt) => attempt === 'rejected:transient').length === refusals,
      );
      await leaveToRun(id);
    }
    expect((await settled(id)).attempts).toHaveLength(3);
    const { events } = await runOf(id, (run) => run.fetchHistory());
    const timers = events?.filter((event) => event.timerStartedEventAttributes) ?? [];
    const summaries = timers.map(({ userMetadata }) => JSON.parse(`${Buffer.from(userMetadata?.summary?.data ?? '')}`));
    expect(summaries).toEqual([
      `due ${due.toISOString()}`,
      'try 2, after a refusal that may pass',
      'try 3, after a refusal that may pass',
    ]);
  }, 180_000);

  it('is killed and started again while a delivery waits: it goes out once, on time', async () => {
    const { id } = await writer.schedule('waits@example.com', inSeconds(4));
    await engineSynced(world);
    await world.engine.kill();
    await world.engine.start();
    // The engine continues from its own store: no sync is needed, and its timer wakes the run.
    await runOf(id, (run) => run.result());
    const { row, attempts } = await settled(id);
    expect({ status: row?.status, attempts }).toEqual({ status: 'sent', attempts: ['accepted'] });
    expect(await world.messages('waits@example.com')).toHaveLength(1);
  }, 180_000);

  it('is down at the due time and stays down: deliveries are sent on time', async () => {
    const { id } = await writer.schedule('down@example.com', inSeconds(4));
    await engineSynced(world);
    await world.engine.kill();
    // Deliveries that are scheduled while it is down are sent as well; their owners notice nothing.
    const second = await writer.scheduleNow('down-too@example.com');
    for (const one of [second.id, id]) {
      const { row, attempts } = await settled(one);
      expect({ status: row?.status, attempts }).toEqual({ status: 'sent', attempts: ['accepted'] });
    }
    expect(world.engine.isRunning).toBe(false);
    await world.engine.start();
    // The run wakes and asks, and the dispatcher starts no other: neither sends anything.
    await runOf(id, (run) => run.result());
    await engineSynced(world);
    expect(await world.messages('down@example.com')).toHaveLength(1);
    expect(await world.messages('down-too@example.com')).toHaveLength(1);
  }, 180_000);

  it('dies while deliveries are being sent: each arrives once', async () => {
    const storm = "recipient_email like 'storm-%'";
    const recipients = Array.from({ length: 30 }, (_, index) => ({ to: `storm-${index}@example.com` }));
    await writer.plant(recipients, inSeconds(3_600));
    await engineSynced(world);
    // Calls take a moment: some are in progress when it dies.
    await world.fault({ delay_ms: 500 });
    await bringForward(world, storm);
    await started(storm);
    await world.engine.kill();
    await world.noFaults();
    await world.engine.start();
    await eventually(
      () => world.query(`select 1 from deliveries where ${storm} and status = 'sent'`),
      (sent) => sent.length === 30,
    );
    const inbox = (await world.messages()).filter(({ to }) => to.startsWith('storm-'));
    expect(new Set(inbox.map(({ to }) => to)).size).toBe(30);
    expect(inbox).toHaveLength(30);
  }, 180_000);

  it('shows operators what they need, and nothing private', async () => {
    const { id } = await writer.scheduleFar('private@example.com');
    await engineSynced(world);
    await world.withClient(async (client) => {
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

  it('lets an operator cancel a run: the delivery fails, and its owner is notified', async () => {
    const { id } = await writer.scheduleFar('cancelled@example.com');
    await engineSynced(world);
    await runOf(id, (run) => run.cancel());
    const { row, timeline } = await settled(id);
    expect([row?.status, row?.failure_code]).toEqual(['failed', 'cancelled-by-operator']);
    expect(timeline).toEqual(['delivery-scheduled', 'delivery-failed']);
    expect(await writer.noticesAbout(id, 'cancelled@example.com')).toHaveLength(1);
  }, 180_000);

  it('lets an operator terminate a run: the delivery still goes out', async () => {
    const { id } = await writer.scheduleFar('terminated@example.com');
    await engineSynced(world);
    await runOf(id, (run) => run.terminate());
    await makeDue(world, 'id = ?', [id]);
    const { row, attempts } = await settled(id);
    expect({ status: row?.status, attempts }).toEqual({ status: 'sent', attempts: ['accepted'] });
  }, 180_000);

  // The last: a thousand runs at once keep the engine busy for a while.
  it('loses its whole store with 1,000 pending deliveries: all are synced again, and go out', async () => {
    // More than the janitor compares: they are synced again because the store is new.
    await plant(world, LOST, inSeconds(72 * 3_600));
    // The lost store had runs for a hundred of them; the others are only marked as synced in the database.
    await world.query(`update deliveries set synced_revision = revision where not ${A_HUNDRED} returning id`);
    await engineSynced(world);
    await world.loseEngine();
    await world.engine.start();
    await eventually(
      () =>
        world.withClient((client) =>
          client.workflow.count('WorkflowType = "deliveryWorkflow" and ExecutionStatus = "Running"'),
        ),
      ({ count }) => count >= LOST,
    );
    // Most become overdue; a hundred get a new revision, so that runs of the new store send some.
    await bringForward(world, A_HUNDRED);
    await makeDue(world, `recipient_email like 'bench-%' and not ${A_HUNDRED}`);
    await eventually(
      () => world.query("select 1 from deliveries where status = 'sent' and recipient_email like 'bench-%'"),
      (sent) => sent.length === LOST,
    );
    const copies = await world.query(
      `select a.delivery_id from delivery_attempts a join deliveries d on d.id = a.delivery_id
       where d.recipient_email like 'bench-%' group by a.delivery_id having count(*) > 1`,
    );
    expect(copies).toEqual([]);
  }, 300_000);
});

describe('with the engine down', () => {
  it('sends the others on time while one call hangs', async () => {
    await Promise.all([world.engine.kill(), world.worker.kill()]);
    // This call hangs until the end of the test.
    const patient = world.workerOf('worker/main.ts', { PROVIDER_TIMEOUT_SECONDS: '3600' });
    try {
      await patient.start();
      await world.fault({ mode: 'timeout', to: 'hangs@example.com' });
      const hanging = await writer.scheduleNow('hangs@example.com');
      await started("recipient_email = 'hangs@example.com'");
      for (const index of [1, 2, 3]) {
        const { id } = await writer.scheduleNow(`after-${index}@example.com`);
        expect((await settled(id)).row?.status).toBe('sent');
      }
      expect((await recordOf(world, hanging.id)).attempts).toEqual(['started']);
    } finally {
      await patient.kill();
    }
  }, 180_000);
});
