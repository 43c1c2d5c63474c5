/** Reports of messages that did not arrive, and what their owner sees. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureCode } from '#domain/delivery/delivery.ts';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { failureReasons } from '#messages/en/delivery-terms.ts';
import { say } from '#messages/say.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { dashboard, findDelivery } from '#services/deliveries/queries.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { newId } from '#services/ids.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage?.close());

const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute(sql, params) as Promise<T[]>;
const failed = (failure: FailureCode): DeliveryEvent => ({ kind: 'failed', failure });

async function report(attemptId: string, event: DeliveryEvent, eventId: string = randomUUID()): Promise<void> {
  const reported = { eventId, attemptId, mailId: null, messageId: 'm1', name: event.kind, occurredAt: new Date() };
  await recordProviderEvents({ em: stage.orm.em.fork() }, 'sendgrid', [{ ...reported, event }]);
}

/** A delivery that was due an hour ago and is with the provider; the dashboard still shows its time. */
async function sending() {
  const { id } = await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  await query("update deliveries set scheduled_time = now() - interval '1 hour' where id = ?", [id]);
  return { id, attemptId: await attemptOf(id, 1) };
}

async function attemptOf(id: string, revision: number): Promise<string> {
  const attemptId = newId();
  await query(
    "insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, ?, 1, 'started', now())",
    [attemptId, id, revision],
  );
  return attemptId;
}

const noticesOf = async (id: string) =>
  (
    await query<{ kind: string; revision: number }>(
      'select kind, revision from notices where delivery_id = ? order by revision',
      [id],
    )
  ).map(({ kind, revision }) => `${kind} ${revision}`);
const shown = (id: string) => findDelivery(stage.context(), helena.id, id);

describe.each<FailureCode>(['bounced', 'blocked', 'dropped', 'reported'])('%s', (code) => {
  it.each<[string, DeliveryEvent[]]>([
    ['before our own record', []],
    ['once it was taken', [{ kind: 'accepted' }]],
    ['once it was delivered', [{ kind: 'accepted' }, { kind: 'delivered' }, { kind: 'noted' }]],
  ])('%s, and however often: failed, with a plain reason and one mail', async (_when, before) => {
    const { id, attemptId } = await sending();
    for (const event of before) await report(attemptId, event);
    const eventId = randomUUID();
    await Promise.all([report(attemptId, failed(code), eventId), report(attemptId, failed(code), eventId)]);
    // Other events of the same message: SendGrid reports a bounce, and then drops.
    for (const event of [failed('dropped'), failed('bounced'), { kind: 'accepted' }, { kind: 'delivered' }] as const)
      await report(attemptId, event);
    expect(await shown(id)).toMatchObject({ status: 'failed', failure: { code, text: say(failureReasons[code]) } });
    expect(await noticesOf(id)).toEqual(['delivery-failed 1']);
    const { troubled } = await dashboard(stage.context(), helena.id);
    expect(troubled.find((one) => one.id === id)).toMatchObject({ status: 'failed', failure: { code } });
  });

  it('does not fail once it was opened, and shows that', async () => {
    const { id, attemptId } = await sending();
    await report(attemptId, { kind: 'delivered' });
    await query('update deliveries set opened_at = now() where id = ?', [id]);
    await report(attemptId, failed(code));
    expect(await shown(id)).toMatchObject({ status: 'failed', opened_at: expect.any(String), failure: { code } });
  });

  it('of an earlier message does not change what was sent to the corrected address', async () => {
    const { id, attemptId } = await sending();
    await report(attemptId, failed('bounced'));
    await retryDelivery(stage.context(), helena.id, id, { recipient_email: 'ana.corrected@example.com' });
    await report(attemptId, failed(code));
    expect(await shown(id)).toMatchObject({ status: 'pending', failure: null });
    const second = await attemptOf(id, 2);
    await report(second, { kind: 'delivered' });
    for (const event of [failed(code), { kind: 'accepted' }, { kind: 'delivered' }] as const)
      await report(attemptId, event);
    expect(await shown(id)).toMatchObject({ status: 'sent', failure: null });
    expect(await noticesOf(id)).toEqual(['delivery-failed 1']);
    // An event of the new message counts.
    await report(second, failed(code));
    expect(await noticesOf(id)).toEqual(['delivery-failed 1', 'delivery-failed 2']);
  });
});

it('is on the dashboard for a month, also for a message that was sent long before', async () => {
  const { id, attemptId } = await sending();
  await report(attemptId, { kind: 'delivered' });
  await query(
    `update deliveries set scheduled_time = now() - interval '70 days', sent_at = now() - interval '70 days',
       finished_at = now() - interval '70 days' where id = ?`,
    [id],
  );
  await report(attemptId, failed('reported'));
  const isTroubled = async () =>
    (await dashboard(stage.context(), helena.id)).troubled.some((delivery) => delivery.id === id);
  // No more than five are shown, the newest of them.
  await query("update deliveries set status = 'sent', failure_code = null where id <> ? and status = 'failed'", [id]);
  expect(await isTroubled()).toBe(true);
  await query("update deliveries set finished_at = now() - interval '31 days' where id = ?", [id]);
  expect(await isTroubled()).toBe(false);
});

it('makes one failure and one mail of two copies that bounce, reported together', async () => {
  const { id, attemptId } = await sending();
  await query("update delivery_attempts set state = 'unknown' where id = ?", [attemptId]);
  const copyId = newId();
  await query(
    "insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 2, 'started', now())",
    [copyId, id],
  );
  const events = [
    [attemptId, { kind: 'accepted' }],
    [attemptId, failed('bounced')],
    [copyId, { kind: 'accepted' }],
    [copyId, failed('bounced')],
  ] as const;
  await recordProviderEvents(
    { em: stage.orm.em.fork() },
    'sendgrid',
    events.map(([attempt, event], second) => ({
      eventId: randomUUID(),
      attemptId: attempt,
      mailId: null,
      messageId: 'm1',
      name: event.kind,
      event,
      occurredAt: new Date(Date.now() + second * 1_000),
    })),
  );
  expect(await shown(id)).toMatchObject({ status: 'failed', failure: { code: 'bounced' } });
  expect(await noticesOf(id)).toEqual(['delivery-failed 1']);
});

it('saves deferred, opened and clicked events, which change nothing', async () => {
  const { id, attemptId } = await sending();
  for (let times = 0; times < 3; times += 1) await report(attemptId, { kind: 'noted' });
  expect(await shown(id)).toMatchObject({ status: 'pending', failure: null, delivered_at: null, opened_at: null });
  expect(await noticesOf(id)).toEqual([]);
  expect(await query('select 1 from provider_events where attempt_id = ?', [attemptId])).toHaveLength(3);
});
