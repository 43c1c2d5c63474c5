/** What docs/operations.md tells an operator to run after a restore, run. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findDelivery } from '#services/deliveries/queries.ts';
import { retryDelivery } from '#services/deliveries/retry-delivery.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

it('leaves what fell due in the gap to its owners, tells them, and touches nothing else', async () => {
  const text = readFileSync(resolve(import.meta.dirname, '../../docs/operations.md'), 'utf8');
  const statements = /```sql\nbegin;\n([\s\S]+?)commit;\n```/.exec(text)?.[1] ?? '';
  const helena = await createPerson(stage.context());
  const schedule = () => scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  const [due, waiting] = [await schedule(), await schedule()];
  const { em } = stage.orm;
  await em
    .fork()
    .execute(`update deliveries set scheduled_time = now() - interval '1 hour', next_attempt_at = now() where id = ?`, [
      due.id,
    ]);

  await em.fork().transactional((tx) => tx.execute(statements));

  const find = (id: string) => findDelivery(stage.context(), helena.id, id);
  expect(await find(due.id)).toMatchObject({ status: 'failed', failure: { code: 'unconfirmed' } });
  expect(await find(waiting.id)).toMatchObject({ status: 'pending', changeable: true });
  const told = await em.fork().execute('select delivery_id, kind, next_try_at <= now() as due from notices');
  expect(told).toEqual([{ delivery_id: due.id, kind: 'delivery-failed', due: true }]);
  const timeline = await em
    .fork()
    .execute(`select delivery_id, detail from timeline where kind = 'delivery-failed' and actor = 'operator'`);
  expect(timeline).toEqual([{ delivery_id: due.id, detail: { code: 'unconfirmed' } }]);
  expect(await retryDelivery(stage.context(), helena.id, due.id, { recipient_email: 'ana@example.com' })).toMatchObject(
    { status: 'pending' },
  );
});
