/** Operators hold deliveries, and let them go: dates are kept, nothing held is sent, and owners may still change them. */
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { deliveryBacklog, repairRuns, syncDeliveries } from '#services/deliveries/engine-sync.ts';
import { cancelByOperator, holdDeliveries, unholdDeliveries } from '#services/deliveries/hold.ts';
import { findDelivery, listDeliveries } from '#services/deliveries/queries.ts';
import { deleteDelivery, rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { whatIsDue } from '#services/jobs/what-is-due.ts';
import type { DeliveryIntent } from '#services/ports/engine.ts';
import { codeOf, createSentDeliveries, type SentDeliveries } from '#tests/harness/sent-deliveries.ts';
import { deliveryActivities } from '#worker/activities/delivery.ts';

let world: SentDeliveries;
beforeAll(async () => {
  world = await createSentDeliveries();
});
afterAll(() => world.stage.close());
beforeEach(() => world.post.empty());

const em = () => world.stage.orm.em.fork();
const context = () => world.stage.context();
const view = (id: string) => findDelivery(context(), world.helena.id, id);
const overdueFor = (id: string) =>
  world.post.query(
    "update deliveries set scheduled_time = now() - interval '1 day', next_attempt_at = now() - interval '1 day' where id = ?",
    [id],
  );
const asRelease = (id: string) =>
  world.post.query("update deliveries set origin = 'release', release_episode = 1 where id = ?", [id]);

/** why: tests/faults shows the real engine; here only what it is sent matters. */
function recordingEngine() {
  const announced: DeliveryIntent[] = [];
  return {
    announced,
    announce: async (intent: DeliveryIntent) => void announced.push(intent),
    storeId: async () => 'store',
  };
}

describe('cancelling a run', () => {
  it('holds a delivery that is not yet due: it stays pending, with its date, and its owner sees it', async () => {
    const id = await world.scheduled();
    const before = await view(id);
    expect(await cancelByOperator(em(), id)).toEqual({ outcome: 'held', origin: 'owner' });
    const held_at = expect.any(String);
    expect(await view(id)).toEqual({ ...before, held_at });
    const listed = (await listDeliveries(context(), world.helena.id)).find((one) => one.id === id);
    expect(listed).toEqual({ ...before, held_at });
    expect(await world.timelineOf(id)).toEqual(['held-by-operator']);
    // A second time, as when the bulk is cancelled again: nothing changes.
    expect(await cancelByOperator(em(), id)).toEqual({ outcome: 'unchanged', origin: 'owner' });
  });

  it('holds also what seems to be due while the clock is in doubt', async () => {
    const id = await world.scheduled();
    await overdueFor(id);
    expect(await cancelByOperator(em(), id, true)).toEqual({ outcome: 'held', origin: 'owner' });
  });

  it('fails a delivery that is due, and trying again sends it at once', async () => {
    const id = await world.scheduled();
    await overdueFor(id);
    expect(await cancelByOperator(em(), id)).toEqual({ outcome: 'failed', origin: 'owner' });
    expect(await view(id)).toMatchObject({
      status: 'failed',
      failure: { code: 'cancelled-by-operator' },
      held_at: null,
    });
    await retryDelivery(context(), world.helena.id, id, { recipient_email: 'ana@example.com', delivery_type: 'email' });
    expect(await world.post.sendOverdue(id)).toEqual({ kind: 'sent' });
  });

  it('holds a release, also when it is due, and alarms', async () => {
    const id = await world.scheduled();
    await overdueFor(id);
    await asRelease(id);
    const lines: string[] = [];
    const log = pino({}, { write: (line: string) => void lines.push(line) });
    const { cancelDelivery } = deliveryActivities({ fork: em } as never, log);
    await cancelDelivery(id);
    expect(await world.row(id)).toMatchObject({ status: 'pending', held_at: expect.anything() });
    expect(lines.join()).toContain('ALARM: the run of a release was cancelled, and it is held');
    expect((await deliveryBacklog(em())).held).toEqual({ owner: 0, release: 1 });
  });

  it('changes nothing about a delivery that is with its provider, finished or gone', async () => {
    const { id } = await world.sent();
    expect(await cancelByOperator(em(), id)).toEqual({ outcome: 'unchanged', origin: 'owner' });
    expect(await view(id)).toMatchObject({ status: 'sent', held_at: null });
    const gone = '01890a5d-ac96-774b-bcce-b302099a8057';
    expect(await cancelByOperator(em(), gone)).toEqual({ outcome: 'unchanged', origin: null });
  });
});

describe('trying again', () => {
  it('keeps a date that is still ahead', async () => {
    const id = await world.scheduled();
    const { scheduled_time } = await view(id);
    // As the version before left it, when an operator cancelled its run.
    await world.post.query(
      "update deliveries set status = 'failed', failure_code = 'cancelled-by-operator', next_attempt_at = null, finished_at = now() where id = ?",
      [id],
    );
    await retryDelivery(context(), world.helena.id, id, { recipient_email: 'ana@example.com', delivery_type: 'email' });
    const [row] = await world.post.query<{ next_attempt_at: string }>(
      'select next_attempt_at from deliveries where id = ?',
      [id],
    );
    expect(new Date(row?.next_attempt_at ?? '').toISOString()).toBe(scheduled_time);
    expect(await world.post.sendAllOverdue()).toBe(0);
  });
});

describe('a held delivery', () => {
  const heldAndOverdue = async () => {
    const id = await world.scheduled();
    await holdDeliveries(em(), [id]);
    await overdueFor(id);
    return id;
  };

  it('is sent by nothing: not by the overdue sender, not by its run, not by its owner', async () => {
    const id = await heldAndOverdue();
    expect(await world.post.sendAllOverdue()).toBe(0);
    expect(await world.post.deliver(id)).toEqual({ kind: 'closed' });
    expect(await codeOf(world.resend(id))).toBe('conflict');
    expect([...(await whatIsDue(em(), []))]).not.toContain('overdue');
    expect(world.post.sent).toEqual([]);
    expect(await deliveryBacklog(em())).toMatchObject({ oldestOverdueSeconds: 0, held: { owner: 1, release: 0 } });
  });

  it('gets no run: neither from the dispatcher, which tells a run to end, nor from the janitor', async () => {
    const id = await heldAndOverdue();
    const engine = recordingEngine();
    while (await syncDeliveries(em(), engine));
    expect(engine.announced).toEqual([expect.objectContaining({ deliveryId: id, cancelled: true })]);
    const nothing = { runState: async () => 'none' as const, end: async () => {} };
    expect(await repairRuns(em(), nothing)).toBe(0);
  });

  it('stays held when its owner changes it, also after its date, and is deleted when they delete it', async () => {
    const id = await heldAndOverdue();
    expect((await view(id)).changeable).toBe(true);
    const scheduled_time = new Date(Date.now() + 400 * DAY);
    expect(await rescheduleDelivery(context(), world.helena.id, id, { scheduled_time })).toMatchObject({
      scheduled_time: scheduled_time.toISOString(),
      held_at: expect.any(String),
    });
    await overdueFor(id);
    await deleteDelivery(context(), world.helena.id, id);
    expect(await codeOf(view(id))).toBe('not-found');
    expect(await unholdDeliveries(em(), null)).toEqual({ count: 0, due: 0 });
  });

  it('is shown as sent once its provider reports that an earlier try had arrived', async () => {
    const id = await world.scheduled();
    await overdueFor(id);
    world.post.answers.email.push({ kind: 'unknown', reason: 'the connection closed' });
    await world.post.sendOverdue(id);
    await holdDeliveries(em(), [id]);
    const [letter] = world.post.sent;
    if (!letter) throw new Error('Nothing was sent.');
    await world.post.record([world.post.event(letter, { kind: 'delivered' })], 'sendgrid');
    expect(await view(id)).toMatchObject({ status: 'sent', held_at: null });
  });

  it('stays held when the message that was under way is accepted: what would follow it waits until it is let go', async () => {
    const id = await world.scheduled();
    await overdueFor(id);
    world.post.answers.email.push({ kind: 'unknown', reason: 'the connection closed' });
    await world.post.sendOverdue(id);
    await holdDeliveries(em(), [id]);
    const [letter] = world.post.sent;
    if (!letter) throw new Error('Nothing was sent.');
    await world.post.record([world.post.event(letter, { kind: 'delivered' })], 'sendgrid');
    await world.resend(id);
    expect(await view(id)).toMatchObject({ status: 'pending', held_at: expect.any(String) });
    expect(await world.post.sendAllOverdue()).toBe(0);
    expect(await unholdDeliveries(em(), [id])).toEqual({ count: 1, due: 1 });
    expect(await world.post.sendOverdue(id)).toEqual({ kind: 'sent' });
  });
});

describe('letting go', () => {
  it('sends what is due at once and leaves the others their dates; the engine gets each again', async () => {
    const [due, ahead, other] = [await world.scheduled(), await world.scheduled(), await world.scheduled()];
    expect(await holdDeliveries(em(), [due, ahead])).toBe(2);
    expect(await holdDeliveries(em(), [due])).toBe(0);
    const { scheduled_time } = await view(ahead);
    await overdueFor(due);
    const engine = recordingEngine();
    while (await syncDeliveries(em(), engine));
    engine.announced.length = 0;
    expect(await unholdDeliveries(em(), [due, ahead, other])).toEqual({ count: 2, due: 1 });
    while (await syncDeliveries(em(), engine));
    expect(engine.announced.map(({ deliveryId, cancelled }) => [deliveryId, cancelled]).toSorted()).toEqual(
      [
        [due, false],
        [ahead, false],
      ].toSorted(),
    );
    expect(await world.post.sendOverdue(due)).toEqual({ kind: 'sent' });
    expect(await view(ahead)).toMatchObject({ status: 'pending', scheduled_time, held_at: null });
    expect(await world.timelineOf(ahead)).toEqual(['held-by-operator', 'unheld']);
  });

  it('holds all that is pending, and lets all of it go, in batches', async () => {
    const id = await world.scheduled();
    await world.post.query(
      `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
         from deliveries d, generate_series(1, 1100) where d.id = ?`,
      [id],
    );
    const { id: sent } = await world.sent();
    expect(await holdDeliveries(em(), null)).toBe(1_101);
    expect(await view(sent)).toMatchObject({ held_at: null });
    expect(await unholdDeliveries(em(), null)).toEqual({ count: 1_101, due: 0 });
  });
});
