/** What an owner can do about what was sent: have it sent once more, close its link, keep it open. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '#domain/errors.ts';
import { DAY } from '#domain/time/durations.ts';
import { createText } from '#services/contents/create-text.ts';
import { deleteContent } from '#services/contents/delete-content.ts';
import { editContent } from '#services/contents/edit-content.ts';
import { deliver } from '#services/deliveries/deliver.ts';
import { extendLink } from '#services/deliveries/extend-link.ts';
import { fallBackUnheard } from '#services/deliveries/fall-back-unheard.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { resendDelivery } from '#services/deliveries/resend-delivery.ts';
import { retryDelivery } from '#services/deliveries/retry-delivery.ts';
import { revokeLink } from '#services/deliveries/revoke-link.ts';
import { scheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import { findStory } from '#services/deliveries/story.ts';
import { recordProviderEvents } from '#services/events/record-provider-events.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import { findInvitation } from '#services/recipients/find-invitation.ts';
import { noteDownload } from '#services/recipients/note-download.ts';
import { openInvitation } from '#services/recipients/open-invitation.ts';
import { refuseInvitation } from '#services/recipients/refuse-invitation.ts';
import { createPerson, createStage, scheduleOf } from '#tests/harness/person.ts';
import { createPost } from '#tests/harness/sending.ts';

let stage: Awaited<ReturnType<typeof createStage>>;
let post: ReturnType<typeof createPost>;
let helena: Awaited<ReturnType<typeof createPerson>>;
beforeAll(async () => {
  stage = await createStage();
  post = createPost(stage);
  helena = await createPerson(stage.context());
});
beforeEach(() => post.answer({ kind: 'accepted', messageId: null }));
afterAll(() => stage.close());

const BY_WHATSAPP = { delivery_type: 'whatsapp', recipient_phone: '+351912345678' } as const;

async function scheduled(change = {}): Promise<string> {
  return (await scheduleDelivery(stage.context(), helena.id, scheduleOf(helena.letter.id, change))).id;
}
/** @returns what was sent, with its message */
async function sent(change = {}) {
  const id = await scheduled(change);
  const message = await post.send(id);
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
const event = (attemptId: string, kind: 'delivered' | 'failed') =>
  recordProviderEvents({ em: stage.orm.em.fork() }, 'twilio', [
    {
      ...{ eventId: randomUUID(), attemptId, mailId: null, messageId: null, name: kind, occurredAt: new Date() },
      event: kind === 'failed' ? { kind, failure: 'no-whatsapp' } : { kind },
    },
  ]);
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
    await event(first.attemptId, 'delivered');
    await editContent(stage.context(), helena.id, letter.id, { title: 'Another', content: 'Never mind.' });
    expect(await resend(first.id)).toMatchObject({ status: 'pending', delivered_at: null, link: { state: 'open' } });
    expect((await open(first.secret)).items).toMatchObject([{ title, content }]);
    const second = await post.send(first.id);
    expect(second).toMatchObject({ secret: first.secret, to: 'ana@example.com' });
    expect(second?.subject).toContain(title);
    expect(second?.attemptId).not.toBe(first.attemptId);
    expect(await findDelivery(stage.context(), helena.id, first.id)).toMatchObject({ status: 'sent' });
    expect(await told(first.id)).toEqual(['sent', 'delivered', 'resent', 'opened', 'sent']);
  });

  it('tries the way that was asked for again, also after it fell back to email', async () => {
    const { id, attemptId } = await sent(BY_WHATSAPP);
    await event(attemptId, 'failed');
    expect(await post.send(id)).toMatchObject({ by: 'email' });
    await resend(id);
    expect(await post.send(id)).toMatchObject({ by: 'whatsapp', to: '+351912345678' });
    const { entries } = await findStory(stage.context(), helena.id, id);
    expect(entries.slice(2).map(({ kind, channel, code }) => [kind, channel, code])).toEqual([
      ['sent', 'whatsapp', null],
      ['fell-back', 'whatsapp', 'no-whatsapp'],
      ['sent', 'email', null],
      ['resent', null, null],
      ['sent', 'whatsapp', null],
    ]);
  });

  it('is done once by one press, also when that is repeated after it went out', async () => {
    const { id } = await sent();
    const { revision } = await findStory(stage.context(), helena.id, id);
    await Promise.all([resend(id, revision), resend(id, revision), resend(id, revision)]);
    expect(await row(id)).toMatchObject({ revision: 2, status: 'pending' });
    await post.send(id);
    expect(await codeOf(resend(id, revision))).toBe('done');
    expect(await row(id)).toMatchObject({ revision: 2, status: 'sent' });
    // Another tab that has not seen what was done since.
    await resend(id);
    await post.send(id);
    await resend(id);
    await post.send(id);
    expect(await row(id)).toMatchObject({ revision: 4 });
    expect(await codeOf(resend(id, 7))).toBe('conflict');
  });

  it('is not done more than five times a day', async () => {
    const { id } = await sent();
    for (let n = 0; n < 5; n++) {
      await resend(id);
      await post.send(id);
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
    post.answer({ kind: 'permanent', reason: 'no such mailbox', failure: 'invalid-recipient' });
    await post.send(pending);
    expect(await codeOf(resend(pending))).toBe('conflict');
    post.answer({ kind: 'accepted', messageId: null });
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
    const again = await post.send(id);
    expect(again?.secret).not.toBe(secret);
    expect(await look(again?.secret ?? '')).toBe('done');
    expect(await look(secret)).toBe('gone');
    expect(await told(id)).toEqual(['sent', 'opened', 'link-revoked', 'resent', 'sent']);
  });

  it('revoked while a further message waits: that is called off, and no mail ever brings a new link', async () => {
    const { id, secret } = await sent();
    await resend(id);
    expect(await revoke(id)).toMatchObject({ status: 'sent', link: { state: 'revoked' } });
    expect(await post.send(id)).toBeUndefined();
    expect(await look(secret)).toBe('gone');

    const phone = await sent(BY_WHATSAPP);
    await revoke(phone.id);
    await post.query("update deliveries set sent_at = now() - interval '3 days' where id = ?", [phone.id]);
    await fallBackUnheard(stage.orm.em.fork(), post.postman.policy);
    expect(await row(phone.id)).toMatchObject({ status: 'sent', revision: 1 });
    await event(phone.attemptId, 'failed');
    expect(await row(phone.id)).toMatchObject({ status: 'failed', failure_code: 'no-whatsapp', fell_back_at: null });
    expect(await post.send(phone.id)).toBeUndefined();
  });

  it('cannot be revoked before there is one; one that may have arrived can', async () => {
    const id = await scheduled();
    expect(await codeOf(revoke(id))).toBe('conflict');
    expect(await codeOf(extend(id))).toBe('conflict');
    post.answer({ kind: 'unknown', reason: 'reset' });
    const first = await post.send(id);
    await post.send(id);
    await post.send(id);
    expect(await findDelivery(stage.context(), helena.id, id)).toMatchObject({
      failure: { code: 'unconfirmed' },
      link: { state: 'open' },
    });
    expect(await look(first?.secret ?? '')).toBe('done');
    await revoke(id);
    expect(await look(first?.secret ?? '')).toBe('gone');
    // Trying again is a decision of its own: its message brings a link that opens.
    post.answer({ kind: 'accepted', messageId: null });
    await retryDelivery(stage.context(), helena.id, id, { recipient_email: 'ana@example.com' });
    expect(await look((await post.send(id))?.secret ?? '')).toBe('done');
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

  it('that its recipient refused is closed, and is not extended', async () => {
    const { id, secret } = await sent();
    await refuseInvitation(stage.context(), secret);
    expect(await findDelivery(stage.context(), helena.id, id)).toMatchObject({ link: { state: 'revoked' } });
    expect(await codeOf(extend(id))).toBe('conflict');
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
  post.answer({ kind: 'transient', reason: '503', retryAfter: null });
  await post.send(id);
  expect((await findDelivery(stage.context(), helena.id, id)).delayed).toBe(false);
  await post.query("update delivery_attempts set started_at = now() - interval '2 seconds' where delivery_id = ?", [
    id,
  ]);
  await noteDelays(stage.orm.em.fork(), 10);
  expect((await findDelivery(stage.context(), helena.id, id)).delayed).toBe(true);
  expect((await findStory(stage.context(), helena.id, id)).trying).toMatchObject({ tries: 1, newest: 'rejected' });
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
    await Promise.all([
      deliver(post.postman, { kind: 'one', id, revision }),
      revoke(id),
      deliver(post.postman, { kind: 'overdue', overdueBy: 0, limit: 5 }),
    ]);
    const after = await row(id);
    expect(after).toMatchObject({ status: 'sent', next_attempt_at: null });
    const epochs = Number(after?.link_epoch);
    expect(await Promise.all([epochs - 1, epochs].map((epoch) => look(post.secretOf(id, epoch))))).toEqual([
      'gone',
      'gone',
    ]);
  }
});
