/** The end of a plan takes nothing away: what still works, one by one, and what is refused from then on. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MEGABYTE } from '#domain/content/content.ts';
import { PLANS } from '#domain/subscription/plan.ts';
import { openFile } from '#services/contents/open-file.ts';
import { findContent, findPublicContent } from '#services/contents/read-contents.ts';
import { setVisibility } from '#services/contents/visibility.ts';
import { extendLink, resendDelivery, retryDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { deleteDelivery, rescheduleDelivery, scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { changeSettings, endPause, pauseProtocol } from '#services/emergency/change-settings.ts';
import { checkIn } from '#services/emergency/check-in.ts';
import { openInvitation } from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { scheduleOf } from '#tests/harness/person.ts';
import { givePlan } from '#tests/harness/plan.ts';
import { createPost, type Post } from '#tests/harness/post.ts';
import { createYears, type Years } from '#tests/harness/protocol.ts';
import { BY_WHATSAPP } from '#tests/harness/sent-deliveries.ts';
import { collect, keep, openVault, type Vault } from '#tests/vault/vault.ts';

const ELSEWHERE = { ...BY_WHATSAPP, recipient_email: 'rui@example.com' };

describe('what is scheduled', () => {
  let post: Post;
  let me: string;
  beforeAll(async () => {
    post = await createPost();
    me = post.helena.id;
  });
  afterAll(() => post?.close());
  const context = () => post.stage.context();

  /** @returns the id of a delivery that reached this state on a plan, which then ended */
  async function left(state: 'pending' | 'due' | 'sent' | 'failed'): Promise<string> {
    await givePlan(post.query, me, 'plus');
    const wish = scheduleOf(post.helena.letter.id);
    const id = state === 'pending' ? (await scheduleDelivery(context(), me, wish)).id : await post.due('email');
    if (state === 'failed')
      post.answers.email.push({ kind: 'permanent', reason: 'no such mailbox', failure: 'bounced' });
    if (state === 'sent' || state === 'failed') await post.deliver(id);
    await givePlan(post.query, me, 'free');
    return id;
  }

  it.each<[string, Parameters<typeof left>[0], (id: string) => Promise<unknown>, object]>([
    ['goes out', 'due', (id) => post.deliver(id).then(() => post.recordOf(id)), { status: 'sent' }],
    [
      'moves to another time',
      'pending',
      (id) => rescheduleDelivery(context(), me, id, { scheduled_time: new Date('2040-01-01T08:00Z') }),
      { status: 'pending', scheduled_time: '2040-01-01T08:00:00.000Z' },
    ],
    [
      'goes to another person, another way',
      'pending',
      (id) => rescheduleDelivery(context(), me, id, ELSEWHERE),
      { delivery_type: 'whatsapp', recipient_email: 'rui@example.com' },
    ],
    ['is tried again', 'failed', (id) => retryDelivery(context(), me, id, ELSEWHERE), { status: 'pending' }],
    ['is sent again', 'sent', (id) => resendDelivery(context(), me, id), { status: 'pending' }],
    ['can have its link extended', 'sent', (id) => extendLink(context(), me, id), { link: { state: 'open' } }],
    ['has its link taken back', 'sent', (id) => revokeLink(context(), me, id), { link: { state: 'revoked' } }],
    ['is taken back', 'pending', (id) => deleteDelivery(context(), me, id).then(() => ({})), {}],
  ])('%s', async (_what, state, act, becomes) => {
    expect(await act(await left(state))).toMatchObject(becomes);
  });

  it('can be opened by its recipient', async () => {
    await left('sent');
    const { items } = await openInvitation(context(), post.sent.at(-1)?.secret ?? '');
    expect(items).toMatchObject([{ title: 'How we chose your name' }]);
  });

  it('does not allow a new delivery', async () => {
    await left('pending');
    await expect(scheduleDelivery(context(), me, scheduleOf(post.helena.letter.id))).rejects.toMatchObject({
      code: 'plan-required',
      plans: ['Plus', 'Premium'],
    });
  });
});

describe('an armed protocol', () => {
  let years: Years;
  let helena: Awaited<ReturnType<Years['armed']>>;
  beforeAll(async () => {
    years = await createYears();
  });
  beforeEach(async () => {
    helena = await years.armed();
    await givePlan(years.query, helena.id, 'free');
  });
  afterAll(() => years?.close());

  it('runs to its release, and its letters are sent', async () => {
    await years.silentOn(helena.id, 'released');
    const released = await years.query<{ status: string }>('select status from deliveries where owner_id = ?', [
      helena.id,
    ]);
    expect(released).toEqual([{ status: 'pending' }, { status: 'pending' }]);
  });

  it('allows a check-in, a pause, other settings, and switching off and on', async () => {
    await years.pass(20 * 86_400_000);
    expect(await checkIn(years.context(), helena.id)).toMatchObject({ is_active: true, days_since_last_check_in: 0 });
    expect(await pauseProtocol(years.context(), helena.id, 5)).toMatchObject({ paused_until: expect.any(String) });
    expect(await endPause(years.context(), helena.id)).toMatchObject({ is_active: true, paused_until: null });
    const change = (settings: Parameters<typeof changeSettings>[2]) =>
      changeSettings(years.context(), helena.id, settings);
    expect(await change({ inactive_days: 60, safety_days: 9 })).toMatchObject({ inactive_days_threshold: 60 });
    expect(await change({ is_active: false })).toMatchObject({ is_active: false });
    expect(await change({ is_active: true })).toMatchObject({ is_active: true, stage: 'armed' });
  });
});

describe('saved content', () => {
  let vault: Vault;
  let me: string;
  let letter: string;
  beforeAll(async () => {
    vault = await openVault();
  });
  beforeEach(async () => {
    ({ id: me } = await vault.person('premium'));
    const text = { title: 'The recipe', content: 'x'.repeat(100), is_public: true };
    ({ id: letter } = await createText(vault.context(), me, text));
  });
  afterAll(() => vault?.close());
  const lapse = () => givePlan(vault.query, me, 'free');
  const edit = (content: string) => editContent(vault.context(), me, letter, { content });

  it('stays public, and cannot be published again once it is private', async () => {
    await lapse();
    expect(await findPublicContent(vault.context(), letter)).toMatchObject({ title: 'The recipe' });
    expect(await edit('y'.repeat(200))).toMatchObject({ is_public: true });
    expect(await setVisibility(vault.context(), me, letter, true)).toMatchObject({ is_public: true });
    expect(await setVisibility(vault.context(), me, letter, false)).toMatchObject({ is_public: false });
    await expect(setVisibility(vault.context(), me, letter, true)).rejects.toMatchObject({
      code: 'plan-required',
      plans: ['Premium'],
    });
  });

  it('beyond the quota can be read, shortened and deleted; nothing is added until there is room', async () => {
    const bytes = randomBytes(1_000);
    const file = await keep(vault, me, bytes);
    const { storage } = PLANS.free;
    await vault.query("update storage_use set bytes = ? where owner_id = ? and type = 'file'", [
      storage + 10 * MEGABYTE,
      me,
    ]);
    await lapse();
    const opened = await openFile(vault.context(), { accountId: me }, file.file_id ?? '');
    const read = await opened.read(0, opened.size - 1, new AbortController().signal);
    expect(await collect(read)).toEqual(bytes);
    expect(await edit('y'.repeat(100))).toMatchObject({ content: 'y'.repeat(100) });
    const why =
      'Your vault holds 50.00 MB, and 60.00 MB are used. You can read, send and delete everything, but you can’t add anything.';
    // The version before the edit. A longer text of the same letter would replace it, so that is not told about it.
    const version =
      'Earlier versions of your letters use 0.01 MB. To free it, open a letter, choose “Earlier versions” and delete them.';
    const choose = 'There’s room for it on the Plus and Premium plans.';
    const refusal = { code: 'quota-exceeded', plans: ['Plus', 'Premium'] };
    await expect(edit('y'.repeat(101))).rejects.toMatchObject({ ...refusal, message: `${why} ${choose}` });
    const full = { ...refusal, message: `${why} ${version} ${choose}` };
    await expect(keep(vault, me, bytes)).rejects.toMatchObject(full);
    const more = { title: 'More', content: 'x', is_public: false };
    await expect(createText(vault.context(), me, more)).rejects.toMatchObject(full);
    await deleteContent(vault.context(), me, file.id, { confirmed: [] });
    await vault.query("update storage_use set bytes = 0 where owner_id = ? and type = 'file'", [me]);
    await createText(vault.context(), me, more);
    expect(await findContent(vault.context(), me, letter)).toMatchObject({ content: 'y'.repeat(100) });
  });
});
