/** The outbox of many rows: a new engine store, rows that the engine refuses, and workers that share the work. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { unsyncedShards } from '#db/outbox.ts';
import { repairRuns, syncDeliveries } from '#services/deliveries/engine-sync.ts';
import { rescheduleDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import { whatIsDue } from '#services/jobs/what-is-due.ts';
import type { DeliveryIntent } from '#services/ports/engine.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage.close());
beforeEach(async () => {
  await query('delete from deliveries');
  await query('delete from engine_store');
});

const em = () => stage.orm.em.fork();
const query = <T>(text: string, params: unknown[] = []) => em().execute<T[]>(text, params);

/** why: a real engine cannot be made to refuse rows, or to lose its store at a moment of our choice. */
class Engine {
  announced: DeliveryIntent[] = [];
  refused = new Set<string>();
  store = 'first';
  isDown = false;
  duringAnnounce: () => Promise<void> = async () => {};

  async announce(intent: DeliveryIntent): Promise<void> {
    await this.duringAnnounce();
    if (this.isDown || this.refused.has(intent.deliveryId)) throw new Error('no');
    this.announced.push(intent);
  }
  async storeId(): Promise<string> {
    if (this.isDown) throw new Error('no engine');
    return this.store;
  }
}

/** Plants deliveries, each a minute later than the one before, in the order of no id. @returns their ids, nearest first */
async function plant(count: number): Promise<string[]> {
  const { id } = await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  await query(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(),
         'next_attempt_at', now() + n * interval '1 minute', 'scheduled_time', now() + n * interval '1 minute'))).*
       from deliveries d, generate_series(1, ?) as n where d.id = ?`,
    [count, id],
  );
  await query('delete from deliveries where id = ?', [id]);
  return (await query<{ id: string }>('select id from deliveries order by next_attempt_at')).map((row) => row.id);
}

async function syncAll(engine: Engine): Promise<void> {
  while (await syncDeliveries(em(), engine));
}

async function newStore(engine: Engine): Promise<void> {
  engine.store = 'second';
  engine.announced = [];
  await detectNewEngineStore(em(), engine);
}

const versions = () => query<{ id: string; xmin: string }>('select id, xmin::text from deliveries order by id');

it('puts everything back into the outbox for a new store without writing a row, nearest due time first', async () => {
  const ids = await plant(2_000);
  const engine = new Engine();
  await detectNewEngineStore(em(), engine);
  await syncAll(engine);
  const before = await versions();
  await newStore(engine);
  expect(await versions()).toEqual(before);
  expect([...(await whatIsDue(em(), []))]).toContain('unsynced');

  // One round takes a batch of each shard: all of them are among the nearest.
  expect(await syncDeliveries(em(), engine)).toBe(800);
  const places = engine.announced.map(({ deliveryId }) => ids.indexOf(deliveryId));
  expect(Math.max(...places)).toBeLessThan(1_100);
  expect(new Set(places.filter((place) => place < 500)).size).toBe(500);
  await syncAll(engine);
  expect(engine.announced.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(ids.toSorted());
  expect([...(await whatIsDue(em(), []))]).not.toContain('unsynced');
});

it('announces again what a second lost store had, also where the first was not finished', async () => {
  const ids = await plant(30);
  const engine = new Engine();
  await detectNewEngineStore(em(), engine);
  await syncAll(engine);
  // Half of them reached the second store when it was lost, too.
  await newStore(engine);
  await query('update deliveries set synced_generation = 2 where id = any(?)', [`{${ids.slice(0, 15).join(',')}}`]);
  engine.store = 'third';
  expect(await detectNewEngineStore(em(), engine)).toBe(true);
  await syncAll(engine);
  expect(engine.announced).toHaveLength(30);
});

it('lets owners edit while a new store is told, and sends the newest revision', async () => {
  const [first] = await plant(1);
  const engine = new Engine();
  await detectNewEngineStore(em(), engine);
  await syncAll(engine);
  await newStore(engine);
  const scheduled_time = new Date(Date.now() + 1_000_000_000);
  engine.duringAnnounce = async () => {
    engine.duringAnnounce = async () => {};
    await rescheduleDelivery(stage.context(), helena.id, first ?? '', { scheduled_time });
  };
  await query(
    `insert into delivery_contents (id, delivery_id, content_id, sealed_as, position)
       values (gen_random_uuid(), ?, ?, ?, 0)`,
    [first, helena.letter.id, helena.letter.id],
  );
  await syncAll(engine);
  expect(engine.announced.map(({ revision }) => revision)).toEqual([1, 2]);
});

it('compares no run with a new store before the store was told of it', async () => {
  await plant(3);
  const engine = new Engine();
  await detectNewEngineStore(em(), engine);
  await syncAll(engine);
  await newStore(engine);
  const nothing = { runState: async () => 'none' as const, end: async () => {} };
  expect(await repairRuns(em(), nothing)).toBe(0);
  await syncAll(engine);
  expect(await repairRuns(em(), nothing)).toBe(3);
});

it('announces all others while the engine refuses many rows, each of which backs off alone', async () => {
  const ids = await plant(400);
  const engine = new Engine();
  // They are the nearest: more than a whole batch of each shard would be.
  engine.refused = new Set(ids.slice(0, 120));
  await syncAll(engine);
  expect(engine.announced.map(({ deliveryId }) => deliveryId).toSorted()).toEqual(ids.slice(120).toSorted());
  // They wait, so nothing asks for a round.
  expect([...(await whatIsDue(em(), []))]).not.toContain('unsynced');
  const waits = () =>
    query<{ seconds: number; tries: number }>(
      `select extract(epoch from sync_after - now())::float8 as seconds, sync_refusals as tries from deliveries
         where sync_after is not null order by seconds`,
    );
  expect(await waits()).toHaveLength(120);
  const pass = () =>
    query("update deliveries set sync_after = now() - interval '1 second' where sync_after is not null");
  for (let refusals = 2; refusals <= 12; refusals++) {
    await pass();
    await syncAll(engine);
  }
  const last = await waits();
  // Ten minutes at the most.
  expect(last.at(-1)?.tries).toBe(12);
  expect(last.at(-1)?.seconds).toBeGreaterThan(540);
  expect(last.at(-1)?.seconds).toBeLessThanOrEqual(600);

  engine.refused.clear();
  await pass();
  await syncAll(engine);
  expect(engine.announced).toHaveLength(400);
  expect(await waits()).toEqual([]);
});

it('makes no row wait because the engine is down', async () => {
  await plant(20);
  const engine = new Engine();
  engine.isDown = true;
  await expect(syncDeliveries(em(), engine)).rejects.toThrow('no engine');
  expect(await query('select 1 from deliveries where sync_refusals > 0')).toEqual([]);
  engine.isDown = false;
  await syncAll(engine);
  expect(engine.announced).toHaveLength(20);
});

it('is shared by workers: while one is busy with a shard, another announces the rest', async () => {
  await plant(200);
  expect(await unsyncedShards(em(), 'deliveries')).toHaveLength(8);
  const [busy, other] = [new Engine(), new Engine()];
  let taken = -1;
  busy.duringAnnounce = async () => {
    busy.duringAnnounce = async () => {};
    taken = await syncDeliveries(em(), other);
  };
  await syncAll(busy);
  expect(taken).toBeGreaterThan(100);
  expect(other.announced).toHaveLength(taken);
  const ids = [...busy.announced, ...other.announced].map(({ deliveryId }) => deliveryId);
  expect(new Set(ids).size).toBe(200);
  expect(ids).toHaveLength(200);
});

it('treats the first store after a restore as new, whatever store the rows of the backup had', async () => {
  await plant(3);
  const engine = new Engine();
  await detectNewEngineStore(em(), engine);
  await syncAll(engine);
  await query('update deliveries set synced_generation = 4');
  await query('delete from engine_store');
  engine.announced = [];
  expect(await detectNewEngineStore(em(), engine)).toBe(true);
  await syncAll(engine);
  expect(engine.announced).toHaveLength(3);
});
