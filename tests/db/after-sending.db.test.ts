/** What an owner can do about what was sent: have it sent once more, close its link, keep it open. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { createText, editContent } from '#services/contents/change-content.ts';
import { deleteContent } from '#services/contents/delete-content.ts';
import { extendLink, resendDelivery, retryDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { findStory } from '#services/deliveries/story.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import { findInvitation, noteDownload, openInvitation, refuseInvitation } from '#services/recipients/recipient.ts';
import { createPerson, scheduleOf } from '#tests/harness/person.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';

let post: Post;
let stage: Post['stage'];
let helena: Post['helena'];
beforeAll(async () => {
  post = await createPost();
  ({ stage, helena } = post);
});
afterAll(() => post.close());

const BY_WHATSAPP = { delivery_type: 'whatsapp', recipient_phone: '+351912345678' } as const;

async function scheduled(change = {}): Promise<string> {
  return (await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id, change))).id;
}
/** Lets its time come. @returns the message, where one was sent */
async function send(id: string): Promise<Letter | undefined> {
  await post.query(
    "update deliveries set next_attempt_at = now() - interval '1 second' where id = ? and status = 'pending'",
    [id],
  );
  const before = post.sent.length;
  await post.deliver(id, Number((await row(id))?.revision));
  return post.sent[before];
}
/** @returns what was sent, with its message */
async function sent(change = {}) {
  const id = await scheduled(change);
  const message = await send(id);
  if (!message) throw new Error('Nothing was sent.');
  return { id, ...message };
}
const resend = (id: string, seen?: number) => resendDelivery(stage.context(), helena.id, id, { seen });
const revoke = (id: string) => revokeLink(stage.context(), helena.id, id);
const extend = (id: string) => extendLink(stage.context(), helena.id, id);
const open = (secret: string) => openInvitation(stage.context(), secret);
const look = (secret: string) => codeOf(findInvitation(stage.context(), secret));
const row = async (id: string) =>
  (await post.query<Record<string, never>>('select * from deliveries where id = ?', [id]))[0];
const told = async (id: string) =>
  (await findStory(stage.context(), helena.id, id)).entries.map(({ kind }) => kind).slice(2);
const event = (letter: Letter, kind: 'delivered' | 'failed') =>
  post.record([post.event(letter, kind === 'failed' ? { kind, failure: 'no-whatsapp' } : { kind })]);
/** @returns how it was refused; `done` where it was not */
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : Promise.reject(error)),
  );

describe('sending it once more', () => {
  it('brings the same link and what the first message showed, and the link opens in between', async () => {
    const { title, content } = { title: 'The first title', content: 'Dear Ana.' };
    const letter = await createText(stage.context(), helena.id, { title, content, is_public: false });
    const first = await sent({ content_id: letter.id });
    await event(first, 'delivered');
    await editContent(stage.context(), helena.id, letter.id, { title: 'Another', content: 'Never mind.' });
    expect(await resend(first.id)).toMatchObject({ status: 'pending', delivered_at: null, link: { state: 'open' } });
    expect((await open(first.secret)).items).toMatchObject([{ title, content }]);
    const second = await send(first.id);
    expect(second).toMatchObject({ secret: first.secret });
    expect(second?.attemptId).not.toBe(first.attemptId);
    expect((await open(first.secret)).items).toMatchObject([{ title, content }]);
    expect(await findDelivery(stage.context(), helena.id, first.id)).toMatchObject({ status: 'sent' });
    expect(await told(first.id)).toEqual(['sent', 'delivered', 'resent', 'opened', 'sent']);
  });

  it('goes by what brought it: by email after it fell back, also when the first is opened meanwhile', async () => {
    const { id, ...message } = await sent(BY_WHATSAPP);
    await event(message, 'failed');
    expect(await send(id)).toMatchObject({ channel: 'email' });
    await resend(id);
    await open(message.secret);
    expect(await send(id)).toMatchObject({ channel: 'email', secret: message.secret });
    const { entries, channel } = await findStory(stage.context(), helena.id, id);
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

  it('goes by WhatsApp again where that brought it after all, before any email had left', async () => {
    const phone = await sent(BY_WHATSAPP);
    await post.pass(phone.id, 3 * DAY);
    expect(await post.sweep()).toBe(1);
    await event(phone, 'delivered');
    expect(await findStory(stage.context(), helena.id, phone.id)).toMatchObject({ channel: 'whatsapp' });
    await resend(phone.id);
    expect(await send(phone.id)).toMatchObject({ channel: 'whatsapp' });
  });

  it('is done once by one press, also when that is repeated after it went out', async () => {
    const { id } = await sent();
    const { revision } = await findStory(stage.context(), helena.id, id);
    await Promise.all([resend(id, revision), resend(id, revision), resend(id, revision)]);
    expect(await row(id)).toMatchObject({ revision: 2, status: 'pending' });
    await send(id);
    expect(await codeOf(resend(id, revision))).toBe('done');
    expect(await row(id)).toMatchObject({ revision: 2, status: 'sent' });
    // Another tab that has not seen what was done since.
    await resend(id);
    await send(id);
    await resend(id);
    await send(id);
    expect(await row(id)).toMatchObject({ revision: 4 });
    expect(await codeOf(resend(id, 7))).toBe('conflict');
  });

  it('is not done more than five times a day', async () => {
    const { id } = await sent();
    for (let n = 0; n < 5; n++) {
      await resend(id);
      await send(id);
    }
    const refused = await resend(id).catch((error: AppError) => error);
    expect(refused).toMatchObject({ code: 'too-many-requests' });
    expect((refused as AppError).facts.retry_after).toBeGreaterThan(86_000);
    await post.query(
      "update timeline set at = at - interval '25 hours' where delivery_id = ? and kind = 'delivery-resent'",
      [id],
    );
    expect(await codeOf(resend(id))).toBe('done');
  });

  it('is refused while it waits or is being sent, once it failed, and when what it carried is gone', async () => {
    const pending = await scheduled();
    expect(await codeOf(resend(pending))).toBe('conflict');
    post.answers.email.push({ kind: 'permanent', reason: 'no such mailbox', failure: 'invalid-recipient' });
    await send(pending);
    expect(await codeOf(resend(pending))).toBe('conflict');
    const { id } = await sent();
    await resend(id);
    expect(await codeOf(resend(id))).toBe('conflict');
    const letter = await createText(stage.context(), helena.id, { title: 'T', content: 'C', is_public: false });
    const gone = await sent({ content_id: letter.id });
    await deleteContent(stage.context(), helena.id, letter.id, { confirmed: 'all' });
    expect(await codeOf(resend(gone.id))).toBe('conflict');
    expect(await codeOf(extend(gone.id))).toBe('conflict');
  });
});

describe('the link', () => {
  it('once revoked opens nothing; sending it again brings another, and the old one stays closed', async () => {
    const { id, secret } = await sent();
    await open(secret);
    expect((await revoke(id)).link.state).toBe('revoked');
    expect(await look(secret)).toBe('gone');
    expect(await codeOf(noteDownload(stage.context(), secret))).toBe('gone');
    expect((await revoke(id)).link.state).toBe('revoked');
    expect(await codeOf(extend(id))).toBe('conflict');
    expect(await resend(id)).toMatchObject({ opened_at: null, link: { state: 'open' } });
    const again = await send(id);
    expect(again?.secret).not.toBe(secret);
    expect(await look(again?.secret ?? '')).toBe('done');
    expect(await look(secret)).toBe('gone');
    expect(await told(id)).toEqual(['sent', 'opened', 'link-revoked', 'resent', 'sent']);
  });

  it('revoked while a further message waits: that is called off, and no mail ever brings a new link', async () => {
    const { id, secret } = await sent();
    await resend(id);
    expect(await revoke(id)).toMatchObject({ status: 'sent', link: { state: 'revoked' } });
    expect(await send(id)).toBeUndefined();
    expect(await look(secret)).toBe('gone');

    const phone = await sent(BY_WHATSAPP);
    await revoke(phone.id);
    await post.query("update deliveries set sent_at = now() - interval '3 days' where id = ?", [phone.id]);
    await post.sweep();
    expect(await row(phone.id)).toMatchObject({ status: 'sent', revision: 1 });
    await event(phone, 'failed');
    expect(await row(phone.id)).toMatchObject({ status: 'failed', failure_code: 'no-whatsapp', fell_back_at: null });
    expect(await send(phone.id)).toBeUndefined();
  });

  it('cannot be revoked before there is one; one that may have arrived can', async () => {
    const id = await scheduled();
    expect(await codeOf(revoke(id))).toBe('conflict');
    expect(await codeOf(extend(id))).toBe('conflict');
    post.answers.email.push({ kind: 'unknown', reason: 'reset' }, { kind: 'unknown', reason: 'reset' });
    const first = await send(id);
    await send(id);
    await send(id);
    expect(await findDelivery(stage.context(), helena.id, id)).toMatchObject({
      failure: { code: 'unconfirmed' },
      link: { state: 'open' },
    });
    expect(await look(first?.secret ?? '')).toBe('done');
    await revoke(id);
    expect(await look(first?.secret ?? '')).toBe('gone');
    // Trying again is a decision of its own: its message brings a link that opens.
    await retryDelivery(stage.context(), helena.id, id, { recipient_email: 'ana@example.com' });
    expect(await look((await send(id))?.secret ?? '')).toBe('done');
  });

  it('opens again when its time has passed and it is extended, once a day at most', async () => {
    const { id, secret } = await sent();
    await post.query("update deliveries set sent_at = now() - interval '25 months' where id = ?", [id]);
    expect(await look(secret)).toBe('gone');
    expect((await findDelivery(stage.context(), helena.id, id)).link.state).toBe('expired');
    const { link } = await extend(id);
    expect(link.state).toBe('open');
    expect(Date.parse(link.expires_at ?? '')).toBeGreaterThan(Date.now() + 720 * DAY);
    expect((await open(secret)).expires_at).toBe(link.expires_at);
    await Promise.all([extend(id), extend(id)]);
    expect(await told(id)).toEqual(['sent', 'link-extended', 'opened']);
  });

  it('whose time has passed says until when it opened, also where that was extended', async () => {
    const { id, secret } = await sent();
    await extend(id);
    await post.query(
      "update deliveries set link_expires_at = '2026-03-01T23:30:00Z', time_zone = 'Asia/Tokyo' where id = ?",
      [id],
    );
    await expect(findInvitation(stage.context(), secret)).rejects.toThrow(
      'This was kept for you until 2 March 2026, and that time has passed.',
    );
  });

  it('that its recipient refused is closed, and is not extended', async () => {
    const { id, secret } = await sent();
    await refuseInvitation(stage.context(), secret);
    expect(await findDelivery(stage.context(), helena.id, id)).toMatchObject({ link: { state: 'revoked' } });
    expect(await codeOf(extend(id))).toBe('conflict');
  });
});

describe('trying again', () => {
  const retry = (id: string, change = {}) =>
    retryDelivery(stage.context(), helena.id, id, { recipient_email: 'ana@example.com', ...change });

  it('goes by the other way, to a number as the world dials it; back to the same way where none is named', async () => {
    post.answers.email.push({ kind: 'permanent', reason: '550', failure: 'bounced' });
    const { id } = await sent();
    const number = { delivery_type: 'whatsapp', recipient_phone: '912 345 678' } as const;
    expect(await codeOf(retry(id, number))).toBe('validation-failed');
    expect(await codeOf(retry(id, { delivery_type: 'whatsapp' }))).toBe('validation-failed');
    expect(await retry(id, { ...number, phone_country: 'PT' })).toMatchObject({ recipient_phone: '+351912345678' });
    post.answers.whatsapp.push({ kind: 'permanent', reason: '63024', failure: 'no-whatsapp' });
    expect(await send(id)).toMatchObject({ channel: 'whatsapp' });
    post.answers.email.push({ kind: 'permanent', reason: '550', failure: 'bounced' });
    expect(await send(id)).toMatchObject({ channel: 'email' });
    expect(await row(id)).toMatchObject({ status: 'failed', fell_back_at: expect.anything() });
    expect(await retry(id)).toMatchObject({ delivery_type: 'whatsapp', fell_back_at: null });
    expect(await send(id)).toMatchObject({ channel: 'whatsapp' });
  });
});

it('what is saved is noted once for each link', async () => {
  const { id, secret } = await sent();
  expect(await codeOf(noteDownload(stage.context(), secret))).toBe('forbidden');
  await open(secret);
  await Promise.all([1, 2, 3].map(() => noteDownload(stage.context(), secret)));
  expect((await findDelivery(stage.context(), helena.id, id)).downloaded_at).not.toBeNull();
  expect(await told(id)).toEqual(['sent', 'opened', 'downloaded']);
});

it('what its owner was told is delayed is so everywhere, also where the hour is a shorter one', async () => {
  const id = await scheduled();
  post.answers.email.push({ kind: 'transient', reason: '503', retryAfter: null });
  await send(id);
  expect((await findDelivery(stage.context(), helena.id, id)).delayed).toBe(false);
  await post.query("update delivery_attempts set started_at = now() - interval '2 seconds' where delivery_id = ?", [
    id,
  ]);
  await noteDelays(stage.orm.em.fork(), 10);
  expect((await findDelivery(stage.context(), helena.id, id)).delayed).toBe(true);
  expect((await findStory(stage.context(), helena.id, id)).trying).toMatchObject({ tries: 1, newest: 'rejected' });
});

it('what nobody has tried for an hour after its time is delayed, also what is to go once more', async () => {
  const seen = async (id: string) => {
    const { tried, delayed } = await findDelivery(stage.context(), helena.id, id);
    return { tried, delayed };
  };
  const hold = (id: string, ago: string) =>
    post.query(
      "update deliveries set scheduled_time = now() - ?::interval, next_attempt_at = now() + interval '30 days' where id = ?",
      [ago, id],
    );
  const id = await scheduled();
  expect(await seen(id)).toEqual({ tried: false, delayed: false });
  await hold(id, '59 minutes');
  expect(await seen(id)).toEqual({ tried: false, delayed: false });
  await hold(id, '61 minutes');
  expect(await seen(id)).toEqual({ tried: false, delayed: true });
  await send(id);
  expect(await seen(id)).toEqual({ tried: true, delayed: false });
  await resend(id);
  await hold(id, '3 days');
  expect(await seen(id)).toEqual({ tried: false, delayed: false });
  await post.query("update timeline set at = at - interval '61 minutes' where delivery_id = ?", [id]);
  expect(await seen(id)).toEqual({ tried: false, delayed: true });
});

it('nobody else’s delivery can be touched, nor one that a protocol released', async () => {
  const stranger = await createPerson(stage.context(), 'Somebody Else');
  const { id } = await sent();
  const acts = (ownerId: string) => [
    resendDelivery(stage.context(), ownerId, id),
    revokeLink(stage.context(), ownerId, id),
    extendLink(stage.context(), ownerId, id),
    findStory(stage.context(), ownerId, id),
  ];
  expect(await Promise.all(acts(stranger.id).map(codeOf))).toEqual(Array(4).fill('not-found'));
  await post.query("update deliveries set origin = 'release', release_episode = 1 where id = ?", [id]);
  expect(await Promise.all(acts(helena.id).map(codeOf))).toEqual(['conflict', 'conflict', 'conflict', 'done']);
});

it('whoever comes first, a link that was revoked stays closed, and nothing is lost: fifty races', {
  timeout: 60_000,
}, async () => {
  const { id } = await sent();
  for (let n = 0; n < 50; n++) {
    await post.query("update timeline set at = at - interval '2 days' where delivery_id = ?", [id]);
    const { revision } = await resend(id).then(() => findStory(stage.context(), helena.id, id));
    await post.query("update deliveries set next_attempt_at = now() - interval '1 second' where id = ?", [id]);
    await Promise.all([post.deliver(id, revision), revoke(id), post.rush(id)]);
    const after = await row(id);
    expect(after).toMatchObject({ status: 'sent', next_attempt_at: null });
    const epochs = Number(after?.link_epoch);
    expect(await Promise.all([epochs - 1, epochs].map((epoch) => look(post.link(id, epoch))))).toEqual([
      'gone',
      'gone',
    ]);
  }
});
