/** Messages that fell back and that WhatsApp delivered after all; and the emails instead of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { HOUR } from '#domain/time/durations.ts';
import { retryDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { findDelivery } from '#services/deliveries/queries.ts';
import { deleteDelivery } from '#services/deliveries/schedule-delivery.ts';
import { openInvitation } from '#services/recipients/recipient.ts';
import { editContent } from '#services/vault/edit-content.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';

const BUSY: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };
const REFUSED: ProviderAnswer = { kind: 'permanent', reason: '400', failure: 'invalid-recipient' };
const LOST: ProviderAnswer = { kind: 'unknown', reason: 'reset' };
const DELIVERED: DeliveryEvent = { kind: 'delivered' };

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post?.close());
beforeEach(() => post.empty());

const channels = () => post.sent.map(({ channel }) => channel);
const last = () => post.sent.at(-1) as Letter;

describe('a report that the old message arrived', () => {
  it('cancels an email that was not sent', async () => {
    const { id, letter } = await post.fallen();
    await post.record([post.event(letter, DELIVERED)]);
    expect(await post.recordOf(id)).toMatchObject({
      status: 'sent',
      isDelivered: true,
      attempts: ['whatsapp accepted'],
      timeline: ['sent', 'fell-back', 'sent', 'delivered'],
    });
    expect(await post.deliver(id, 2)).toEqual({ kind: 'closed' });
    expect(channels()).toEqual(['whatsapp']);
  });

  it('cancels the next try of an email that was refused', async () => {
    const { id, letter } = await post.fallen();
    post.answers.email = [BUSY];
    await post.deliver(id, 2);
    await post.record([post.event(letter, DELIVERED)]);
    await post.pass(id, HOUR);
    expect(await post.deliver(id, 2)).toEqual({ kind: 'closed' });
    expect(await post.recordOf(id)).toMatchObject({ status: 'sent', isDelivered: true });
  });

  it('changes nothing while an email is with its provider', async () => {
    const { id, letter } = await post.fallen();
    post.answers.email = [
      async () => {
        await post.record([post.event(letter, DELIVERED)]);
        return { kind: 'permanent', reason: '400', failure: 'invalid-recipient' };
      },
    ];
    expect(await post.deliver(id, 2)).toEqual({ kind: 'failed', failure: 'invalid-recipient' });
    expect(await post.recordOf(id)).toMatchObject({
      status: 'failed',
      attempts: ['whatsapp accepted', 'email rejected permanent'],
    });
  });

  it('does not cancel a retry that its owner requested since', async () => {
    const { id, letter } = await post.fallen();
    post.answers.email = [{ kind: 'permanent', reason: '400', failure: 'invalid-recipient' }];
    await post.deliver(id, 2);
    await retryDelivery(post.stage.context(), post.helena.id, id, { recipient_email: 'rui@example.com' });
    await post.record([post.event(letter, DELIVERED)]);
    expect(await post.recordOf(id)).toMatchObject({ status: 'pending', revision: 3, linkEpoch: 2 });
    expect(await post.deliver(id, 3)).toEqual({ kind: 'sent' });
  });
});

describe('a delivery that fell back', () => {
  it('shows by email what it showed by WhatsApp, although its owner edited it since', async () => {
    const { id, letter } = await post.fallen();
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

  it('cannot be deleted, like a sent one', async () => {
    const { id } = await post.fallen();
    await expect(deleteDelivery(post.stage.context(), post.helena.id, id)).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('the link of a failed delivery', () => {
  it.each<[string, ProviderAnswer[], ProviderAnswer[]]>([
    ['a try by email before the one that was refused', [REFUSED], [LOST, REFUSED]],
    ['a try by WhatsApp, before the email was refused', [LOST, REFUSED], [REFUSED]],
    ['both by WhatsApp, with unknown outcomes', [LOST, LOST], [REFUSED]],
  ])('can be revoked after an unknown outcome of %s', async (_, byWhatsApp, byEmail) => {
    const id = await failed(byWhatsApp, byEmail);
    expect(await shown(id)).toMatchObject({ status: 'failed', sent_at: null, link: { state: 'open' } });
    await revokeLink(post.stage.context(), post.helena.id, id);
    expect((await shown(id)).link.state).toBe('revoked');
    await expect(openInvitation(post.stage.context(), post.link(id))).rejects.toMatchObject({ code: 'gone' });
  });

  it('does not exist when every try was refused', async () => {
    const id = await failed([REFUSED], [REFUSED]);
    expect(await shown(id)).toMatchObject({ status: 'failed', link: { state: 'none' } });
    await expect(revokeLink(post.stage.context(), post.helena.id, id)).rejects.toMatchObject({ code: 'conflict' });
  });

  const shown = (id: string) => findDelivery(post.stage.context(), post.helena.id, id);
  async function failed(byWhatsApp: ProviderAnswer[], byEmail: ProviderAnswer[]): Promise<string> {
    Object.assign(post.answers, { whatsapp: [...byWhatsApp], email: [...byEmail] });
    const id = await post.due();
    for (let tries = byWhatsApp.length + byEmail.length + 1; tries > 0; tries--) {
      await post.pass(id, HOUR);
      await post.sendOverdue(id);
    }
    return id;
  }
});
