import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { YEAR } from '#domain/time/durations.ts';
import { retryDelivery } from '#services/deliveries/after-sending.ts';
import { purgeDeleted } from '#services/deliveries/engine-sync.ts';
import { dashboard, findDelivery, listDeliveries } from '#services/deliveries/queries.ts';
import { deleteDelivery, rescheduleDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { holds } from '#tests/spec/holds.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let helena: Awaited<ReturnType<typeof createPerson>>;
let stranger: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  helena = await createPerson(stage.context());
  stranger = await createPerson(stage.context(), 'Somebody Else');
});
afterAll(() => stage.close());

const row = async (id: string) =>
  (await stage.orm.em.fork().execute<Record<string, unknown>[]>('select * from deliveries where id = ?', [id]))[0];
const schedule = (change = {}) => scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id, change));
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) =>
      error instanceof AppError
        ? { code: error.code, fields: error.fields.map(({ field }) => field) }
        : Promise.reject(error),
  );

describe('scheduling', () => {
  it('saves the intent in one transaction: the row is in the outbox, and the timeline has an entry', async () => {
    holds('C-21');
    const view = await schedule({ local_time: '2031-05-04T09:00' });
    expect(view).toMatchObject({
      scheduled_time: '2031-05-04T08:00:00.000Z',
      local_time: '2031-05-04T09:00',
      status: 'pending',
      changeable: true,
      content_title: 'How we chose your name',
    });
    expect(await row(view.id)).toMatchObject({ revision: 1, synced_revision: 0 });
    const timeline = await stage.orm.em
      .fork()
      .execute('select kind, actor from timeline where delivery_id = ?', [view.id]);
    expect(timeline).toEqual([{ kind: 'delivery-scheduled', actor: 'owner' }]);
  });

  it.each([
    ['the past', '2001-01-01T10:00'],
    ['a hundred years and more ahead', new Date(Date.now() + 100.1 * YEAR).toISOString().slice(0, 16)],
    ['a date beyond the calendar', '275761-01-01T00:00'],
    ['a day that does not exist', '2027-02-29T10:00'],
  ])('refuses %s at its field, and saves nothing', async (_, local_time) => {
    const before = (await listDeliveries(stage.context(), helena.id)).length;
    expect(await refusal(schedule({ local_time }))).toEqual({ code: 'validation-failed', fields: ['date'] });
    expect(await listDeliveries(stage.context(), helena.id)).toHaveLength(before);
  });

  it('refuses another owner’s letter as not found', async () => {
    expect(await refusal(schedule({ content_id: stranger.letter.id }))).toEqual({
      code: 'validation-failed',
      fields: ['content_id'],
    });
    expect(await refusal(schedule({ content_id: '01890a5d-ac96-774b-bcce-b302099a8057' }))).toEqual({
      code: 'validation-failed',
      fields: ['content_id'],
    });
  });
});

describe('changing a delivery', () => {
  const change = {
    recipient_email: 'rui@example.com',
    recipient_name: 'Rui',
    local_time: '2033-01-01T08:00',
    time_zone: 'UTC',
  };

  it('reschedules as a new revision', async () => {
    holds('C-4');
    const { id } = await schedule();
    expect(await rescheduleDelivery(stage.context(), helena.id, id, change)).toMatchObject({
      recipient_email: 'rui@example.com',
      scheduled_time: '2033-01-01T08:00:00.000Z',
    });
    expect(await row(id)).toMatchObject({ revision: 2, synced_revision: 0 });
  });

  it('does not change the instant of a program when the form returns the time that it showed', async () => {
    const wish = { scheduled_time: new Date('2033-01-01T08:00:30Z') };
    const { id } = await schedule();
    const { time_zone } = await rescheduleDelivery(stage.context(), helena.id, id, wish);
    const shown = { ...change, local_time: '2033-01-01T08:00', time_zone };
    expect(await rescheduleDelivery(stage.context(), helena.id, id, shown)).toMatchObject({
      recipient_email: 'rui@example.com',
      scheduled_time: '2033-01-01T08:00:30.000Z',
      local_time: null,
    });
    expect(
      await rescheduleDelivery(stage.context(), helena.id, id, { ...shown, local_time: '2033-01-01T08:01' }),
    ).toMatchObject({ scheduled_time: '2033-01-01T08:01:00.000Z', local_time: '2033-01-01T08:01' });
  });

  it('deletes the recipient at once, and the row when the engine is synced and a day has passed', async () => {
    const { id } = await schedule();
    await deleteDelivery(stage.context(), helena.id, id);
    expect(await row(id)).toMatchObject({
      recipient_email: '',
      recipient_name: null,
      revision: 2,
      next_attempt_at: null,
    });
    expect(await refusal(findDelivery(stage.context(), helena.id, id))).toMatchObject({ code: 'not-found' });
    expect(await refusal(deleteDelivery(stage.context(), helena.id, id))).toMatchObject({ code: 'not-found' });
    const em = stage.orm.em.fork();
    await em.execute("update deliveries set deleted_at = now() - interval '2 days' where id = ?", [id]);
    await purgeDeleted(em);
    expect(await row(id)).toBeDefined();
    await em.execute('update deliveries set synced_revision = revision where id = ?', [id]);
    await purgeDeleted(em);
    expect(await row(id)).toBeUndefined();
  });

  it.each(['started', 'unknown', 'accepted'])('is refused while an attempt is %s', async (state) => {
    const { id } = await schedule();
    await stage.orm.em
      .fork()
      .execute(
        'insert into delivery_attempts (id, delivery_id, revision, n, state, started_at) values (gen_random_uuid(), ?, 1, 1, ?, now())',
        [id, state],
      );
    expect(await refusal(deleteDelivery(stage.context(), helena.id, id))).toMatchObject({ code: 'conflict' });
    expect(await refusal(rescheduleDelivery(stage.context(), helena.id, id, change))).toMatchObject({
      code: 'conflict',
    });
    expect((await findDelivery(stage.context(), helena.id, id)).changeable).toBe(false);
  });

  it('is refused once the time has come, and for a time in the past', async () => {
    holds('S2-37', 'S4-2');
    const { id } = await schedule();
    await stage.orm.em
      .fork()
      .execute(
        "update deliveries set scheduled_time = now() - interval '1 second', next_attempt_at = now() - interval '1 second' where id = ?",
        [id],
      );
    expect(await refusal(deleteDelivery(stage.context(), helena.id, id))).toMatchObject({ code: 'conflict' });
    expect(
      await refusal(rescheduleDelivery(stage.context(), helena.id, id, { ...change, local_time: '2001-01-01T00:00' })),
    ).toEqual({ code: 'validation-failed', fields: ['date'] });
  });

  it('retries a failed one at once, and its old link is no longer valid', async () => {
    const { id } = await schedule();
    expect(
      await refusal(retryDelivery(stage.context(), helena.id, id, { recipient_email: 'new@example.com' })),
    ).toMatchObject({ code: 'conflict' });
    await stage.orm.em
      .fork()
      .execute(
        "update deliveries set status = 'failed', failure_code = 'bounced', scheduled_time = now(), finished_at = now(), next_attempt_at = null where id = ?",
        [id],
      );
    expect((await findDelivery(stage.context(), helena.id, id)).failure).toMatchObject({
      code: 'bounced',
      text: expect.stringContaining('came back'),
    });
    const view = await retryDelivery(stage.context(), helena.id, id, { recipient_email: 'new@example.com' });
    expect(view).toMatchObject({ status: 'pending', failure: null, recipient_email: 'new@example.com' });
    const after = await row(id);
    expect(after).toMatchObject({ revision: 2, link_epoch: 2 });
    expect(new Date(after?.next_attempt_at as string).getTime()).toBeLessThanOrEqual(Date.now() + 1_000);
  });

  it.each(['not-an-id', '../etc', '01890A5D-AC96-774B-BCCE-B302099A8057', "' or 1=1 --"])(
    'treats the invalid id %j as not found',
    async (id) => {
      const works = [findDelivery(stage.context(), helena.id, id), deleteDelivery(stage.context(), helena.id, id)];
      for (const refused of await Promise.all(works.map(refusal))) expect(refused).toMatchObject({ code: 'not-found' });
    },
  );

  it('refuses another owner', async () => {
    const { id } = await schedule();
    const works = [
      findDelivery(stage.context(), stranger.id, id),
      deleteDelivery(stage.context(), stranger.id, id),
      rescheduleDelivery(stage.context(), stranger.id, id, change),
      retryDelivery(stage.context(), stranger.id, id, { recipient_email: 'x@example.com' }),
    ];
    for (const refused of await Promise.all(works.map(refusal))) expect(refused).toMatchObject({ code: 'not-found' });
    expect(await listDeliveries(stage.context(), stranger.id)).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('shows the next five deliveries, soonest first, and the newest six contents', async () => {
    holds('S2-18', 'S9-2');
    const person = await createPerson(stage.context());
    for (const year of [2040, 2030, 2036, 2033, 2032, 2031, 2035]) {
      await scheduleDelivery(
        stage.context(),
        person.id,
        scheduleOf(person.letter.id, { local_time: `${year}-01-01T10:00` }),
      );
    }
    const view = await dashboard(stage.context(), person.id);
    expect(view.pending_deliveries).toBe(7);
    expect(view.upcoming.map(({ scheduled_time }) => scheduled_time.slice(0, 4))).toEqual([
      '2030',
      '2031',
      '2032',
      '2033',
      '2035',
    ]);
    expect(view).toMatchObject({ total_contents: 1, troubled: [] });
    expect(view.recent).toHaveLength(1);
  });
});
