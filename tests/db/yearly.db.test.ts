/** Yearly deliveries: the next one is scheduled by the sending of the one before, once. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { resendDelivery, retryDelivery } from '#services/deliveries/after-sending.ts';
import { findDelivery, listDeliveries } from '#services/deliveries/queries.ts';
import { deleteDelivery, rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { scheduleDeliveries } from '#services/deliveries/schedule-several.ts';
import { refuseInvitation } from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { createPost, type Post } from '#tests/harness/post.ts';

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post.close());
beforeEach(() => post.empty());

const context = () => post.stage.context();
const owner = () => post.helena.id;
const LEAP = { local_time: '2028-02-29T09:00', repeat: { every: 'year', until_year: 2031 } } as const;
const schedule = (change = {}) =>
  scheduleDeliveries(context(), owner(), { ...scheduleOf(post.helena.letter.id), ...LEAP, ...change });
async function yearly(change = {}) {
  const [made] = await schedule(change);
  if (!made) throw new Error('Nothing was scheduled.');
  return made;
}
const find = (id: string) => findDelivery(context(), owner(), id);
const pending = async () => (await listDeliveries(context(), owner())).filter(({ status }) => status === 'pending');
async function makeDue(id: string): Promise<number> {
  const [row] = await post.query<{ revision: number }>(
    "update deliveries set next_attempt_at = now() - interval '1 second' where id = ? returning revision",
    [id],
  );
  return row?.revision ?? 0;
}
const send = async (id: string) => post.deliver(id, await makeDue(id));
/** @returns the next one of a delivery that was sent */
async function nextOf(id: string) {
  const { next_id } = await find(id);
  return next_id === null ? null : find(next_id);
}

describe('a yearly delivery', () => {
  it('schedules the next one when it is sent: the same in all but its day', async () => {
    const first = await yearly({ link_years: 20, language: 'pt' });
    expect(first).toMatchObject({ repeat: LEAP.repeat, next_id: null });
    await send(first.id);
    const next = await nextOf(first.id);
    expect(next).toMatchObject({
      ...{ local_time: '2029-03-01T09:00', status: 'pending', changeable: true, sent_at: null, next_id: null },
      ...{ repeat: LEAP.repeat, link_years: 20, link: { state: 'none', expires_at: null } },
    });
    const same = [
      'content_ids',
      'recipient_email',
      'recipient_name',
      'delivery_type',
      'time_zone',
      'language',
      'created_at',
    ];
    expect(next).toMatchObject(Object.fromEntries(same.map((key) => [key, first[key as keyof typeof first]])));
    expect(await post.recordOf(next?.id ?? '')).toMatchObject({ revision: 1, linkEpoch: 1, attempts: [] });
    await send(next?.id ?? '');
    expect((await nextOf(next?.id ?? ''))?.local_time).toBe('2030-03-01T09:00');
  });

  it('schedules it once, whatever is recorded again', async () => {
    const { id } = await yearly();
    await send(id);
    const letter = post.sent.at(-1);
    if (!letter) throw new Error('Nothing was sent.');
    await post.record([post.event(letter, { kind: 'accepted' }), post.event(letter, { kind: 'delivered' })]);
    await resendDelivery(context(), owner(), id);
    await send(id);
    expect(await pending()).toHaveLength(1);
  });

  it('schedules it once when the answer and the provider’s report come at the same time', async () => {
    const { id } = await yearly();
    const revision = await makeDue(id);
    post.answers.email.push(async (letter) => {
      await post.record([post.event(letter, { kind: 'accepted' })]);
      return { kind: 'accepted', messageId: 'm1' };
    });
    await post.deliver(id, revision);
    expect(await pending()).toHaveLength(1);
  });

  it('is recorded as sent together with the next one, or not at all', async () => {
    const { id } = await yearly();
    const revision = await makeDue(id);
    post.answers.email.push({ kind: 'unknown', reason: 'it hung up' });
    await post.deliver(id, revision);
    const [letter] = post.sent;
    if (!letter) throw new Error('Nothing was sent.');
    // As deleting the item does, before it locks the delivery.
    await post.stage.orm.em.fork().transactional(async (tx) => {
      await tx.execute('select 1 from contents where id = ? for update', [post.helena.letter.id]);
      await expect(post.record([post.event(letter, { kind: 'accepted' })])).rejects.toThrow(/lock/);
      expect((await find(id)).status).toBe('pending');
    });
    await post.record([post.event(letter, { kind: 'accepted' })]);
    expect((await find(id)).status).toBe('sent');
    expect(await pending()).toHaveLength(1);
  });

  it('ends with its last year', async () => {
    const { id } = await yearly({ repeat: { every: 'year', until_year: 2028 } });
    await send(id);
    expect(await find(id)).toMatchObject({ status: 'sent', next_id: null });
  });

  it('that fails schedules nothing; sent after all, it goes on', async () => {
    const { id } = await yearly();
    post.answers.email.push({ kind: 'permanent', failure: 'content-refused', reason: '400' });
    await send(id);
    expect(await find(id)).toMatchObject({ status: 'failed', next_id: null });
    await retryDelivery(context(), owner(), id, { recipient_email: 'ana@example.com', phone_country: undefined });
    await send(id);
    expect((await nextOf(id))?.local_time).toBe('2029-03-01T09:00');
  });

  it('goes on without an item that was deleted, and ends when none is left', async () => {
    const write = async (title: string) =>
      (await createText(context(), owner(), { is_public: false, title, content: title })).id;
    const [first, second] = [await write('The first'), await write('The second')];
    const { id } = await yearly({ content_ids: [first, second] });
    await deleteContent(context(), owner(), first, { confirmed: [] });
    await send(id);
    const next = await nextOf(id);
    expect(next).toMatchObject({ content_ids: [second], content_title: 'The second' });
    await deleteContent(context(), owner(), second, { confirmed: 'all' });
    expect(await pending()).toEqual([]);
  });

  it('goes to each of several people by itself, the next year as a group again', async () => {
    const recipients = ['ana', 'rui'].map((name) => ({ email: `${name}@example.com`, name, phone: null }));
    const made = await schedule({ recipients });
    for (const { id } of made) await send(id);
    const next = await pending();
    expect(next.map(({ recipient_name, group_size }) => [recipient_name, group_size]).sort()).toEqual([
      ['ana', 2],
      ['rui', 2],
    ]);
    expect(next[0]?.group_id).not.toBe(made[0]?.group_id);
  });
});

describe('ending and changing a series', () => {
  it('is done by deleting the one that waits: sending the one before again revives nothing', async () => {
    const { id } = await yearly();
    await send(id);
    const [next] = await pending();
    await deleteDelivery(context(), owner(), next?.id ?? '');
    await resendDelivery(context(), owner(), id);
    await send(id);
    expect(await pending()).toEqual([]);
  });

  it('is done by the recipient who says that it is not for them', async () => {
    const { id } = await yearly();
    await send(id);
    await refuseInvitation(context(), post.sent[0]?.secret ?? '');
    expect(await pending()).toEqual([]);
    expect(await find(id)).toMatchObject({ status: 'failed', failure: { code: 'refused' } });
  });

  it('is done by its owner before the next goes out', async () => {
    const { id } = await yearly();
    expect((await rescheduleDelivery(context(), owner(), id, { repeat: null })).repeat).toBeNull();
    await send(id);
    expect(await pending()).toEqual([]);
  });

  it('with another last year starts from the day that was chosen first', async () => {
    const { id } = await yearly();
    await send(id);
    const next = await nextOf(id);
    const repeat = { every: 'year', until_year: 2032 } as const;
    await rescheduleDelivery(context(), owner(), next?.id ?? '', { repeat });
    for (let current = next?.id; current; current = (await find(current)).next_id ?? undefined) await send(current);
    const all = (await listDeliveries(context(), owner())).map(({ local_time }) => local_time).sort();
    const [first, ...others] = ['2028-02-29', '2029-03-01', '2030-03-01', '2031-03-01', '2032-02-29'];
    expect(all).toEqual([first, ...others].map((day) => `${day}T09:00`));
  });

  it('with another day is repeated on that one', async () => {
    const { id } = await yearly();
    const { recipient_email, recipient_name, delivery_type, time_zone } = scheduleOf('');
    const wish = { recipient_email, recipient_name, delivery_type, time_zone, local_time: '2028-06-10T18:00' };
    await rescheduleDelivery(context(), owner(), id, wish);
    await send(id);
    expect((await nextOf(id))?.local_time).toBe('2029-06-10T18:00');
  });

  it('of an instant is repeated at its local time in the zone of the profile', async () => {
    const scheduled_time = new Date('2028-07-01T08:00:05Z');
    const { local_time: _none, time_zone: _zone, ...wish } = scheduleOf(post.helena.letter.id);
    const [made] = await scheduleDeliveries(context(), owner(), {
      ...wish,
      recipient_phone: null,
      scheduled_time,
      ...{ repeat: LEAP.repeat },
    });
    expect(made).toMatchObject({ local_time: null, scheduled_time: '2028-07-01T08:00:05.000Z' });
    await send(made?.id ?? '');
    expect((await nextOf(made?.id ?? ''))?.local_time).toMatch(/^2029-07-01T\d\d:00:05/);
  });

  it.each([
    [2027, /can’t be before/],
    [2129, /up to 100 years/],
  ])('refuses %d as the last year', async (until_year, message) => {
    await expect(schedule({ repeat: { every: 'year', until_year } })).rejects.toMatchObject({
      code: 'validation-failed',
      fields: [{ field: 'repeat.until_year', message: expect.stringMatching(message) }],
    });
  });
});
