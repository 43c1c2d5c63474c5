/** Changing or deleting all deliveries of a group that wait, in one step. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changeGroup, deleteGroup } from '#services/deliveries/change-group.ts';
import type { DeliveryView } from '#services/deliveries/delivery-view.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { scheduleDeliveries } from '#services/deliveries/schedule-several.ts';
import { newId } from '#services/ids.ts';
import { correspondentOf } from '#services/limits/correspondents.ts';
import { openInvitation } from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { createPerson, scheduleOf } from '#tests/harness/person.ts';
import { createPost, type Post } from '#tests/harness/post.ts';

let post: Post;
let poem: string;
let group: DeliveryView[];
beforeAll(async () => {
  post = await createPost();
  poem = (await createText(context(), post.helena.id, { is_public: false, title: 'A poem', content: 'Roses.' })).id;
});
afterAll(() => post?.close());
beforeEach(async () => {
  await post.empty();
  const recipients = ['ana', 'rui', 'ines'].map((name) => ({ email: `${name}@example.com`, name, phone: null }));
  group = await scheduleDeliveries(context(), post.helena.id, { ...scheduleOf(post.helena.letter.id), recipients });
});

const context = () => post.stage.context();
const groupId = () => group[0]?.group_id ?? '';
const change = (input: Parameters<typeof changeGroup>[3]) => changeGroup(context(), post.helena.id, groupId(), input);
const present = () => Promise.all(group.map(({ id }) => findDelivery(context(), post.helena.id, id)));
/** Makes one of them due, and sends it. */
async function send({ id }: DeliveryView | undefined = group[0] as DeliveryView): Promise<void> {
  const due = "now() - interval '1 second'";
  await post.query(`update deliveries set scheduled_time = ${due}, next_attempt_at = ${due} where id = ?`, [id]);
  expect(await post.deliver(id)).toEqual({ kind: 'sent' });
}
const OTHERS = { local_time: '2041-05-04T09:00', time_zone: 'Europe/Lisbon', language: 'pt', link_years: 20 } as const;

describe('a change', () => {
  it('is made for each that waits, as a new revision, with its story', async () => {
    const changed = await change({ ...OTHERS, content_ids: [poem, post.helena.letter.id] });
    expect(changed).toHaveLength(3);
    for (const one of await present())
      expect(one).toMatchObject({
        local_time: OTHERS.local_time,
        language: 'pt',
        link_years: 20,
        content_ids: [poem, post.helena.letter.id],
        group_id: groupId(),
      });
    const story = { revision: 2, timeline: ['rescheduled'] };
    for (const { id } of group) expect(await post.recordOf(id)).toMatchObject(story);
  });

  it('leaves what has gone out as it was', async () => {
    await send();
    const changed = await change({ ...OTHERS, content_ids: [poem] });
    expect(changed.map(({ recipient_name }) => recipient_name)).toEqual(['rui', 'ines']);
    const [sent] = await present();
    expect(sent).toMatchObject({ status: 'sent', language: 'en', content_ids: [post.helena.letter.id] });
  });

  it('is made also where one of them wants nothing more, who then gets nothing', async () => {
    const address = `${group[1]?.recipient_email}`;
    const { id } = await correspondentOf(post.stage.orm.em.fork(), post.stage.keyring, {
      ownerId: post.helena.id,
      address,
    });
    await post.query('update correspondents set stopped_at = now() where id = ?', [id]);
    expect(await change(OTHERS)).toHaveLength(3);
    await post.query('update correspondents set stopped_at = null');
  });

  it('leaves what its first address refused, and waits to go to the second, as it was', async () => {
    const [ana] = group as [DeliveryView];
    const due = "now() - interval '1 second'";
    await post.query(
      `update deliveries set alternate_email = 'ana@work.example', scheduled_time = ${due}, next_attempt_at = ${due} where id = ?`,
      [ana.id],
    );
    post.answers.email = [{ kind: 'permanent', reason: '550', failure: 'invalid-recipient' }];
    await post.deliver(ana.id);
    await post.query('update deliveries set held_at = now() where id = ?', [ana.id]);
    expect(await present()).toMatchObject([{ changeable: false }, { changeable: true }, { changeable: true }]);
    const changed = await change({ content_ids: [poem] });
    expect(changed.map(({ recipient_name }) => recipient_name)).toEqual(['rui', 'ines']);
    await post.query('update deliveries set held_at = null where id = ?', [ana.id]);
    expect(await post.deliver(ana.id, 2)).toEqual({ kind: 'sent' });
    const { items } = await openInvitation(context(), post.link(ana.id));
    expect(items).toHaveLength(1);
  });

  it('leaves out what is not given', async () => {
    const [before] = group;
    const [after] = await change({ tells_more: true });
    expect(after).toMatchObject({ scheduled_time: before?.scheduled_time, content_ids: before?.content_ids });
    expect(after?.tells_more).toBe(true);
  });

  it('of the language alone leaves each its date and its items, also where these differ', async () => {
    const [, , last] = group;
    await rescheduleDelivery(context(), post.helena.id, last?.id ?? '', {
      scheduled_time: new Date('2061-05-04T09:00:00Z'),
    });
    const before = await present();
    await change({ language: 'pt' });
    const after = await present();
    expect(after.map(({ language }) => language)).toEqual(['pt', 'pt', 'pt']);
    const kept = ({ scheduled_time, local_time, time_zone, content_ids }: DeliveryView) => ({
      ...{ scheduled_time, local_time, time_zone, content_ids },
    });
    expect(after.map(kept)).toEqual(before.map(kept));
    expect(new Set(after.map(({ scheduled_time }) => scheduled_time)).size).toBe(2);
  });

  it('is made for all or for none: a content of another owner changes nothing', async () => {
    const other = await createPerson(context());
    const wrong = change({ ...OTHERS, content_ids: [other.letter.id] });
    await expect(wrong).rejects.toMatchObject({ code: 'validation-failed', fields: [{ field: 'content_ids' }] });
    await expect(change({ ...OTHERS, local_time: '2001-01-01T09:00' })).rejects.toMatchObject({
      code: 'validation-failed',
    });
    expect(await present()).toEqual(group);
  });

  it('goes out with what it brings now', async () => {
    await change({ content_ids: [poem] });
    const due = "now() - interval '1 second'";
    await post.query(`update deliveries set scheduled_time = ${due}, next_attempt_at = ${due}`);
    expect(await post.sendAllOverdue()).toBe(3);
    const [first] = await present();
    expect(first).toMatchObject({ status: 'sent', content_title: 'A poem' });
  });

  it('at the same moment as the deletion of what it brings waits for that, without a deadlock', async () => {
    const { id } = await createText(context(), post.helena.id, { is_public: false, title: 'Gone', content: 'x' });
    const both = await Promise.allSettled([
      change({ content_ids: [id, poem] }),
      deleteContent(context(), post.helena.id, id, { confirmed: [] }),
    ]);
    expect(both.map(({ status }) => status)).toContain('fulfilled');
    for (const one of await present()) expect(one.content_ids).not.toContain(id);
  });
});

describe('a deletion', () => {
  it('is made for each that waits, and leaves what has gone out', async () => {
    await send();
    expect(await deleteGroup(context(), post.helena.id, groupId())).toBe(2);
    const left = await post.query('select id from deliveries where deleted_at is null');
    expect(left).toEqual([{ id: group[0]?.id }]);
    const { timeline } = await post.recordOf(group[1]?.id ?? '');
    expect(timeline).toEqual(['deleted']);
  });
});

it('is refused where none waits, for another owner, and for a group that does not exist', async () => {
  const other = await createPerson(context());
  for (const [owner, id] of [
    [other.id, groupId()],
    [post.helena.id, newId()],
    [post.helena.id, 'nonsense'],
  ] as const) {
    await expect(changeGroup(context(), owner, id, OTHERS)).rejects.toMatchObject({ code: 'not-found' });
    await expect(deleteGroup(context(), owner, id)).rejects.toMatchObject({ code: 'not-found' });
  }
  for (const one of group) await send(one);
  await expect(change(OTHERS)).rejects.toMatchObject({ code: 'conflict' });
  await expect(deleteGroup(context(), post.helena.id, groupId())).rejects.toMatchObject({ code: 'conflict' });
});
