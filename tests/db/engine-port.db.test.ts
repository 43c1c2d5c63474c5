/** The worker's loops for deliveries in Postgres, with an engine that records its calls. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { repairRuns, syncDeliveries } from '#services/deliveries/engine-sync.ts';
import { deleteDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import type { DeliveryIntent, Engine, Run } from '#services/ports/engine.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage.close());

const em = () => stage.orm.em.fork();
const schedule = () => scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
const row = async (id: string) => {
  const [found] = await em().execute<{ revision: number; synced_revision: number; engine_checked_at: string | null }[]>(
    'select * from deliveries where id = ?',
    [id],
  );
  return found;
};

/** why: tests/faults shows that the real engine starts runs; here it must fail and forget on demand. */
class RememberingEngine implements Pick<Engine, 'announce' | 'runState' | 'end' | 'storeId'> {
  announced: DeliveryIntent[] = [];
  running = new Set<string>();
  store = 'first';
  isDown = false;
  failsAfter = Number.POSITIVE_INFINITY;
  duringAnnounce: ((intent: DeliveryIntent) => Promise<void>) | null = null;

  async announce(intent: DeliveryIntent): Promise<void> {
    if (this.isDown || this.announced.length >= this.failsAfter) throw new Error('no engine');
    await this.duringAnnounce?.(intent);
    this.announced.push(intent);
    if (!intent.cancelled) this.running.add(intent.deliveryId);
  }
  async runState({ id }: Run) {
    if (this.isDown) throw new Error('no engine');
    return this.running.has(id) ? ('running' as const) : ('none' as const);
  }
  async end({ id }: Run): Promise<void> {
    this.running.delete(id);
  }
  async storeId(): Promise<string> {
    if (this.isDown || this.announced.length >= this.failsAfter) throw new Error('no engine');
    return this.store;
  }
}

let engine: RememberingEngine;
beforeEach(async () => {
  engine = new RememberingEngine();
  await em().execute('delete from deliveries');
  await em().execute('delete from engine_store');
});

describe('the dispatcher', () => {
  it('sends the engine ids and instants, once', async () => {
    const { id, scheduled_time } = await schedule();
    expect(await syncDeliveries(em(), engine)).toBe(1);
    expect(await syncDeliveries(em(), engine)).toBe(0);
    expect(engine.announced).toEqual([
      {
        deliveryId: id,
        revision: 1,
        sendAt: new Date(scheduled_time),
        cancelled: false,
        ownerId: helena.id,
        channel: 'email',
      },
    ]);
    expect(await row(id)).toMatchObject({ revision: 1, synced_revision: 1 });
  });

  it('sends a deleted delivery as cancelled', async () => {
    const { id } = await schedule();
    await syncDeliveries(em(), engine);
    await deleteDelivery(stage.context(), helena.id, id);
    await syncDeliveries(em(), engine);
    expect(engine.announced.at(-1)).toMatchObject({ deliveryId: id, revision: 2, cancelled: true });
  });

  it('retries what it could not send, and remembers what it sent', async () => {
    const ids = [];
    for (let index = 0; index < 30; index++) ids.push((await schedule()).id);
    engine.failsAfter = 10;
    await expect(syncDeliveries(em(), engine)).rejects.toThrow('no engine');
    const [open] = await em().execute<{ count: number }[]>(
      'select count(*)::int as count from deliveries where revision > synced_revision',
    );
    expect(open?.count).toBe(30 - engine.announced.length);
    expect(engine.announced.length).toBeGreaterThan(0);
    expect(open?.count).toBeGreaterThan(0);
    engine.failsAfter = Number.POSITIVE_INFINITY;
    await syncDeliveries(em(), engine);
    expect(engine.running).toEqual(new Set(ids));
  });

  it('does not count a newer intent as synced, and locks no row while the engine is slow', async () => {
    const { id } = await schedule();
    engine.duringAnnounce = async () => {
      engine.duringAnnounce = null;
      // The owner deletes it while the engine gets the older intent: neither waits.
      await deleteDelivery(stage.context(), helena.id, id);
    };
    await syncDeliveries(em(), engine);
    expect(await row(id)).toMatchObject({ revision: 2, synced_revision: 1 });
    await syncDeliveries(em(), engine);
    expect(engine.announced.map(({ revision, cancelled }) => [revision, cancelled])).toEqual([
      [1, false],
      [2, true],
    ]);
  });

  it('works in one process at a time', async () => {
    await schedule();
    let others = -1;
    engine.duringAnnounce = async () => {
      others = await syncDeliveries(em(), engine);
    };
    await syncDeliveries(em(), engine);
    expect(others).toBe(0);
    expect(engine.announced).toHaveLength(1);
  });
});

describe('a new engine store', () => {
  it('is recognised, and everything pending is synced again', async () => {
    const { id } = await schedule();
    expect(await detectNewEngineStore(em(), engine)).toBe(false);
    await syncDeliveries(em(), engine);
    expect(await detectNewEngineStore(em(), engine)).toBe(false);
    expect(await row(id)).toMatchObject({ synced_revision: 1 });
    engine = new RememberingEngine();
    engine.store = 'second';
    expect(await detectNewEngineStore(em(), engine)).toBe(true);
    // No row changes before the engine was sent it.
    expect(await row(id)).toMatchObject({ synced_revision: 1, synced_generation: 1 });
    await syncDeliveries(em(), engine);
    expect(engine.running).toEqual(new Set([id]));
  });

  it('is not concluded from an engine that does not answer', async () => {
    const { id } = await schedule();
    await detectNewEngineStore(em(), engine);
    await syncDeliveries(em(), engine);
    engine.isDown = true;
    await expect(detectNewEngineStore(em(), engine)).rejects.toThrow();
    expect(await row(id)).toMatchObject({ synced_revision: 1 });
  });
});

describe('the janitor', () => {
  const dueSoon = (id: string) =>
    em().execute("update deliveries set next_attempt_at = now() + interval '1 hour' where id = ?", [id]);

  it('starts a missing run again, and checks each once a day', async () => {
    const { id } = await schedule();
    await syncDeliveries(em(), engine);
    await dueSoon(id);
    expect(await repairRuns(em(), engine)).toBe(0);
    engine.running.clear();
    expect(await repairRuns(em(), engine)).toBe(0);
    await em().execute("update deliveries set engine_checked_at = now() - interval '25 hours'");
    expect(await repairRuns(em(), engine)).toBe(1);
    await syncDeliveries(em(), engine);
    expect(engine.running).toEqual(new Set([id]));
  });

  it('leaves out what is due in years', async () => {
    const { id } = await schedule();
    await syncDeliveries(em(), engine);
    engine.running.clear();
    expect(await repairRuns(em(), engine)).toBe(0);
    expect((await row(id))?.engine_checked_at).toBeNull();
  });

  it('ends the run of a delivery that finished a while ago', async () => {
    const { id } = await schedule();
    await syncDeliveries(em(), engine);
    const finish = (ago: string) =>
      em().execute(
        `update deliveries set status = 'sent', next_attempt_at = null, finished_at = now() - interval '${ago}' where id = ?`,
        [id],
      );
    await finish('1 minute');
    await repairRuns(em(), engine);
    expect(engine.running.has(id)).toBe(true);
    await finish('11 minutes');
    await repairRuns(em(), engine);
    expect(engine.running.has(id)).toBe(false);
  });

  it('changes nothing while the engine does not answer', async () => {
    const { id } = await schedule();
    await syncDeliveries(em(), engine);
    await dueSoon(id);
    engine.isDown = true;
    await expect(repairRuns(em(), engine)).rejects.toThrow('no engine');
    expect(await row(id)).toMatchObject({ synced_revision: 1, engine_checked_at: null });
  });
});
