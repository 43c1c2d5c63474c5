/** A recipient's second address: a message that the first one refuses for good goes there once, and its owner is told. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { HOUR } from '#domain/time/durations.ts';
import { resendDelivery, retryDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { deleteDelivery, rescheduleDelivery } from '#services/deliveries/schedule-delivery.ts';
import type { EmailMessage } from '#services/ports/senders.ts';
import { openInvitation } from '#services/recipients/recipient.ts';
import { createText } from '#services/vault/change-content.ts';
import { deleteContent } from '#services/vault/delete-content.ts';
import { sendDueNotices } from '#tests/harness/jobs.ts';
import { ACCEPTED, createPost, type Letter, type Post } from '#tests/harness/post.ts';

const FIRST = 'ana@example.com';
const SECOND = 'ana@work.example';
const NO_SUCH_ADDRESS: ProviderAnswer = { kind: 'permanent', reason: '550', failure: 'invalid-recipient' };
const BOUNCED: DeliveryEvent = { kind: 'failed', failure: 'bounced' };

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post?.close());
beforeEach(() => post.empty());

const due = () => post.due('email', { recipient_email: FIRST, alternate_email: SECOND });
const addresses = () => post.sent.map(({ to }) => to);
const last = () => post.sent.at(-1) as Letter;

/** @returns the mails that its owner gets now */
async function notices(): Promise<EmailMessage[]> {
  const mails: EmailMessage[] = [];
  // why: mails reach people.
  const email = {
    async send(message: EmailMessage) {
      mails.push(message);
      return ACCEPTED;
    },
  };
  while ((await sendDueNotices({ ...post.deps, email })) > 0);
  return mails;
}

it('is used at once when the provider refuses the first, with the same link and the same letter', async () => {
  const id = await due();
  post.answers.email = [NO_SUCH_ADDRESS];
  expect(await post.deliver(id)).toMatchObject({ kind: 'resync', revision: 2 });
  expect(await post.deliver(id, 2)).toEqual({ kind: 'sent' });
  expect(addresses()).toEqual([FIRST, SECOND]);
  expect(new Set(post.sent.map(({ secret }) => secret))).toEqual(new Set([post.link(id)]));
  expect(await post.recordOf(id)).toMatchObject({
    status: 'sent',
    linkEpoch: 1,
    attempts: ['email rejected permanent', 'email accepted'],
    timeline: ['to-alternate', 'sent'],
    notices: 0,
  });
  const { recipient_email, alternate_email, refused_email } = await findDelivery(
    post.stage.context(),
    post.helena.id,
    id,
  );
  expect({ recipient_email, alternate_email, refused_email }).toEqual({
    recipient_email: SECOND,
    alternate_email: null,
    refused_email: FIRST,
  });
});

it('is used when a message that was accepted bounces, by the overdue sender too, and its owner is told once', async () => {
  const id = await due();
  expect(await post.deliver(id)).toEqual({ kind: 'sent' });
  const bounce = post.event(last(), BOUNCED);
  await post.record([bounce, post.event(last(), BOUNCED)], 'sendgrid');
  const mails = await notices();
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('goes to their second address')]);
  expect(mails[0]?.text).toContain(`The address ${FIRST} refused our email.`);
  expect(await post.sendOverdue(id)).toEqual({ kind: 'sent' });
  expect(addresses()).toEqual([FIRST, SECOND]);
  await post.record([post.event(last(), { kind: 'delivered' })], 'sendgrid');
  expect(await post.recordOf(id)).toMatchObject({ status: 'sent', isDelivered: true, notices: 0 });
  expect(await notices()).toEqual([]);
});

it('is used once: when it refuses the message too, the delivery fails and its owner is told that', async () => {
  const id = await due();
  post.answers.email = [NO_SUCH_ADDRESS, NO_SUCH_ADDRESS];
  await post.deliver(id);
  expect(await post.deliver(id, 2)).toEqual({ kind: 'failed', failure: 'invalid-recipient' });
  expect(addresses()).toEqual([FIRST, SECOND]);
  const mails = await notices();
  expect(mails.map(({ subject }) => subject)).toEqual([expect.stringContaining('couldn’t be delivered')]);
});

it.each([
  ['a full mailbox', 'blocked'],
  ['a reader who called it spam', 'reported'],
] as const)('is not used for %s', async (_why, failure) => {
  const id = await due();
  await post.deliver(id);
  await post.record([post.event(last(), { kind: 'failed', failure })], 'sendgrid');
  expect(await post.recordOf(id)).toMatchObject({ status: 'failed', failure, timeline: ['sent', 'failed'] });
  expect(await post.sendAllOverdue()).toBe(0);
});

it('is not used after its owner revoked the link', async () => {
  const id = await due();
  await post.deliver(id);
  await revokeLink(post.stage.context(), post.helena.id, id);
  await post.record([post.event(last(), BOUNCED)], 'sendgrid');
  expect(await post.sendAllOverdue()).toBe(0);
  expect(addresses()).toEqual([FIRST]);
});

describe('a recipient whom the first message reached', () => {
  /** The first address took it, and sends it back later. */
  const bounceLater = () => post.record([post.event(last(), BOUNCED)], 'sendgrid');
  const open = (id: string) => openInvitation(post.stage.context(), post.link(id));

  it('gets no second when they opened it before it came back', async () => {
    const id = await due();
    await post.deliver(id);
    await open(id);
    await bounceLater();
    expect(await post.recordOf(id)).toMatchObject({ status: 'failed', failure: 'bounced' });
    expect(await post.sendAllOverdue()).toBe(0);
  });

  it('gets no second when they open it while that waits', async () => {
    const id = await due();
    await post.deliver(id);
    await bounceLater();
    await open(id);
    expect(await post.recordOf(id)).toMatchObject({
      status: 'sent',
      timeline: ['sent', 'to-alternate', 'sent', 'opened'],
    });
    expect(await post.sendAllOverdue()).toBe(0);
    expect(addresses()).toEqual([FIRST]);
  });

  it('gets no second when they asked for nothing more', async () => {
    const id = await due();
    await post.deliver(id);
    await post.query('update correspondents set stopped_at = now()');
    await bounceLater();
    expect(await post.deliver(id, 2)).toEqual({ kind: 'failed', failure: 'stopped' });
    expect(addresses()).toEqual([FIRST]);
    await post.query('update correspondents set stopped_at = null');
  });

  it('gets it where their server reported it delivered, and then sent it back', async () => {
    const id = await due();
    await post.deliver(id);
    await post.record([post.event(last(), { kind: 'delivered' })], 'sendgrid');
    await bounceLater();
    expect(await post.deliver(id, 2)).toEqual({ kind: 'sent' });
    expect(addresses()).toEqual([FIRST, SECOND]);
  });

  it('gets what its owner sends again, opened or not', async () => {
    const id = await due();
    post.answers.email = [NO_SUCH_ADDRESS];
    await post.deliver(id);
    await post.deliver(id, 2);
    await resendDelivery(post.stage.context(), post.helena.id, id);
    await open(id);
    expect(await post.deliver(id, 3)).toEqual({ kind: 'sent' });
    expect(addresses()).toEqual([FIRST, SECOND, SECOND]);
  });

  it.each([
    ['before the email comes back', 'failed', [FIRST]],
    ['while the second waits', 'sent', [FIRST]],
  ] as const)('gets no second when WhatsApp reports it delivered %s', async (when, status, reached) => {
    const id = await post.due('whatsapp', { recipient_email: FIRST, alternate_email: SECOND });
    await post.deliver(id);
    const byWhatsApp = last();
    await post.pass(id, 49 * HOUR);
    expect(await post.fallBack()).toBe(1);
    await post.deliver(id, 2);
    const delivered = () => post.record([post.event(byWhatsApp, { kind: 'delivered' })]);
    if (status === 'failed') await delivered();
    await bounceLater();
    if (status === 'sent') await delivered();
    expect(await post.recordOf(id), when).toMatchObject({ status, isDelivered: true });
    expect(await post.sendAllOverdue()).toBe(0);
    expect(addresses().filter(Boolean)).toEqual(reached);
  });
});

it('follows WhatsApp and the first address, where both refuse', async () => {
  const id = await post.due('whatsapp', { alternate_email: SECOND });
  post.answers.whatsapp = [{ kind: 'permanent', reason: '63003', failure: 'no-whatsapp' }];
  post.answers.email = [NO_SUCH_ADDRESS];
  await post.deliver(id);
  await post.deliver(id, 2);
  expect(await post.deliver(id, 3)).toEqual({ kind: 'sent' });
  expect(post.sent.map(({ channel }) => channel)).toEqual(['whatsapp', 'email', 'email']);
  expect(last().to).toBe(SECOND);
});

it('is the address of the next year, once the first was refused before it was sent', async () => {
  const id = await post.due('email', {
    recipient_email: FIRST,
    alternate_email: SECOND,
    repeat: { every: 'year', until_year: 2060 },
  });
  post.answers.email = [NO_SUCH_ADDRESS];
  await post.deliver(id);
  await post.deliver(id, 2);
  const next = await post.query('select recipient_email, alternate_email from deliveries where id <> ?', [id]);
  expect(next).toEqual([{ recipient_email: SECOND, alternate_email: null }]);
});

describe('what an owner chooses', () => {
  test('another address than the first, for a new delivery and for a change', async () => {
    const refusal = { code: 'validation-failed', fields: [{ field: 'alternate_email' }] };
    await expect(post.due('email', { recipient_email: FIRST, alternate_email: FIRST })).rejects.toMatchObject(refusal);
    const id = await due();
    await post.query("update deliveries set scheduled_time = now() + interval '1 day' where id = ?", [id]);
    const change = (wish: object) => rescheduleDelivery(post.stage.context(), post.helena.id, id, wish);
    await expect(change({ alternate_email: FIRST })).rejects.toMatchObject(refusal);
    const rui = { recipient_email: 'rui@example.com', alternate_email: 'rui@example.com' };
    await expect(change(rui)).rejects.toMatchObject(refusal);
    expect(await change({ recipient_name: 'Ana' })).toMatchObject({ alternate_email: SECOND });
    expect(await change({ alternate_email: null })).toMatchObject({ alternate_email: null });
  });

  test('another recipient, who does not get the second address of the one before', async () => {
    const id = await due();
    await post.query("update deliveries set scheduled_time = now() + interval '1 day' where id = ?", [id]);
    const change = (wish: object) => rescheduleDelivery(post.stage.context(), post.helena.id, id, wish);
    expect(await change({ recipient_email: FIRST })).toMatchObject({ alternate_email: SECOND });
    expect(await change({ recipient_email: 'rui@example.com' })).toMatchObject({ alternate_email: null });
    const both = { recipient_email: FIRST, alternate_email: SECOND };
    expect(await change(both)).toMatchObject(both);
  });

  test('trying again with a corrected address, which may be of somebody else', async () => {
    const id = await due();
    await post.deliver(id);
    await post.record([post.event(last(), { kind: 'failed', failure: 'blocked' })], 'sendgrid');
    const again = (email: string) =>
      retryDelivery(post.stage.context(), post.helena.id, id, { recipient_email: email });
    expect(await again('rui@example.com')).toMatchObject({ alternate_email: null });
  });

  test('deleting what it brings, after which no address is kept', async () => {
    const { id: content } = await createText(post.stage.context(), post.helena.id, {
      is_public: false,
      title: 'Gone',
      content: 'x',
    });
    const id = await post.due('email', { recipient_email: FIRST, alternate_email: SECOND, content_id: content });
    await post.query("update deliveries set scheduled_time = now() + interval '1 day' where id = ?", [id]);
    await deleteContent(post.stage.context(), post.helena.id, content, { confirmed: 'all' });
    expect(await post.query('select recipient_email, alternate_email, revision from deliveries')).toEqual([
      { recipient_email: '', alternate_email: null, revision: 2 },
    ]);
  });

  test('a deleted delivery keeps no address', async () => {
    const id = await due();
    await post.query("update deliveries set scheduled_time = now() + interval '1 day' where id = ?", [id]);
    await deleteDelivery(post.stage.context(), post.helena.id, id);
    expect(await post.query('select recipient_email, alternate_email, refused_email from deliveries')).toEqual([
      { recipient_email: '', alternate_email: null, refused_email: null },
    ]);
  });

  test('trying again with the second address uses it as the first', async () => {
    const id = await due();
    await post.deliver(id);
    await post.record([post.event(last(), { kind: 'failed', failure: 'blocked' })], 'sendgrid');
    const again = await retryDelivery(post.stage.context(), post.helena.id, id, { recipient_email: SECOND });
    expect(again).toMatchObject({ recipient_email: SECOND, alternate_email: null, refused_email: null });
  });
});
