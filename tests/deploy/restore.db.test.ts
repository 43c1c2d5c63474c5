/** What docs/operations.md tells an operator to run after a restore, run. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY, HOUR } from '#domain/time/durations.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { lockProtocol } from '#services/emergency/protocol-row.ts';
import { lastHour } from '#services/operations/gauges.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

it('leaves what fell due in the gap to its owners, tells them, and touches nothing else', async () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const statements = /```sql\nbegin;\n(with gap [\s\S]+?)commit;\n```/.exec(text)?.[1] ?? '';
  const helena = await createPerson(stage.context());
  const silent = await createPerson(stage.context());
  const schedule = ({ id, letter }: typeof helena) => scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
  const [due, waiting] = [await schedule(helena), await schedule(helena)];
  const [last, released] = [await schedule(silent), await schedule(helena)];
  const { em } = stage.orm;
  const change = (sql: string, params: unknown[]) => em.fork().execute(sql, params);
  await change(
    `update deliveries set scheduled_time = now() - interval '1 hour', next_attempt_at = now() where id <> ?`,
    [waiting.id],
  );
  await em.fork().transactional((tx) => lockProtocol(tx, silent.id, DAY));
  await change(
    `update emergency_protocols set is_active = true, stage = 'released', released_at = now() where owner_id = ?`,
    [silent.id],
  );
  await change(`update deliveries set origin = 'release', release_episode = 1 where id = ?`, [released.id]);

  await em.fork().transactional((tx) => tx.execute(statements));

  const find = (id: string) => findDelivery(stage.context(), helena.id, id);
  expect(await find(due.id)).toMatchObject({ status: 'failed', failure: { code: 'unconfirmed' } });
  expect(await find(waiting.id)).toMatchObject({ status: 'pending', changeable: true });
  // Nobody would press a button for these: they go out.
  expect(await find(released.id)).toMatchObject({ status: 'pending' });
  expect(await findDelivery(stage.context(), silent.id, last.id)).toMatchObject({ status: 'pending' });
  const notices = await em
    .fork()
    .execute(
      "select delivery_id, n.kind, run_at <= now() as due from notices n join jobs j on j.kind = 'notice' and j.subject = n.id::text",
    );
  expect(notices).toEqual([{ delivery_id: due.id, kind: 'delivery-failed', due: true }]);
  const timeline = await em
    .fork()
    .execute(`select delivery_id, detail from timeline where kind = 'delivery-failed' and actor = 'operator'`);
  expect(timeline).toEqual([{ delivery_id: due.id, detail: { code: 'unconfirmed', revision: 1 } }]);
  // What comes later is later by its id, too: otherwise the gap would be in "the last hour" for ever.
  expect((await lastHour(em.fork(), Date.now() + 2 * HOUR)).outcomes).toEqual([]);
  expect(await retryDelivery(stage.context(), helena.id, due.id, { recipient_email: 'ana@example.com' })).toMatchObject(
    { status: 'pending' },
  );
});
