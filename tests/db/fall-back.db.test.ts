/** What WhatsApp does not deliver falls back to email, once, whichever report comes first. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, HOUR, MINUTE } from '#domain/time/durations.ts';
import { resendDelivery, revokeLink } from '#services/deliveries/after-sending.ts';
import { syncDeliveries } from '#services/deliveries/engine-sync.ts';
import type { DeliveryIntent } from '#services/ports/engine.ts';
import { openInvitation, refuseInvitation } from '#services/recipients/recipient.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';

/** A template that is not approved: Twilio accepted the message, and failed it in the same answer. */
const OURS: ProviderAnswer = {
  kind: 'permanent',
  reason: '201 failed 63016',
  failure: 'content-refused',
  isOurs: true,
};
const REFUSED: ProviderAnswer = { kind: 'permanent', reason: '63003', failure: 'no-whatsapp' };
const UNKNOWN: ProviderAnswer = { kind: 'unknown', reason: 'reset' };
const BUSY: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };
const FAILED: DeliveryEvent = { kind: 'failed', failure: 'no-whatsapp' };
const DELIVERED: DeliveryEvent = { kind: 'delivered' };

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post?.close());
beforeEach(() => post.empty());

const channels = () => post.sent.map(({ channel }) => channel);
const last = () => post.sent.at(-1) as Letter;

it('falls back at once when our own set-up is at fault, alerts operators, and blames no number', async () => {
  const id = await post.due();
  post.answers.whatsapp = [OURS];
  expect(await post.deliver(id)).toMatchObject({ kind: 'resync', revision: 2 });
  expect(post.observed).toContainEqual(expect.objectContaining({ kind: 'step', deliveryId: id, isOurs: true }));
  expect(await post.deliver(id, 2)).toEqual({ kind: 'sent' });
  expect(channels()).toEqual(['whatsapp', 'email']);
  const fallBacks = await post.query<{ code: string }>(
    "select detail->>'code' as code from timeline where delivery_id = ? and kind = 'delivery-fell-back'",
    [id],
  );
  expect(fallBacks).toEqual([{ code: 'content-refused' }]);
});

describe('a number that is refused', () => {
  it('returns the new revision to the run; the same verb sends the email, with the same link', async () => {
    const id = await post.due();
    post.answers.whatsapp = [REFUSED];
    const result = await post.deliver(id);
    expect(result).toEqual({ kind: 'resync', revision: 2, sendAt: expect.any(String) });
    expect(await post.recordOf(id)).toMatchObject({
      status: 'pending',
      revision: 2,
      hasFallenBack: true,
      linkEpoch: 1,
    });
    // The old revision sends nothing.
    expect(await post.deliver(id, 1)).toMatchObject({ kind: 'resync', revision: 2 });
    expect(await post.deliver(id, 2)).toEqual({ kind: 'sent' });
    expect(channels()).toEqual(['whatsapp', 'email']);
    expect(new Set(post.sent.map(({ secret }) => secret))).toEqual(new Set([post.link(id)]));
    expect(await post.recordOf(id)).toEqual({
      status: 'sent',
      revision: 2,
      failure: null,
      isDelivered: false,
      hasFallenBack: true,
      linkEpoch: 1,
      attempts: ['whatsapp rejected permanent', 'email accepted'],
      timeline: ['fell-back', 'sent'],
      notices: 0,
    });
  });

  it('is found by the overdue sender, which also sends the email', async () => {
    const id = await post.due();
    post.answers.whatsapp = [REFUSED];
    expect(await post.sendOverdue(id)).toMatchObject({ kind: 'resync', revision: 2 });
    expect(await post.sendOverdue(id)).toEqual({ kind: 'sent' });
    expect(channels()).toEqual(['whatsapp', 'email']);
  });

  it('goes into the outbox as a new intent for the engine', async () => {
    const id = await post.due();
    const announced: DeliveryIntent[] = [];
    // why: this is about what is sent, not about what a real engine does.
    const engine = {
      announce: async (intent: DeliveryIntent) => void announced.push(intent),
      storeId: async () => 'store',
    };
    await syncDeliveries(post.stage.orm.em.fork(), engine);
    post.answers.whatsapp = [REFUSED];
    await post.deliver(id);
    await syncDeliveries(post.stage.orm.em.fork(), engine);
    expect(announced.map(({ revision, cancelled }) => [revision, cancelled])).toEqual([
      [1, false],
      [2, false],
    ]);
  });

  it('can fail by email, and only then its owner is notified', async () => {
    const id = await post.due();
    post.answers.whatsapp = [REFUSED];
    post.answers.email = [{ kind: 'permanent', reason: '400', failure: 'invalid-recipient' }];
    await post.deliver(id);
    expect((await post.recordOf(id)).notices).toBe(0);
    expect(await post.deliver(id, 2)).toEqual({ kind: 'failed', failure: 'invalid-recipient' });
    expect(await post.recordOf(id)).toMatchObject({ timeline: ['fell-back', 'failed'], notices: 1 });
  });
});

describe('two unknown outcomes by WhatsApp', () => {
  it('make it fall back; the link of the copies is valid meanwhile', async () => {
    const id = await post.due();
    post.answers.whatsapp = [UNKNOWN, UNKNOWN];
    for (let times = 0; times < 2; times++) {
      await post.deliver(id);
      await post.pass(id, 10 * MINUTE);
    }
    expect(await post.deliver(id)).toMatchObject({ kind: 'resync', revision: 2 });
    expect(channels()).toEqual(['whatsapp', 'whatsapp']);
    // One of them may have arrived; a recipient who opens it gets no email.
    expect(await openInvitation(post.stage.context(), post.link(id))).toMatchObject({ opened: true });
    expect(await post.deliver(id, 2)).toEqual({ kind: 'closed' });
    expect(await post.recordOf(id)).toMatchObject({
      status: 'sent',
      timeline: ['further-copy', 'fell-back', 'sent', 'opened'],
    });
  });
});

describe('an unknown outcome, and a further copy that is refused for now', () => {
  it.each(['whatsapp', 'email'] as const)(
    'sends no third message once the first was opened, by %s',
    async (channel) => {
      const id = await post.due(channel);
      post.answers[channel] = [UNKNOWN, BUSY];
      for (let times = 0; times < 2; times++) {
        await post.deliver(id);
        await post.pass(id, 10 * MINUTE);
      }
      await openInvitation(post.stage.context(), post.link(id));
      expect(await post.deliver(id)).toEqual({ kind: 'closed' });
      expect(channels()).toEqual([channel, channel]);
      expect(await post.recordOf(id)).toMatchObject({ status: 'sent', timeline: ['further-copy', 'sent', 'opened'] });
    },
  );
});

describe('two days without a report', () => {
  it('make it fall back, and not before', async () => {
    const id = await post.accepted(47 * HOUR);
    expect(await post.fallBack()).toBe(0);
    await post.pass(id, 2 * HOUR);
    expect(await post.fallBack()).toBe(1);
    expect(await post.deliver(id, 2)).toEqual({ kind: 'sent' });
    expect(channels()).toEqual(['whatsapp', 'email']);
    await post.pass(id, 10 * DAY);
    expect(await post.fallBack()).toBe(0);
    expect(await post.recordOf(id)).toMatchObject({ timeline: ['sent', 'fell-back', 'sent'], revision: 2 });
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    ['delivered', () => post.record([post.event(last(), DELIVERED)])],
    ['opened', (id) => openInvitation(post.stage.context(), post.link(id))],
    ['refused by its recipient', (id) => refuseInvitation(post.stage.context(), post.link(id))],
    ['taken back by its owner', (id) => revokeLink(post.stage.context(), post.helena.id, id)],
  ])('do not make it fall back when it was %s meanwhile', async (_, happens) => {
    const id = await post.accepted();
    await happens(id);
    await post.pass(id, 49 * HOUR);
    expect(await post.fallBack()).toBe(0);
    expect((await post.recordOf(id)).hasFallenBack).toBe(false);
  });

  it('count from the newest message when its owner sent it again', async () => {
    const id = await post.accepted(47 * HOUR);
    await resendDelivery(post.stage.context(), post.helena.id, id);
    expect(await post.deliver(id, 2)).toEqual({ kind: 'sent' });
    await post.pass(id, 2 * HOUR);
    expect(await post.fallBack()).toBe(0);
    await post.pass(id, 47 * HOUR);
    expect(await post.fallBack()).toBe(1);
    expect(await post.recordOf(id)).toMatchObject({ revision: 3, hasFallenBack: true });
  });

  it('make it fall back once, from several workers and concurrent failure events', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, () => post.accepted(49 * HOUR)));
    const failing = post.sent.map((letter) => post.event(letter, FAILED));
    const counts = await Promise.all([post.fallBack(), post.record(failing), post.fallBack(), post.fallBack()]);
    expect(counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)).toBeLessThanOrEqual(6);
    for (const id of ids)
      expect(await post.recordOf(id)).toMatchObject({
        revision: 2,
        timeline: ['sent', 'fell-back'],
        status: 'pending',
      });
  });

  it('make it fall back also when WhatsApp never accepted it', async () => {
    const id = await post.due();
    post.answers.whatsapp = [BUSY, BUSY];
    await post.deliver(id);
    await post.pass(id, 47 * HOUR);
    expect(await post.deliver(id)).toMatchObject({ kind: 'later' });
    await post.pass(id, HOUR);
    expect(await post.deliver(id)).toMatchObject({ kind: 'resync', revision: 2 });
    expect(channels()).toEqual(['whatsapp', 'whatsapp']);
  });
});

describe('a failure event', () => {
  it('before our own record makes it fall back, and our record does not change that', async () => {
    const id = await post.due();
    post.answers.whatsapp = [
      async (letter) => {
        await post.record([post.event(letter, FAILED)]);
        return { kind: 'accepted', messageId: 'm1' };
      },
    ];
    expect(await post.deliver(id)).toMatchObject({ kind: 'resync', revision: 2 });
    expect(await post.recordOf(id)).toMatchObject({
      status: 'pending',
      attempts: ['whatsapp rejected permanent'],
      timeline: ['fell-back'],
    });
    expect(await post.deliver(id, 2)).toEqual({ kind: 'sent' });
  });

  it.each([
    ['after it', [FAILED]],
    ['after it was delivered', [DELIVERED, FAILED]],
  ] as const)('%s does so too, however often it is said', async (_, events) => {
    const id = await post.accepted();
    const eventId = randomUUID();
    for (const event of events) await post.record([post.event(last(), event)]);
    await post.record([post.event(last(), FAILED, eventId), post.event(last(), FAILED, eventId)]);
    await Promise.all([1, 2, 3].map(() => post.record([post.event(last(), FAILED, randomUUID())])));
    expect(await post.recordOf(id)).toMatchObject({ status: 'pending', revision: 2, isDelivered: false, notices: 0 });
    expect((await post.recordOf(id)).timeline.filter((kind) => kind === 'fell-back')).toHaveLength(1);
  });

  it('of the old message changes nothing once an email was sent', async () => {
    const { id, letter } = await post.fallen();
    await post.deliver(id, 2);
    await post.record([post.event(letter, FAILED)]);
    expect(await post.recordOf(id)).toMatchObject({ status: 'sent', revision: 2, notices: 0 });
    await post.record([post.event(last(), { kind: 'failed', failure: 'bounced' })], 'sendgrid');
    expect(await post.recordOf(id)).toMatchObject({ status: 'failed', failure: 'bounced', revision: 2, notices: 1 });
  });

  it('after its link was revoked is a failure, and sends no new link', async () => {
    const id = await post.accepted();
    await revokeLink(post.stage.context(), post.helena.id, id);
    await post.record([post.event(last(), FAILED)]);
    expect(await post.recordOf(id)).toMatchObject({ status: 'failed', failure: 'no-whatsapp', revision: 1 });
  });
});

describe('by SMS', () => {
  it('carries the link, and records an event that it arrived', async () => {
    const id = await post.accepted(0, 'sms');
    expect(last()).toMatchObject({ channel: 'sms', secret: post.link(id) });
    const withoutNumber = post.query('update deliveries set recipient_phone = null where id = ?', [id]);
    await expect(withoutNumber).rejects.toThrow(/deliveries_phone/);
    await post.record([post.event(last(), DELIVERED)]);
    expect(await post.recordOf(id)).toMatchObject({ status: 'sent', isDelivered: true, attempts: ['sms accepted'] });
  });

  it('sends the same link by email when the number is refused', async () => {
    const id = await post.due('sms');
    post.answers.sms = [{ kind: 'permanent', reason: '21614', failure: 'no-sms' }];
    expect(await post.deliver(id)).toMatchObject({ kind: 'resync', revision: 2 });
    expect(await post.deliver(id, 2)).toEqual({ kind: 'sent' });
    expect(channels()).toEqual(['sms', 'email']);
    expect(last().secret).toBe(post.link(id));
  });

  it('falls back after two days without a report', async () => {
    const id = await post.accepted(49 * HOUR, 'sms');
    expect(await post.fallBack()).toBe(1);
    expect(await post.recordOf(id)).toMatchObject({
      status: 'pending',
      hasFallenBack: true,
      timeline: ['sent', 'fell-back'],
    });
  });
});
