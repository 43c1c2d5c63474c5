/** The same for several people, and several items in one delivery. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Recipient, Several } from '#domain/delivery/schedule.schema.ts';
import { AppError } from '#domain/errors.ts';
import { resendDelivery } from '#services/deliveries/after-sending.ts';
import { dashboard, findDelivery } from '#services/deliveries/queries.ts';
import { deleteDelivery } from '#services/deliveries/schedule-delivery.ts';
import { scheduleDeliveries } from '#services/deliveries/schedule-several.ts';
import { findStory } from '#services/deliveries/story.ts';
import { previewDelivery } from '#services/recipients/preview.ts';
import { openInvitation, readOpened } from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { createPost, type Post } from '#tests/harness/post.ts';

let post: Post;
let poem: string;
beforeAll(async () => {
  post = await createPost();
  const { stage, helena } = post;
  poem = (await createText(stage.context(), helena.id, { is_public: false, title: 'A poem', content: 'Roses.' })).id;
});
afterAll(() => post.close());
beforeEach(() => post.empty());

const NAMES = ['Ana', 'Rui', 'Inês'];
const people: Recipient[] = NAMES.map((name) => ({ email: `${name.toLowerCase()}@example.com`, name, phone: null }));
const schedule = (change: Several = {}, caps = { newRecipients: 0, pending: 0 }) =>
  scheduleDeliveries({ ...post.stage.context(), caps }, post.helena.id, {
    ...scheduleOf(post.helena.letter.id),
    ...change,
  });
const code = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );
const count = async () => (await post.query<{ n: number }>('select count(*)::int as n from deliveries'))[0]?.n;
/** Makes it due and sends it. @returns the secret of the link in its message */
async function send(id: string): Promise<string> {
  await post.query("update deliveries set next_attempt_at = now() - interval '1 second' where id = ?", [id]);
  await post.deliver(id, (await findStory(post.stage.context(), post.helena.id, id)).revision);
  return post.sent.at(-1)?.secret ?? '';
}

describe('the same for several people', () => {
  it('is a delivery for each, with the same group and a story of its own', async () => {
    const made = await schedule({ recipients: people });
    expect(made.map(({ recipient_name }) => recipient_name)).toEqual(NAMES);
    expect(new Set(made.map(({ group_id }) => group_id))).toEqual(new Set([made[0]?.id]));
    expect(made.map(({ group_size }) => group_size)).toEqual([3, 3, 3]);
    const story = await findStory(post.stage.context(), post.helena.id, made[1]?.id ?? '');
    expect(story.group.map(({ recipient_name }) => recipient_name)).toEqual(['Ana', 'Inês']);
    expect(story.entries.map(({ kind }) => kind)).toEqual(['written', 'scheduled']);
  });

  it('goes to each with a link of their own, and opening one opens no other', async () => {
    const [ana, rui] = await schedule({ recipients: people.slice(0, 2) });
    const secrets = [await send(ana?.id ?? ''), await send(rui?.id ?? '')];
    expect(new Set(secrets).size).toBe(2);
    await openInvitation(post.stage.context(), secrets[0] ?? '');
    expect(await code(readOpened(post.stage.context(), secrets[1] ?? ''))).toBe('forbidden');
  });

  it('is changed and deleted for each alone', async () => {
    const [ana, rui] = await schedule({ recipients: people.slice(0, 2) });
    await deleteDelivery(post.stage.context(), post.helena.id, ana?.id ?? '');
    expect(await findDelivery(post.stage.context(), post.helena.id, rui?.id ?? '')).toMatchObject({
      status: 'pending',
      group_size: 1,
    });
  });

  it('counts each towards the limits, and saves nothing beyond one', async () => {
    expect(await code(schedule({ recipients: people }, { newRecipients: 0, pending: 2 }))).toBe('validation-failed');
    await post.query('update correspondents set scheduled_at = null');
    expect(await code(schedule({ recipients: people }, { newRecipients: 2, pending: 0 }))).toBe('too-many-requests');
    expect(await count()).toBe(0);
    expect(await code(schedule({ recipients: people }, { newRecipients: 3, pending: 3 }))).toBe('done');
  });

  it('saves nothing when one of them wants nothing more', async () => {
    await schedule({ recipients: people });
    await post.query(
      `update correspondents set stopped_at = now() where id = (select id from correspondents order by id limit 1)`,
    );
    const before = await count();
    const refused = await schedule({ recipients: people }).catch((error: AppError) => error);
    expect(refused).toMatchObject({ code: 'validation-failed', fields: [{ field: 'recipients' }] });
    expect(await count()).toBe(before);
    await post.query('update correspondents set stopped_at = null');
  });

  it('is one entry of the dashboard, followed by its others', async () => {
    await schedule({ recipients: people });
    await schedule();
    const { upcoming, pending_deliveries } = await dashboard(post.stage.context(), post.helena.id);
    expect(upcoming.map(({ recipient_name }) => recipient_name)).toEqual(['Ana', 'Rui', 'Inês', 'Ana']);
    expect(pending_deliveries).toBe(4);
  });

  it('belongs to no group for one person who is not in a list', async () => {
    expect(await schedule()).toMatchObject([{ group_id: null, group_size: 1, content_ids: [post.helena.letter.id] }]);
  });
});

describe('several items in one delivery', () => {
  const both = () => ({ content_ids: [post.helena.letter.id, poem] });

  it('names the first and how many others, and its recipient reads them in this order', async () => {
    const [made] = await schedule(both());
    expect(made).toMatchObject({ content_title: 'How we chose your name and 1 more', ...both() });
    const opened = await openInvitation(post.stage.context(), await send(made?.id ?? ''));
    expect(opened.items.map(({ title }) => title)).toEqual(['How we chose your name', 'A poem']);
  });

  it('is previewed with all of them', async () => {
    const [made] = await schedule(both());
    const context = { ...post.stage.context(), appOrigin: 'https://stillhere.example' };
    const { page, message } = await previewDelivery(context, post.helena.id, made?.id ?? '');
    expect(page).toMatchObject({ types: { text: 2 }, items: [{ position: 0 }, { title: 'A poem' }] });
    expect(message).toMatchObject({ mail: { types: { text: 2 } } });
  });

  it('refuses an item of another owner, and saves nothing', async () => {
    const foreign = '01890a5d-ac96-774b-bcce-b302099a8057';
    const refused = await schedule({ content_ids: [poem, foreign] }).catch((error: AppError) => error);
    expect(refused).toMatchObject({ code: 'validation-failed', fields: [{ field: 'content_ids' }] });
    expect(await count()).toBe(0);
  });

  it('goes on without an item that is deleted, before it is sent and after', async () => {
    const { stage, helena } = post;
    const write = async (title: string) =>
      (await createText(stage.context(), helena.id, { is_public: false, title, content: title })).id;
    const [first, second] = [await write('The first'), await write('The second')];
    const [made] = await schedule({ content_ids: [first, second, poem] });
    await deleteContent(stage.context(), helena.id, first, { confirmed: [] });
    const view = () => findDelivery(stage.context(), helena.id, made?.id ?? '');
    expect(await view()).toMatchObject({ content_id: second, content_title: 'The second and 1 more' });
    const secret = await send(made?.id ?? '');
    await openInvitation(stage.context(), secret);
    await deleteContent(stage.context(), helena.id, second, { confirmed: [] });
    expect(await view()).toMatchObject({ status: 'sent', content_id: poem, content_title: 'A poem' });
    const { items } = await readOpened(stage.context(), secret);
    expect(items.map(({ title }) => title)).toEqual(['A poem']);
    expect(await code(resendDelivery(stage.context(), helena.id, made?.id ?? ''))).toBe('done');
  });
});
