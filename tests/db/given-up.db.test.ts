/** What WhatsApp was given up for and brought after all; and what goes by email instead. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { HOUR } from '#domain/time/durations.ts';
import { editContent } from '#services/contents/edit-content.ts';
import { deleteDelivery } from '#services/deliveries/delete-delivery.ts';
import { retryDelivery } from '#services/deliveries/retry-delivery.ts';
import { openInvitation } from '#services/recipients/open-invitation.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';

const BUSY: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };
const DELIVERED: DeliveryEvent = { kind: 'delivered' };

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post?.close());
beforeEach(() => post.empty());

const ways = () => post.sent.map(({ channel }) => channel);
const last = () => post.sent.at(-1) as Letter;

/** A delivery that WhatsApp took, so long ago. */
async function taken(ago = 0): Promise<string> {
  const id = await post.due();
  expect(await post.deliver(id)).toEqual({ kind: 'sent' });
  await post.pass(id, ago);
  return id;
}

/** One that goes by email, and whose email has not left. */
async function fallen(): Promise<{ id: string; letter: Letter }> {
  const id = await taken(49 * HOUR);
  expect(await post.sweep()).toBe(1);
  return { id, letter: last() };
}

describe('word that the old message arrived', () => {
  it('keeps the email back that has not left', async () => {
    const { id, letter } = await fallen();
    await post.record([post.event(letter, DELIVERED)]);
    expect(await post.standing(id)).toMatchObject({
      status: 'sent',
      isDelivered: true,
      attempts: ['whatsapp accepted'],
      timeline: ['sent', 'fell-back', 'sent', 'delivered'],
    });
    expect(await post.deliver(id, 2)).toEqual({ kind: 'closed' });
    expect(ways()).toEqual(['whatsapp']);
  });

  it('keeps back the next try of one that was refused so far', async () => {
    const { id, letter } = await fallen();
    post.answers.email = [BUSY];
    await post.deliver(id, 2);
    await post.record([post.event(letter, DELIVERED)]);
    await post.pass(id, HOUR);
    expect(await post.deliver(id, 2)).toEqual({ kind: 'closed' });
    expect(await post.standing(id)).toMatchObject({ status: 'sent', isDelivered: true });
  });

  it('changes nothing while an email is with its provider', async () => {
    const { id, letter } = await fallen();
    post.answers.email = [
      async () => {
        await post.record([post.event(letter, DELIVERED)]);
        return { kind: 'permanent', reason: '400', failure: 'invalid-recipient' };
      },
    ];
    expect(await post.deliver(id, 2)).toEqual({ kind: 'failed', failure: 'invalid-recipient' });
    expect(await post.standing(id)).toMatchObject({
      status: 'failed',
      attempts: ['whatsapp accepted', 'email rejected permanent'],
    });
  });

  it('changes nothing of another try that its owner has asked for since', async () => {
    const { id, letter } = await fallen();
    post.answers.email = [{ kind: 'permanent', reason: '400', failure: 'invalid-recipient' }];
    await post.deliver(id, 2);
    await retryDelivery(post.stage.context(), post.helena.id, id, { recipient_email: 'rui@example.com' });
    await post.record([post.event(letter, DELIVERED)]);
    expect(await post.standing(id)).toMatchObject({ status: 'pending', revision: 3, linkEpoch: 2 });
    expect(await post.deliver(id, 3)).toEqual({ kind: 'sent' });
  });
});

describe('what fell back', () => {
  it('shows by email what it showed by WhatsApp, though its owner has written it anew', async () => {
    const { id, letter } = await fallen();
    const frozen = () =>
      post.query<{ frozen_head: Buffer; frozen_body: Buffer }>(
        'select frozen_head, frozen_body from delivery_contents where delivery_id = ?',
        [id],
      );
    const before = await frozen();
    await editContent(post.stage.context(), post.helena.id, post.helena.letter.id, {
      title: 'Another',
      content: 'Anew.',
    });
    await post.deliver(id, 2);
    expect(await frozen()).toEqual(before);
    expect(last()).toMatchObject({ channel: 'email', secret: letter.secret });
    expect(await openInvitation(post.stage.context(), letter.secret)).toMatchObject({
      title: 'How we chose your name',
    });
  });

  it('can no more be deleted than what was sent', async () => {
    const { id } = await fallen();
    await expect(deleteDelivery(post.stage.context(), post.helena.id, id)).rejects.toMatchObject({ code: 'conflict' });
  });
});
