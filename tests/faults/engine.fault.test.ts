/** The engine dies, restarts, moves, or loses everything: deliveries still go out on time. */
import { join } from 'node:path';
import type { WorkflowHandle } from '@temporalio/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prepareEngine, withClient } from '#tests/harness/engine.ts';
import { eventually } from '#tests/harness/process.ts';
import { testServices } from '#tests/harness/services.ts';
import { startWorld, type World } from '#tests/harness/world.ts';
import { bringForward, createWriter, engineSynced, makeDue, recordOf } from '#tests/harness/writer.ts';
import { deliveryWorkflowId } from '#workflows/contracts/delivery.ts';
import { plant } from '../../bench/plant.ts';

/** More than one round sends to the engine. */
const LOST = 150;
const TEN = "recipient_email like 'bench-9_@%'";
/** The namespace of the engine that ours moves to. */
const MOVED = 'moved';

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

/** Transactions that wait for a row. */
const waiting = () =>
  world.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event in ('transactionid', 'tuple')",
  );

/**
 * Leaves a pending delivery to those who wait for its row, one after the other, until it is settled. The overdue sender
 * does not wait: it skips locked rows, and what is not due for a second.
 * @param change is the first to wait
 */
async function leaveToRun(id: string, change = async () => {}): Promise<void> {
  let rest: Promise<unknown> = Promise.resolve();
  await world.parts.fork().transactional(async (tx) => {
    const [row] = await tx.execute<{ status: string }[]>('select status from deliveries where id = ? for update', [id]);
    if (row?.status !== 'pending') return;
    const changed = change();
    await eventually(waiting, ({ length }) => length > 0);
    rest = Promise.all([changed, leaveToRun(id)]);
    await eventually(waiting, ({ length }) => length > 1);
    await tx.execute('update deliveries set next_attempt_at = clock_timestamp() where id = ?', [id]);
  });
  await rest;
}

describe('the engine', () => {
  it('shows each try of a refused delivery as its own timer, with what it waits for', async () => {
    await world.fault({ mode: 'status', status: 429, retry_after: 1, times: 2, to: 'refused-often@example.com' });
    const { id, scheduled_time } = await writer.scheduleFar('refused-often@example.com');
    await engineSynced(world);
    await leaveToRun(id, () => bringForward(world, 'id = ?', [id]));
    expect((await settled(id)).attempts).toHaveLength(3);
    await runOf(id, (run) => run.result());
    const { events } = await runOf(id, (run) => run.fetchHistory());
    const timers = events?.filter((event) => event.timerStartedEventAttributes) ?? [];
    const summaries = timers.map(({ userMetadata }) => JSON.parse(`${Buffer.from(userMetadata?.summary?.data ?? '')}`));
    expect(summaries).toEqual([
      `due ${scheduled_time}`,
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
    const inbox = (await world.outlines()).filter(({ to }) => to.startsWith('storm-'));
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

  it('lets an operator cancel the run of a delivery that is due: it fails, and its owner is notified', async () => {
    const { id } = await writer.scheduleFar('cancelled@example.com');
    await engineSynced(world);
    // Its time has passed, and its next try lies ahead, so nothing sends it meanwhile.
    await world.query("update deliveries set scheduled_time = now() - interval '1 minute' where id = ?", [id]);
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

  it(`loses its whole store with ${LOST} pending deliveries: all are synced again, and go out`, async () => {
    await plant(world, LOST, inSeconds(72 * 3_600));
    // The lost store had runs for ten of them; the others are only marked as synced in the database. The janitor has just
    // compared all of them: they are synced again because the store is new.
    await world.query(
      `with locked as (select id from deliveries order by id for update)
       update deliveries d set engine_checked_at = now(), synced_revision = case when ${TEN} then synced_revision else revision end
       from locked where d.id = locked.id`,
    );
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
    // Most become overdue; ten get a new revision, so that runs of the new store send some.
    await bringForward(world, TEN);
    await makeDue(world, `recipient_email like 'bench-%' and not ${TEN}`);
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

  it('moves to another server, as docs/operations.md describes it: everything pending goes there, and is sent once', async () => {
    const far = await writer.scheduleFar('ana@example.com');
    const soon = await writer.scheduleFar('rui@example.com');
    await engineSynced(world);
    const { process: engine, address } = await prepareEngine({
      name: 'the new engine',
      command: testServices().temporalBinary,
      file: join(world.home, 'moved.db'),
      namespace: MOVED,
    });
    const moved = world.workerOf('worker/main.ts', { TEMPORAL_ADDRESS: address, TEMPORAL_NAMESPACE: MOVED });
    const becomes = (id: string, status: string) =>
      eventually(
        () =>
          withClient({ address, namespace: MOVED }, ({ workflow }) =>
            workflow.getHandle(deliveryWorkflowId(id)).describe(),
          ).then(
            (run) => run.status.name,
            () => null,
          ),
        (name) => name === status,
      );
    try {
      await Promise.all([engine.start(), world.worker.kill('SIGTERM')]);
      await moved.start();
      for (const { id } of [far, soon]) await becomes(id, 'RUNNING');
      await world.engine.kill();
      await bringForward(world, 'id = ?', [soon.id]);
      expect((await settled(soon.id)).row?.status).toBe('sent');
      await becomes(soon.id, 'COMPLETED');
      await becomes(far.id, 'RUNNING');
      expect(await world.messages('rui@example.com')).toHaveLength(1);
      expect((await recordOf(world, far.id)).row).toMatchObject({ status: 'pending' });
    } finally {
      await Promise.all([moved.kill(), engine.kill()]);
    }
  }, 180_000);
});
