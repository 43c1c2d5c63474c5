/** Postgres restarts during transactions: the pool does not lose their connections. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { initOrm } from '#db/orm.ts';
import { createTestDatabase } from '#tests/harness/database.ts';
import { type Cable, layCable } from '#tests/http/cable.ts';

const POOL = 3;

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let cable: Cable;
let orm: Awaited<ReturnType<typeof initOrm>>;
beforeAll(async () => {
  database = await createTestDatabase();
  cable = await layCable(database.url);
});
beforeEach(async () => {
  orm = await initOrm(cable.url, { pool: POOL });
  await everyConnection();
  return () => orm.close(true);
});
afterAll(async () => {
  await cable?.cut();
  await database?.drop();
});

/** Uses all connections of the pool at once. */
async function everyConnection(): Promise<void> {
  let arrived = 0;
  let letGo = () => {};
  const all = new Promise<void>((resolve) => (letGo = resolve));
  const hold = () =>
    orm.em.fork().transactional(async (em) => {
      await em.execute('select 1');
      arrived += 1;
      if (arrived === POOL) letGo();
      await all;
    });
  await Promise.all(Array.from({ length: POOL }, hold));
}

test('releases its connection when a transaction begins on one that was just lost', async () => {
  const cut = cable.cut();
  const began = Array.from({ length: POOL }, () =>
    orm.em.fork().transactional(async (em) => {
      await em.execute('select 1');
    }),
  );
  expect((await Promise.allSettled(began)).map(({ status }) => status)).toEqual(Array(POOL).fill('rejected'));
  await cut;
  await cable.mend();
  await everyConnection();
});

test('releases its connection when a transaction loses it half-way', async () => {
  const broken = Array.from({ length: POOL }, () =>
    orm.em.fork().transactional(async (em) => {
      await em.execute('select pg_sleep(60)');
    }),
  );
  const settled = Promise.allSettled(broken);
  const [admin] = [await initOrm(database.url, { pool: 1 })];
  const asleep =
    "select count(*)::int as n from pg_stat_activity where query like '%pg_sleep(60)' and state = 'active'";
  const countAsleep = async () => ((await admin.em.fork().execute(asleep)) as { n: number }[])[0]?.n;
  await expect.poll(countAsleep).toBeGreaterThanOrEqual(POOL);
  await admin.close(true);
  await cable.cut();
  expect((await settled).map(({ status }) => status)).toEqual(Array(POOL).fill('rejected'));
  await cable.mend();
  await everyConnection();
});
