/** A row stays locked for too long: the wait for it ends, and leaves nothing behind. */
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { initOrm } from '#db/orm.ts';
import { lockDeliveries, lockOverdue } from '#services/deliveries/locked.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage.close());

describe('a wait for a locked row', () => {
  it('ends after a while, and frees the connection and the lock', async () => {
    const person = await createPerson(stage.context());
    const { id } = await scheduleDelivery(stage.context(), person.id, scheduleOf(person.letter.id));
    await stage.orm.em
      .fork()
      .execute("update deliveries set next_attempt_at = now() - interval '1 hour' where id = ?", [id]);
    const url = stage.orm.config.get('clientUrl') as string;
    const holder = new Client({ connectionString: url });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select 1 from deliveries where id = $1 for update', [id]);

    const orm = await initOrm(url, { pool: 1, driverOptions: { lock_timeout: 300 } });
    const wait = () => orm.em.fork().transactional((em) => lockDeliveries(em, [id]));
    await expect(wait()).rejects.toThrow(/lock timeout/);
    // The only connection is free again, and others do not wait.
    await expect(wait()).rejects.toThrow(/lock timeout/);
    expect(await orm.em.fork().execute('select 1 as one')).toEqual([{ one: 1 }]);
    await holder.query('rollback');
    await holder.end();
    const { deliveries } = await orm.em.fork().transactional((em) => lockOverdue(em, { overdueBy: 0, limit: 10 }));
    expect(deliveries.map((delivery) => delivery.id)).toEqual([id]);
    await orm.close(true);
  });

  it('lasts seconds by default, and an idle transaction loses its lock', async () => {
    const orm = await initOrm(stage.url, { pool: 1 });
    const settings = await orm.em
      .fork()
      .execute<{ name: string; setting: string }[]>(
        "select name, setting from pg_settings where name in ('lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout') order by name",
      );
    expect(settings.map(({ name, setting }) => [name, Number(setting)])).toEqual([
      ['idle_in_transaction_session_timeout', 60_000],
      ['lock_timeout', 8_000],
      ['statement_timeout', 20_000],
    ]);
    await orm.close(true);
  });
});

it('causes no deadlock between two batches that share events, in any order', async () => {
  const url = stage.orm.config.get('clientUrl') as string;
  const other = new Client({ connectionString: url });
  await other.connect();
  const takeIn = (eventId: string) =>
    other.query(
      `insert into provider_events (id, provider, event_id, name, occurred_at, received_at)
       values (gen_random_uuid(), 'sendgrid', $1, 'delivered', now(), now())`,
      [eventId],
    );
  const event = {
    attemptId: null,
    mailId: null,
    messageId: null,
    name: 'delivered',
    event: { kind: 'noted' },
  } as const;
  await other.query('begin');
  await takeIn('a');
  const events = ['z', 'a'].map((eventId) => ({ ...event, eventId, occurredAt: new Date() }));
  // Nothing is proven by how long it waits: a deadlock would end it after a second.
  const patient = await initOrm(url, { pool: 1, driverOptions: { lock_timeout: 60_000 } });
  const batch = recordProviderEvents({ em: patient.em.fork() }, 'sendgrid', events);
  const waits = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
  // Asked outside of the transaction: within one, Postgres repeats its first answer.
  await expect.poll(() => stage.orm.em.fork().execute<unknown[]>(waits)).toHaveLength(1);
  await takeIn('z');
  await other.query('commit');
  await other.end();
  expect(await batch).toEqual({ deliveryOf: new Map(), recovered: [] });
  await patient.close(true);
});
