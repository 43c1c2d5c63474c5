/** What an owner can do with a sent delivery: send it again, revoke its link, extend it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { extendLink, resendDelivery, retryDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { findStory } from '#services/deliveries/story.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import { noteDownload } from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { createPerson } from '#tests/harness/person.ts';
import { BY_WHATSAPP, codeOf, createSentDeliveries, type SentDeliveries } from '#tests/harness/sent-deliveries.ts';

let owner: SentDeliveries;
beforeAll(async () => {
  owner = await createSentDeliveries();
});
afterAll(() => owner.post.close());

describe('sending again', () => {
  it('brings the same link and what the first message showed; the link opens in between', async () => {
    const { title, content } = { title: 'The first title', content: 'Dear Ana.' };
    const letter = await createText(owner.stage.context(), owner.helena.id, { title, content, is_public: false });
    const first = await owner.sent({ content_id: letter.id });
    await owner.event(first, 'delivered');
    await editContent(owner.stage.context(), owner.helena.id, letter.id, { title: 'Another', content: 'Never mind.' });
    expect(await owner.resend(first.id)).toMatchObject({
      status: 'pending',
      delivered_at: null,
      link: { state: 'open' },
    });
    expect((await owner.open(first.secret)).items).toMatchObject([{ title, content }]);
    const second = await owner.send(first.id);
    expect(second).toMatchObject({ secret: first.secret });
    expect(second?.attemptId).not.toBe(first.attemptId);
    expect((await owner.open(first.secret)).items).toMatchObject([{ title, content }]);
    expect(await findDelivery(owner.stage.context(), owner.helena.id, first.id)).toMatchObject({ status: 'sent' });
    expect(await owner.timelineOf(first.id)).toEqual(['sent', 'delivered', 'resent', 'opened', 'sent']);
  });

  it('uses the channel of the last message: email after a fallback, also when the first message is opened meanwhile', async () => {
    const { id, ...message } = await owner.sent(BY_WHATSAPP);
    await owner.event(message, 'failed');
    expect(await owner.send(id)).toMatchObject({ channel: 'email' });
    await owner.resend(id);
    await owner.open(message.secret);
    expect(await owner.send(id)).toMatchObject({ channel: 'email', secret: message.secret });
    const { entries, channel } = await findStory(owner.stage.context(), owner.helena.id, id);
    expect(channel).toBe('email');
    expect(
      entries
        .filter(({ kind }) => kind !== 'opened')
        .slice(2)
        .map(({ kind, channel, code }) => [kind, channel, code]),
    ).toEqual([
      ['sent', 'whatsapp', null],
      ['fell-back', 'whatsapp', 'no-whatsapp'],
      ['sent', 'email', null],
      ['resent', null, null],
      ['sent', 'email', null],
    ]);
  });

  it('uses WhatsApp again where that delivered after all, before any email was sent', async () => {
    const phone = await owner.sent(BY_WHATSAPP);
    await owner.post.pass(phone.id, 3 * DAY);
    expect(await owner.post.fallBack()).toBe(1);
    await owner.event(phone, 'delivered');
    expect(await findStory(owner.stage.context(), owner.helena.id, phone.id)).toMatchObject({ channel: 'whatsapp' });
    await owner.resend(phone.id);
    expect(await owner.send(phone.id)).toMatchObject({ channel: 'whatsapp' });
  });

  it('happens once for one press, also when the press is repeated after it went out', async () => {
    const { id } = await owner.sent();
    const { revision } = await findStory(owner.stage.context(), owner.helena.id, id);
    await Promise.all([owner.resend(id, revision), owner.resend(id, revision), owner.resend(id, revision)]);
    expect(await owner.row(id)).toMatchObject({ revision: 2, status: 'pending' });
    await owner.send(id);
    expect(await codeOf(owner.resend(id, revision))).toBe('done');
    expect(await owner.row(id)).toMatchObject({ revision: 2, status: 'sent' });
    // Another tab that shows an earlier state.
    await owner.resend(id);
    await owner.send(id);
    await owner.resend(id);
    await owner.send(id);
    expect(await owner.row(id)).toMatchObject({ revision: 4 });
    expect(await codeOf(owner.resend(id, 7))).toBe('conflict');
  });

  it('is refused after five times in one day', async () => {
    const { id } = await owner.sent();
    for (let n = 0; n < 5; n++) {
      await owner.resend(id);
      await owner.send(id);
    }
    const refused = await owner.resend(id).catch((error: AppError) => error);
    expect(refused).toMatchObject({ code: 'too-many-requests' });
    expect((refused as AppError).facts.retry_after).toBeGreaterThan(86_000);
    await owner.post.query(
      "update timeline set at = at - interval '25 hours' where delivery_id = ? and kind = 'delivery-resent'",
      [id],
    );
    expect(await codeOf(owner.resend(id))).toBe('done');
  });

  it('is refused for a delivery that waits, is being sent, has failed, or whose content was deleted', async () => {
    const pending = await owner.scheduled();
    expect(await codeOf(owner.resend(pending))).toBe('conflict');
    owner.post.answers.email.push({ kind: 'permanent', reason: 'no such mailbox', failure: 'invalid-recipient' });
    await owner.send(pending);
    expect(await codeOf(owner.resend(pending))).toBe('conflict');
    const { id } = await owner.sent();
    await owner.resend(id);
    expect(await codeOf(owner.resend(id))).toBe('conflict');
    const letter = await createText(owner.stage.context(), owner.helena.id, {
      title: 'T',
      content: 'C',
      is_public: false,
    });
    const gone = await owner.sent({ content_id: letter.id });
    await deleteContent(owner.stage.context(), owner.helena.id, letter.id, { confirmed: 'all' });
    expect(await codeOf(owner.resend(gone.id))).toBe('conflict');
    expect(await codeOf(owner.extend(gone.id))).toBe('conflict');
  });
});

describe('a retry', () => {
  const retry = (id: string, change = {}) =>
    retryDelivery(owner.stage.context(), owner.helena.id, id, { recipient_email: 'ana@example.com', ...change });

  it('can use another channel, with the number in E.164; without a channel it uses the same one', async () => {
    owner.post.answers.email.push({ kind: 'permanent', reason: '550', failure: 'bounced' });
    const { id } = await owner.sent();
    const number = { delivery_type: 'whatsapp', recipient_phone: '912 345 678' } as const;
    expect(await codeOf(retry(id, number))).toBe('validation-failed');
    expect(await codeOf(retry(id, { delivery_type: 'whatsapp' }))).toBe('validation-failed');
    expect(await retry(id, { ...number, phone_country: 'PT' })).toMatchObject({ recipient_phone: '+351912345678' });
    owner.post.answers.whatsapp.push({ kind: 'permanent', reason: '63024', failure: 'no-whatsapp' });
    expect(await owner.send(id)).toMatchObject({ channel: 'whatsapp' });
    owner.post.answers.email.push({ kind: 'permanent', reason: '550', failure: 'bounced' });
    expect(await owner.send(id)).toMatchObject({ channel: 'email' });
    expect(await owner.row(id)).toMatchObject({ status: 'failed', fell_back_at: expect.anything() });
    expect(await retry(id)).toMatchObject({ delivery_type: 'whatsapp', fell_back_at: null });
    expect(await owner.send(id)).toMatchObject({ channel: 'whatsapp' });
  });
});

it('records the first download once for each link', async () => {
  const { id, secret } = await owner.sent();
  expect(await codeOf(noteDownload(owner.stage.context(), secret))).toBe('forbidden');
  await owner.open(secret);
  await Promise.all([1, 2, 3].map(() => noteDownload(owner.stage.context(), secret)));
  expect((await findDelivery(owner.stage.context(), owner.helena.id, id)).downloaded_at).not.toBeNull();
  expect(await owner.timelineOf(id)).toEqual(['sent', 'opened', 'downloaded']);
});

it('shows a delivery as delayed everywhere once its owner was notified, also when the hour is shortened', async () => {
  const id = await owner.scheduled();
  owner.post.answers.email.push({ kind: 'transient', reason: '503', retryAfter: null });
  await owner.send(id);
  expect((await findDelivery(owner.stage.context(), owner.helena.id, id)).delayed).toBe(false);
  await owner.post.query(
    "update delivery_attempts set started_at = now() - interval '2 seconds' where delivery_id = ?",
    [id],
  );
  await noteDelays(owner.stage.orm.em.fork(), 10);
  expect((await findDelivery(owner.stage.context(), owner.helena.id, id)).delayed).toBe(true);
  expect((await findStory(owner.stage.context(), owner.helena.id, id)).trying).toMatchObject({
    tries: 1,
    newest: 'rejected',
  });
});

it('shows a delivery as delayed when it was not tried for an hour after its time, also one that is sent again', async () => {
  const seen = async (id: string) => {
    const { tried, delayed } = await findDelivery(owner.stage.context(), owner.helena.id, id);
    return { tried, delayed };
  };
  const postpone = (id: string, ago: string) =>
    owner.post.query(
      "update deliveries set scheduled_time = now() - ?::interval, next_attempt_at = now() + interval '30 days' where id = ?",
      [ago, id],
    );
  const id = await owner.scheduled();
  expect(await seen(id)).toEqual({ tried: false, delayed: false });
  await postpone(id, '59 minutes');
  expect(await seen(id)).toEqual({ tried: false, delayed: false });
  await postpone(id, '61 minutes');
  expect(await seen(id)).toEqual({ tried: false, delayed: true });
  await owner.send(id);
  expect(await seen(id)).toEqual({ tried: true, delayed: false });
  await owner.resend(id);
  await postpone(id, '3 days');
  expect(await seen(id)).toEqual({ tried: false, delayed: false });
  await owner.post.query("update timeline set at = at - interval '61 minutes' where delivery_id = ?", [id]);
  expect(await seen(id)).toEqual({ tried: false, delayed: true });
});

it('refuses to change deliveries of another owner and of a release', async () => {
  const stranger = await createPerson(owner.stage.context(), 'Somebody Else');
  const { id } = await owner.sent();
  const acts = (ownerId: string) => [
    resendDelivery(owner.stage.context(), ownerId, id),
    revokeLink(owner.stage.context(), ownerId, id),
    extendLink(owner.stage.context(), ownerId, id),
    findStory(owner.stage.context(), ownerId, id),
  ];
  expect(await Promise.all(acts(stranger.id).map(codeOf))).toEqual(Array(4).fill('not-found'));
  await owner.post.query("update deliveries set origin = 'release', release_episode = 1 where id = ?", [id]);
  expect(await Promise.all(acts(owner.helena.id).map(codeOf))).toEqual(['conflict', 'conflict', 'conflict', 'done']);
});

it('never opens a revoked link and loses nothing, whichever comes first, in twenty races', async () => {
  const { id } = await owner.sent();
  for (let n = 0; n < 20; n++) {
    await owner.post.query("update timeline set at = at - interval '2 days' where delivery_id = ?", [id]);
    const { revision } = await owner.resend(id).then(() => findStory(owner.stage.context(), owner.helena.id, id));
    await owner.post.query("update deliveries set next_attempt_at = now() - interval '1 second' where id = ?", [id]);
    await Promise.all([owner.post.deliver(id, revision), owner.revoke(id), owner.post.sendOverdue(id)]);
    const after = await owner.row(id);
    expect(after).toMatchObject({ status: 'sent', next_attempt_at: null });
    const epochs = Number(after?.link_epoch);
    expect(await Promise.all([epochs - 1, epochs].map((epoch) => owner.look(owner.post.link(id, epoch))))).toEqual([
      'gone',
      'gone',
    ]);
  }
});
