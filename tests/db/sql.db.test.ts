import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockShard } from '#db/outbox.ts';
import { query } from '#db/query.ts';
import { anyOf, recordset } from '#db/sql.ts';
import { createStage } from '../harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const db = () => query(stage.orm.em.fork());

it('reads rows as a table, with the declared types', async () => {
  const rows: { id: string; name: string | null; count: number | null; isSet: boolean | null; at: Date | null }[] = [
    { id: randomUUID(), name: 'quote " and \\', count: 3, isSet: true, at: new Date('2031-05-04T09:00:00.123Z') },
    { id: randomUUID(), name: null, count: null, isSet: null, at: null },
  ];
  const types = { id: 'uuid', name: 'text', count: 'integer', isSet: 'boolean', at: 'timestamptz' } as const;
  expect(
    await db()
      .selectFrom(recordset('r', rows, types))
      .selectAll()
      .execute(),
  ).toEqual(rows);
  expect(
    await db()
      .selectFrom(recordset('r', rows.slice(2), types))
      .selectAll()
      .execute(),
  ).toEqual([]);
});

it('compares an id with several, and with none', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const isAmong = async (ids: string[]) => {
    const { rows } = await sql<{ is: boolean }>`select ${one}::uuid = ${anyOf(ids)} as is`.execute(db());
    return rows[0]?.is;
  };
  expect([await isAmong([other, one]), await isAmong([other]), await isAmong([])]).toEqual([true, false, false]);
});

it('lets one transaction at a time sync a shard of a table', async () => {
  await stage.orm.em.fork().transactional(async (tx) => {
    expect(await lockShard(tx, 'deliveries', 3)).toBe(true);
    const others = await stage.orm.em
      .fork()
      .transactional(async (other) => [
        await lockShard(other, 'deliveries', 3),
        await lockShard(other, 'deliveries', 4),
        await lockShard(other, 'emergency_protocols', 3),
      ]);
    expect(others).toEqual([false, true, true]);
  });
});
