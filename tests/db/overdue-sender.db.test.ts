/** More overdue deliveries than one claim can take are still sent, and delay no others. */
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '#domain/time/durations.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import type { EmailSender, WhatsAppSender } from '#services/ports/senders.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { eventually } from '#tests/harness/process.ts';
import { startDueWorkPoller } from '#worker/due-work-poller.ts';
import { startOverdueSender } from '#worker/overdue-sender.ts';
import type { Rush } from '#worker/rush.ts';

// why: mails reach people.
const ACCEPTING: EmailSender = { send: async () => ({ kind: 'accepted', messageId: null }) };

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

it('claims smaller batches while a large one takes too long', async () => {
  const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);
  const { id, letter } = await createPerson(stage.context());
  for (let index = 0; index < 5; index += 1) await scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
  await query("update deliveries set next_attempt_at = now() - interval '1 minute'");
  // Like a very large release: two at once take longer than one statement may.
  await query(
    `create function too_slow() returns trigger language plpgsql as $$ begin
       if (select count(*) from claimed) > 1 then raise 'canceling statement due to statement timeout'; end if; return null; end $$`,
  );
  await query(
    `create trigger too_slow after insert on delivery_attempts referencing new table as claimed
     for each statement execute function too_slow()`,
  );
  const lanes = lanesWith(null);
  try {
    await eventually(
      () => query("select id from deliveries where status = 'pending'"),
      (pending) => pending.length === 0,
    );
  } finally {
    await Promise.all(lanes.map((lane) => lane.stop()));
    await query('drop trigger too_slow on delivery_attempts');
  }
});

it('says how much of each batch was full, so that the rest of the worker knows of a rush', async () => {
  const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);
  const { id, letter } = await createPerson(stage.context());
  const { id: first } = await scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
  const noted: Parameters<Rush['sent']>[] = [];
  const pending = async () =>
    (
      await query<{ n: number }>(
        "select count(*)::int as n from deliveries where owner_id = ? and status = 'pending'",
        [id],
      )
    )[0]?.n ?? 0;
  const lanes = lanesWith(null, ACCEPTING, { sent: (...batch) => void noted.push(batch) });
  try {
    await query("update deliveries set next_attempt_at = now() - interval '1 minute' where id = ?", [first]);
    await eventually(pending, (left) => left === 0);
    await eventually(
      async () => noted,
      (all) => all.some(([, count]) => count > 0),
    );
    expect(noted.filter(([, count]) => count > 0)).toEqual([['email', 1, 50]]);
    // More than all lanes take at once.
    await query(
      `with copies as (
         insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid(), 'status', 'pending',
             'sent_at', null, 'finished_at', null, 'next_attempt_at', now() - interval '1 minute'))).*
           from deliveries d, generate_series(1, 249) where d.id = ? returning id)
       insert into delivery_contents select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'delivery_id', copies.id))).*
         from delivery_contents c, copies where c.delivery_id = ?`,
      [first, first],
    );
    await eventually(pending, (left) => left === 0);
    await eventually(
      async () => noted,
      (all) => all.some(([channel, count, limit]) => channel === 'email' && count === limit),
    );
  } finally {
    await Promise.all(lanes.map((lane) => lane.stop()));
  }
});

it('sends emails while WhatsApp hangs', async () => {
  const { id, letter } = await createPerson(stage.context());
  const whatsapp = { delivery_type: 'whatsapp', recipient_phone: '+351912345678' } as const;
  const { id: message } = await scheduleDelivery(stage.context(), id, scheduleOf(letter.id, whatsapp));
  const { id: email } = await scheduleDelivery(stage.context(), id, scheduleOf(letter.id));
  const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);
  // Enough of them to fill every sender, if channels shared them.
  await query(
    `insert into deliveries select (jsonb_populate_record(d, jsonb_build_object('id', gen_random_uuid()))).*
       from deliveries d, generate_series(1, 399) where d.id = ?`,
    [message],
  );
  await query(
    `insert into delivery_contents select (jsonb_populate_record(c, jsonb_build_object('id', gen_random_uuid(), 'delivery_id', d.id))).*
       from delivery_contents c, deliveries d where c.delivery_id = ? and d.channel = 'whatsapp' and d.id <> c.delivery_id`,
    [message],
  );
  let letGo = () => {};
  const hanging = new Promise<void>((resolve) => (letGo = resolve));
  // why: messages reach people.
  const lanes = lanesWith({ send: () => hanging.then(() => ({ kind: 'accepted', messageId: 'SM1' }) as const) });
  try {
    await query("update deliveries set next_attempt_at = now() - interval '2 minutes' where channel = 'whatsapp'");
    await query("update deliveries set next_attempt_at = now() - interval '1 minute' where id = ?", [email]);
    await eventually(
      () => query<{ status: string }>('select status from deliveries where id = ?', [email]),
      ([row]) => row?.status === 'sent',
    );
  } finally {
    letGo();
    await Promise.all(lanes.map((lane) => lane.stop()));
  }
});

it('sends emails that become due while one call hangs', async () => {
  const { id, letter } = await createPerson(stage.context());
  const query = <T>(sql: string, params: unknown[] = []) => stage.orm.em.fork().execute<T[]>(sql, params);
  const becomesDue = async (to: string) => {
    const { id: delivery } = await scheduleDelivery(
      stage.context(),
      id,
      scheduleOf(letter.id, { recipient_email: to }),
    );
    await query("update deliveries set next_attempt_at = now() - interval '1 minute' where id = ?", [delivery]);
    return delivery;
  };
  let letGo = () => {};
  const hanging = new Promise<void>((resolve) => (letGo = resolve));
  // why: mails reach people.
  const lanes = lanesWith(null, {
    async send({ to }) {
      if (to.email === 'hangs@example.com') await hanging;
      return { kind: 'accepted', messageId: null };
    },
  });
  const stateOf = (delivery: string) =>
    query<{ state: string }>('select state from delivery_attempts where delivery_id = ?', [delivery]);
  const becomes = (delivery: string, state: string) =>
    eventually(
      () => stateOf(delivery),
      ([attempt]) => attempt?.state === state,
    );
  try {
    const first = await becomesDue('hangs@example.com');
    await becomes(first, 'started');
    for (const index of [1, 2, 3]) {
      const next = await becomesDue(`after-${index}@example.com`);
      await becomes(next, 'accepted');
    }
    expect(await stateOf(first)).toEqual([{ state: 'started' }]);
  } finally {
    letGo();
    await Promise.all(lanes.map((lane) => lane.stop()));
  }
});

function lanesWith(
  whatsapp: WhatsAppSender | null,
  email: EmailSender = ACCEPTING,
  rush: Pick<Rush, 'sent'> = { sent() {} },
) {
  const fork = () => stage.orm.em.fork();
  const log = pino({ level: 'silent' });
  const lanes = startOverdueSender(
    {
      fork,
      keyring: stage.keyring,
      appOrigin: 'https://stillhere.example',
      // A call that hangs keeps its claim for as long as a test takes.
      policy: { claimLease: 10 * MINUTE, unknownWait: 10 * MINUTE, minute: MINUTE },
      email,
      whatsapp,
      sms: null,
      observe: () => {},
    },
    rush,
    log,
  );
  return [startDueWorkPoller(fork, log, lanes), ...lanes];
}
