/** Instants and durations between the database and the protocol, which counts in milliseconds. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fromMilliseconds, inMilliseconds, interval } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { createStage } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const INSTANT = sql<Date>`timestamptz '2026-11-22 10:00:00.123456Z'`;

it('reads an instant as milliseconds with a fraction, which a Date lacks, and null as null', async () => {
  const { exact, date, none } = await query(stage.orm.em.fork())
    .selectNoFrom([
      inMilliseconds(INSTANT).as('exact'),
      INSTANT.as('date'),
      inMilliseconds(sql<Date | null>`null::timestamptz`).as('none'),
    ])
    .executeTakeFirstOrThrow();
  expect([exact, none]).toEqual([Date.UTC(2026, 10, 22, 10) + 123.456, null]);
  expect(date).toEqual(new Date(Math.floor(exact)));
});

it('writes milliseconds as the instant that they were read from, and null as null', async () => {
  const { same, none, later } = await query(stage.orm.em.fork())
    .selectNoFrom([
      sql<boolean>`${fromMilliseconds(Date.UTC(2026, 10, 22, 10) + 123.456)} = ${INSTANT}`.as('same'),
      fromMilliseconds(null).as('none'),
      sql<boolean>`${INSTANT} + ${interval(1_500)} = timestamptz '2026-11-22 10:00:01.623456Z'`.as('later'),
    ])
    .executeTakeFirstOrThrow();
  expect([same, none, later]).toEqual([true, null, true]);
});
