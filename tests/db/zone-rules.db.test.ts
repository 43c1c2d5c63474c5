/** Local times follow the rules of their zone; the tests plant instants that older rules would have given. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { HOUR } from '#domain/time/durations.ts';
import { followZoneRules } from '#services/deliveries/follow-zone-rules.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

const NOW = '2026c';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage.close());
beforeEach(async () => {
  await query('delete from deliveries');
  await query(
    "insert into zone_rules values (1, '2025a', now() - interval '9 days') on conflict (id) do update set version = '2025a', applied_at = now() - interval '9 days'",
  );
});

const fork = () => stage.orm.em.fork();
const query = <T>(sql: string, values: unknown[] = []) => fork().execute<T[]>(sql, values);
const follow = (version = NOW) => followZoneRules(fork, version);
const rowOf = async (id: string) => {
  const [row] = await query<Record<string, unknown>>(
    'select scheduled_time, next_attempt_at = scheduled_time as waits, revision, synced_revision from deliveries where id = ?',
    [id],
  );
  return row && { ...row, scheduled_time: new Date(String(row.scheduled_time)) };
};
/** A delivery scheduled with rules that put it `by` milliseconds later than today's. */
async function plant(by: number, change: Parameters<typeof scheduleOf>[1] = {}): Promise<string> {
  const wish = scheduleOf(helena.letter.id, { local_time: '2031-05-04T09:00', ...change });
  const { id } = await scheduleDelivery(stage.context(), helena.id, wish);
  await query(
    `update deliveries set scheduled_time = scheduled_time + ?::interval, next_attempt_at = next_attempt_at + ?::interval,
       synced_revision = revision where id = ?`,
    [`${by} milliseconds`, `${by} milliseconds`, id],
  );
  return id;
}

test('moves a promised hour to its new instant, syncs the engine, and says by how much in the story', async () => {
  const id = await plant(HOUR);
  const right = await plant(0);
  expect(await follow()).toBe(1);
  const moved = new Date('2031-05-04T08:00:00Z');
  expect(await rowOf(id)).toEqual({ scheduled_time: moved, waits: true, revision: 2, synced_revision: 1 });
  expect(await rowOf(right)).toMatchObject({ revision: 1, synced_revision: 1 });
  expect(
    await query("select actor, detail from timeline where delivery_id = ? and kind = 'delivery-time-moved'", [id]),
  ).toEqual([{ actor: 'stillhere', detail: { revision: 2, minutes: -60 } }]);
  expect(await query("select version, applied_at > now() - interval '1 minute' as just_now from zone_rules")).toEqual([
    { version: NOW, just_now: true },
  ]);
});

test('never moves what a program scheduled, what has begun, what is due and what is finished', async () => {
  const program = await plant(HOUR);
  await query('update deliveries set local_time = null where id = ?', [program]);
  const begun = await plant(HOUR);
  await query(
    "insert into delivery_attempts (id, delivery_id, revision, n, state, rejection, started_at) values (gen_random_uuid(), ?, 1, 1, 'rejected', 'transient', now())",
    [begun],
  );
  const due = await plant(HOUR);
  await query(
    "update deliveries set scheduled_time = now() - interval '1 second', next_attempt_at = now() where id = ?",
    [due],
  );
  const sent = await plant(HOUR);
  await query(
    "update deliveries set status = 'sent', next_attempt_at = null, sent_at = now(), finished_at = now() where id = ?",
    [sent],
  );
  const retired = await plant(HOUR);
  await query("update deliveries set time_zone = 'Europe/Atlantis' where id = ?", [retired]);
  expect(await follow()).toBe(0);
  for (const id of [program, begun, due, sent, retired]) expect(await rowOf(id)).toMatchObject({ revision: 1 });
});

test('sends now what is already due by the new rules', async () => {
  const anHourAgo = new Date(Date.now() - HOUR).toISOString().slice(0, 19);
  const id = await plant(0);
  await query(
    "update deliveries set local_time = ?, time_zone = 'UTC', scheduled_time = now() + interval '2 hours', next_attempt_at = now() + interval '2 hours' where id = ?",
    [anHourAgo, id],
  );
  expect(await follow()).toBe(1);
  const [row] = await query(
    'select scheduled_time = ?::timestamptz as is_right, next_attempt_at <= now() as is_due from deliveries where id = ?',
    [`${anHourAgo}Z`, id],
  );
  expect(row).toEqual({ is_right: true, is_due: true });
});

test('moves a skipped hour to the next valid one and takes the first of a repeated one; both keep the local time', async () => {
  const gap = await plant(0, { local_time: '2031-03-30T03:30' });
  const overlap = await plant(2 * HOUR, { local_time: '2031-10-26T01:30' });
  await query(
    "update deliveries set local_time = '2031-03-30T01:30', scheduled_time = '2031-03-30T00:30:00Z', next_attempt_at = '2031-03-30T00:30:00Z' where id = ?",
    [gap],
  );
  expect(await follow()).toBe(2);
  expect(await rowOf(gap)).toMatchObject({ scheduled_time: new Date('2031-03-30T01:30:00Z') });
  expect(await rowOf(overlap)).toMatchObject({ scheduled_time: new Date('2031-10-26T00:30:00Z') });
  expect(
    await query('select local_time from deliveries where id = any(?::uuid[]) order by local_time', [
      `{${gap},${overlap}}`,
    ]),
  ).toEqual([{ local_time: '2031-03-30T01:30' }, { local_time: '2031-10-26T01:30' }]);
});

test('never applies older rules after newer ones, and checks the same rules again for two days', async () => {
  expect(await follow('2026b')).toBe(0);
  const late = await plant(HOUR);
  expect(await follow('2026a')).toBe(0);
  expect(await follow('2026b')).toBe(1);
  await query("update zone_rules set applied_at = now() - interval '3 days'");
  const later = await plant(HOUR);
  expect(await follow('2026b')).toBe(0);
  expect(await rowOf(late)).toMatchObject({ revision: 2 });
  expect(await rowOf(later)).toMatchObject({ revision: 1 });
});

test('moves each of a thousand among three thousand once, in batches, with two workers at once', async () => {
  const id = await plant(HOUR);
  // One in three has the instant of older rules.
  await query(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid())
         || case when n % 3 = 0 then '{}' else '{"scheduled_time": "2031-05-04T08:00:00Z"}' end::jsonb)).*
       from deliveries d, generate_series(1, 2999) n where d.id = ?`,
    [id],
  );
  let most = 0;
  const counted = () => {
    const em = fork();
    const db = em.getKysely().withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        most = Math.max(most, result.rows.length);
        return result;
      },
    });
    return Object.assign(em, { getKysely: () => db });
  };
  const moved = await Promise.all([followZoneRules(counted, NOW), followZoneRules(counted, NOW)]);
  expect(moved[0] + moved[1]).toBe(1000);
  expect(most).toBe(500);
  expect(
    await query(
      `select revision, count(*)::int as rows from deliveries where status = 'pending'
         and scheduled_time = '2031-05-04T08:00:00Z' group by revision order by revision`,
    ),
  ).toEqual([
    { revision: 1, rows: 2000 },
    { revision: 2, rows: 1000 },
  ]);
});
