/** Provider events with real rows: in any order, repeated, for unknown messages. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { recordAnswers } from '#services/deliveries/claim-and-record.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { newId } from '#services/ids.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
});
afterAll(() => stage.close());

const em = () => stage.orm.em.fork();
const record = (events: ProviderEvent[]) => recordProviderEvents({ em: em() }, 'sendgrid', events);
const POLICY = { claimLease: 20_000, unknownWait: 180_000, minute: 60_000 };
const MOMENT = Date.UTC(2026, 10, 21, 9);

function event(
  attemptId: string | null,
  meaning: DeliveryEvent,
  seconds = 0,
  eventId: string = randomUUID(),
): ProviderEvent {
  return {
    eventId,
    attemptId,
    mailId: null,
    messageId: 'm1',
    name: meaning.kind,
    event: meaning,
    occurredAt: new Date(MOMENT + seconds * 1_000),
  };
}

/** A delivery with one attempt, during the call of the provider. */
async function started() {
  const { id } = await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id));
  const attemptId = newId();
  await em().execute(
    "insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (?, ?, 1, 1, 'started', now())",
    [attemptId, id],
  );
  return { id, attemptId };
}

async function stateOf(id: string) {
  const [row] = await em().execute<
    { status: string; failure_code: string | null; delivered_at: string | null; sent_at: string | null }[]
  >('select status, failure_code, delivered_at, sent_at from deliveries where id = ?', [id]);
  const [attempt] = await em().execute<{ state: string }[]>(
    'select state from delivery_attempts where delivery_id = ?',
    [id],
  );
  const notices = await em().execute<{ kind: string }[]>('select kind from notices where delivery_id = ?', [id]);
  const timeline = await em().execute<{ kind: string }[]>(
    "select kind from timeline where delivery_id = ? and kind <> 'delivery-scheduled' order by at, id",
    [id],
  );
  return {
    status: row?.status,
    failure: row?.failure_code,
    isDelivered: row?.delivered_at !== null,
    attempt: attempt?.state,
    notices: notices.length,
    timeline: timeline.map(({ kind }) => kind),
  };
}

describe('events', () => {
  it('settle an attempt without a recorded outcome', async () => {
    const { id, attemptId } = await started();
    await record([event(attemptId, { kind: 'accepted' }), event(attemptId, { kind: 'delivered' }, 1)]);
    expect(await stateOf(id)).toEqual({
      status: 'sent',
      failure: null,
      isDelivered: true,
      attempt: 'accepted',
      notices: 0,
      timeline: ['delivery-sent', 'delivery-delivered'],
    });
  });

  it('count once, however often they are sent', async () => {
    const { id, attemptId } = await started();
    const bounce = event(attemptId, { kind: 'failed', failure: 'bounced' });
    await record([bounce, bounce]);
    await Promise.all([record([bounce]), record([bounce]), record([bounce])]);
    expect(await stateOf(id)).toMatchObject({
      status: 'failed',
      failure: 'bounced',
      notices: 1,
      timeline: ['delivery-failed'],
    });
  });

  it('have the same result in any order, alone or together', async () => {
    const meanings: DeliveryEvent[] = [
      { kind: 'accepted' },
      { kind: 'noted' },
      { kind: 'delivered' },
      { kind: 'failed', failure: 'bounced' },
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4, maxLength: 4 }),
        fc.boolean(),
        async (order, together) => {
          const { id, attemptId } = await started();
          const events = order.map((index) => event(attemptId, meanings[index] as DeliveryEvent, index));
          if (together) await record(events);
          else for (const one of events) await record([one]);
          expect(await stateOf(id)).toMatchObject({
            status: 'failed',
            failure: 'bounced',
            attempt: 'rejected',
            notices: 1,
          });
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each(['hashjoin', 'nestloop', 'mergejoin'])(
    'together are one change of their message, whatever way the database takes (not %s)',
    async (way) => {
      const { id, attemptId } = await started();
      await em().transactional(async (tx) => {
        await tx.execute(`set local enable_${way} = off`);
        const events = [
          event(attemptId, { kind: 'accepted' }),
          event(attemptId, { kind: 'failed', failure: 'bounced' }, 1),
        ];
        await recordProviderEvents({ em: tx }, 'sendgrid', events);
      });
      expect(await stateOf(id)).toMatchObject({ status: 'failed', attempt: 'rejected', notices: 1 });
    },
  );

  it('of unknown messages are saved', async () => {
    const eventIds = [randomUUID(), randomUUID()];
    await record([
      event(null, { kind: 'delivered' }, 0, eventIds[0]),
      event(newId(), { kind: 'delivered' }, 0, eventIds[1]),
    ]);
    const saved = await em().execute('select event_id from provider_events where event_id in (?, ?)', eventIds);
    expect(saved).toHaveLength(2);
  });

  it('of many deliveries are recorded together, and concurrently without a deadlock', async () => {
    const all = await Promise.all(Array.from({ length: 40 }, started));
    const forward = all.map(({ attemptId }) => event(attemptId, { kind: 'accepted' }));
    const backward = all.toReversed().map(({ attemptId }) => event(attemptId, { kind: 'delivered' }, 1));
    await Promise.all([record(forward), record(backward)]);
    for (const { id } of all) expect(await stateOf(id)).toMatchObject({ status: 'sent', isDelivered: true });
  });

  it('that waited for our own record have a later entry in the timeline', async () => {
    const { id, attemptId } = await started();
    const delivered = event(attemptId, { kind: 'delivered' });
    // Another transaction records the same event, and does not end.
    const holder = new Client({ connectionString: stage.url });
    await holder.connect();
    await holder.query('begin');
    await holder.query(
      `insert into provider_events (id, provider, event_id, name, occurred_at, received_at)
       values ($1, 'sendgrid', $2, 'delivered', now(), now())`,
      [newId(), delivered.eventId],
    );
    const taken = record([delivered]);
    await expect
      .poll(() =>
        em().execute("select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"),
      )
      .toHaveLength(1);
    await recordAnswers(em(), [{ deliveryId: id, attemptId, answer: { kind: 'accepted', messageId: 'm1' } }], POLICY);
    await holder.query('rollback');
    await holder.end();
    await taken;
    expect((await stateOf(id)).timeline).toEqual(['delivery-sent', 'delivery-delivered']);
  });
});
