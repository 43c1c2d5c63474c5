/** A refund takes back what was scheduled with the payment, and lists it first. The provider is a fake. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY } from '#domain/time/durations.ts';
import { listDeliveries } from '#services/deliveries/queries.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { previewRefund, refundAndTakeBack } from '#services/deliveries/take-back.ts';
import { applyRemote } from '#services/subscription/apply-remote.ts';
import { Books, remote } from '#tests/harness/books.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { givePlan } from '#tests/harness/plan.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

const query = <T>(sql: string, params: unknown[]) => stage.orm.em.fork().execute(sql, params) as Promise<T[]>;
const unique = (prefix: string) => `${prefix}_${randomBytes(6).toString('hex')}`;

/** A person who paid two days ago. */
async function payer() {
  const { id, letter } = await createPerson(stage.context());
  await givePlan(query, id, 'free');
  const books = new Books();
  const customerId = unique('cus');
  const subscription = remote({ id: unique('sub'), customerId, accountId: id });
  books.subscriptions.set(subscription.id, subscription);
  await applyRemote(stage.orm.em.fork(), subscription);
  books.invoices.set('in', {
    ...{ id: 'in', subscriptionId: subscription.id, amount: 500, status: 'paid' as const, url: null },
    ...{ refunded: 0, credited: 0, planType: 'plus_monthly' as const, customerId },
    at: new Date(Date.now() - 2 * DAY).toISOString(),
  });
  const schedule = async (daysAgo: number) => {
    const delivery = await scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
    await query(`update deliveries set created_at = now() - interval '${daysAgo} days' where id = ?`, [delivery.id]);
    return delivery.id;
  };
  return { id, letter, books, schedule, billing: () => ({ ...stage.context(), payments: books }) };
}

it('lists what was scheduled since the payment, deletes it, and leaves the rest', async () => {
  const { id, billing, schedule } = await payer();
  const before = await schedule(3);
  const since = [await schedule(1), await schedule(0)];
  const gone = await schedule(1);
  await query(
    "update deliveries set status = 'sent', sent_at = now(), next_attempt_at = null, finished_at = now() where id = ?",
    [gone],
  );
  const preview = await previewRefund(billing(), id);
  expect(preview.takenBack.sort()).toEqual(since.sort());
  expect(preview.shown.map((one) => one.id).sort()).toEqual(since);
  expect(await listDeliveries(stage.context(), id)).toHaveLength(4);

  expect(await refundAndTakeBack(billing(), id)).toBe(500);
  expect((await listDeliveries(stage.context(), id)).map((one) => one.id).sort()).toEqual([before, gone].sort());
  for (const taken of since)
    expect(
      await query(
        'select deleted_at is not null as deleted, recipient_email, next_attempt_at, revision from deliveries where id = ?',
        [taken],
      ),
    ).toEqual([{ deleted: true, recipient_email: '', next_attempt_at: null, revision: 2 }]);
});

it('takes back what the day’s cap of its address holds, and not what was sent again', async () => {
  const { id, billing, schedule } = await payer();
  const [held, sentAgain, due] = [await schedule(0), await schedule(0), await schedule(0)];
  const hold = (delivery: string, until: string, change = '') =>
    query(
      `update deliveries set scheduled_time = now() - interval '1 minute', next_attempt_at = now() + interval '${until}' ${change} where id = ?`,
      [delivery],
    );
  await hold(held, '1 day');
  await hold(sentAgain, '1 day', ", sent_at = now() - interval '1 hour'");
  await hold(due, '-1 minute');
  expect((await previewRefund(billing(), id)).takenBack).toEqual([held]);
  await refundAndTakeBack(billing(), id);
  expect((await listDeliveries(stage.context(), id)).map((one) => one.id).sort()).toEqual([sentAgain, due].sort());
});

it('takes nothing back while the provider cannot be reached', async () => {
  const { id, books, billing, schedule } = await payer();
  const kept = await schedule(0);
  books.isAway = true;
  await expect(refundAndTakeBack(billing(), id)).rejects.toMatchObject({ code: 'unavailable' });
  expect((await listDeliveries(stage.context(), id)).map((one) => one.id)).toEqual([kept]);
});

it('leaves nothing scheduled when a delivery is scheduled at the same moment', async () => {
  const { id, letter, billing } = await payer();
  const calls = Array.from({ length: 4 }, () => scheduleDelivery(stage.context(), id, scheduleOf(letter.id)));
  await Promise.allSettled([...calls, refundAndTakeBack(billing(), id)]);
  const left = await listDeliveries(stage.context(), id);
  expect(left).toEqual([]);
});
