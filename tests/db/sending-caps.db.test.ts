/** How much one account may schedule: new recipients in a day, and deliveries that wait. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SendingCaps } from '#domain/delivery/caps.ts';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { deleteDelivery, rescheduleDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

/** A new owner under these caps. */
async function owner(caps: Partial<SendingCaps>, plan: 'plus' | 'premium' = 'plus') {
  const person = await createPerson(stage.context(), 'Helena Duarte', plan);
  const context = () => ({ ...stage.context(), caps: { newRecipients: 0, pending: 0, ...caps } });
  const schedule = (recipient_email: string, change = {}) =>
    scheduleDelivery(context(), person.id, scheduleOf(person.letter.id, { recipient_email, ...change }));
  return { ...person, context, schedule };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : Promise.reject(error)),
  );
const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);

describe('new recipients', () => {
  it('are a few in a day; people whom the account wrote to before do not count', async () => {
    const { schedule } = await owner({ newRecipients: 2 });
    await schedule('ana@example.com');
    await schedule('rui@example.com');
    const refused = await refusal(schedule('eve@example.com'));
    expect(refused).toMatchObject({
      code: 'too-many-requests',
      message: 'You can write to 2 new people in a day. Please wait 24 hours and try again.',
    });
    expect(refused?.facts.retry_after).toBeGreaterThan(86_000);
    await schedule('rui@example.com');
    await schedule('Ana+letters@example.com'.toLowerCase());
  });

  it('are three times as many on Premium', async () => {
    const { schedule } = await owner({ newRecipients: 1 }, 'premium');
    for (const name of ['a', 'b', 'c']) await schedule(`${name}@example.com`);
    expect(await refusal(schedule('d@example.com'))).toMatchObject({ code: 'too-many-requests' });
  });

  it('have room again after a day', async () => {
    const { id, schedule } = await owner({ newRecipients: 1 });
    await schedule('ana@example.com');
    await query("update correspondents set scheduled_at = scheduled_at - interval '24 hours' where owner_id = ?", [id]);
    await schedule('rui@example.com');
    expect(await refusal(schedule('eve@example.com'))).toMatchObject({ code: 'too-many-requests' });
  });

  it('stay counted when the delivery is deleted', async () => {
    const { id, context, schedule } = await owner({ newRecipients: 1 });
    const { id: delivery } = await schedule('ana@example.com');
    await deleteDelivery(context(), id, delivery);
    expect(await refusal(schedule('rui@example.com'))).toMatchObject({ code: 'too-many-requests' });
  });

  it('are counted for a changed address and for a corrected one, too', async () => {
    const { id, context, schedule } = await owner({ newRecipients: 1 });
    const { id: delivery } = await schedule('ana@example.com');
    const change = { recipient_email: 'rui@example.com' };
    expect(await refusal(rescheduleDelivery(context(), id, delivery, change))).toMatchObject({
      code: 'too-many-requests',
    });
    await query(
      "update deliveries set status = 'failed', failure_code = 'bounced', next_attempt_at = null, finished_at = now() where id = ?",
      [delivery],
    );
    const retry = { ...change, recipient_phone: undefined, delivery_type: undefined };
    expect(await refusal(retryDelivery(context(), id, delivery, retry))).toMatchObject({ code: 'too-many-requests' });
  });

  it('are not those of a delivery that exists: its date is changed and it is tried again, whatever else was written', async () => {
    const { id, letter, context, schedule } = await owner({ newRecipients: 2 });
    const phone = { delivery_type: 'whatsapp' as const, recipient_phone: '+351912345678' };
    const uncapped = { ...context(), caps: { newRecipients: 0, pending: 0 } };
    const { id: delivery } = await scheduleDelivery(uncapped, id, scheduleOf(letter.id, phone));
    // As if it were from before addresses were counted.
    await query('delete from correspondents where owner_id = ?', [id]);
    await schedule('rui@example.com');
    await schedule('eve@example.com');
    await rescheduleDelivery(context(), id, delivery, { scheduled_time: new Date(Date.now() + 9 * DAY) });
    await query(
      "update deliveries set status = 'failed', failure_code = 'bounced', next_attempt_at = null, finished_at = now() where id = ?",
      [delivery],
    );
    await retryDelivery(context(), id, delivery, { recipient_email: 'ana@example.com' });
  });

  it('count a phone number, so that one address does not reach a thousand phones', async () => {
    const { schedule } = await owner({ newRecipients: 2 });
    const phone = (recipient_phone: string) => ({ delivery_type: 'whatsapp' as const, recipient_phone });
    await schedule('ana@example.com', phone('+351912345678'));
    expect(await refusal(schedule('ana@example.com', phone('+351912345679')))).toMatchObject({
      code: 'too-many-requests',
    });
  });

  it('are counted one after the other when many calls come at once', async () => {
    const { id, schedule } = await owner({ newRecipients: 3 });
    const calls = Array.from({ length: 8 }, (_, n) => schedule(`r${n}@example.com`));
    const ends = await Promise.allSettled(calls);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await query('select 1 from deliveries where owner_id = ?', [id])).toHaveLength(3);
  });

  it('leave nothing behind when they are refused', async () => {
    const { id, schedule } = await owner({ newRecipients: 1 });
    await schedule('ana@example.com');
    await refusal(schedule('rui@example.com'));
    expect(await query('select 1 from correspondents where owner_id = ?', [id])).toHaveLength(1);
  });
});

describe('deliveries that wait', () => {
  it('are as many as the plan has room for, and more once one was deleted', async () => {
    const { id, context, schedule } = await owner({ pending: 2 });
    const { id: first } = await schedule('ana@example.com');
    await schedule('ana@example.com');
    expect(await refusal(schedule('ana@example.com'))).toMatchObject({
      code: 'validation-failed',
      message: 'Your plan has room for 2 scheduled deliveries. Please wait until some have gone out, or delete some.',
    });
    await deleteDelivery(context(), id, first);
    await schedule('ana@example.com');
  });

  it('are ten times as many on Premium', async () => {
    const { schedule } = await owner({ pending: 1 }, 'premium');
    for (let n = 0; n < 10; n += 1) await schedule('ana@example.com');
    expect(await refusal(schedule('ana@example.com'))).toMatchObject({ code: 'validation-failed' });
  });

  it('have no cap where it is 0, or where the caller has none', async () => {
    const { id, letter, schedule } = await owner({});
    for (const name of ['a', 'b', 'c']) await schedule(`${name}@example.com`);
    await scheduleDelivery(stage.context(), id, scheduleOf(letter.id, { recipient_email: 'd@example.com' }));
  });
});
