/** Real rows with provider events in any order: before our own record, after it, one by one, in batches, at once. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { createPost, type Letter, type Post } from '#tests/harness/post.ts';

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post?.close());

const SAID: Record<Letter['channel'], DeliveryEvent[]> = {
  email: [
    { kind: 'accepted' },
    { kind: 'noted' },
    { kind: 'delivered' },
    { kind: 'failed', failure: 'bounced' },
    { kind: 'failed', failure: 'bounced' },
  ],
  whatsapp: [
    { kind: 'noted' },
    { kind: 'accepted' },
    { kind: 'delivered' },
    { kind: 'delivered' },
    { kind: 'failed', failure: 'no-whatsapp' },
  ],
  sms: [{ kind: 'noted' }, { kind: 'accepted' }, { kind: 'delivered' }, { kind: 'failed', failure: 'no-sms' }],
};

it.each(['email', 'whatsapp'] as const)('end in the same state by %s, whatever the order', async (channel) => {
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(SAID[channel], { minLength: 1 }),
      fc.nat({ max: 5 }),
      fc.constantFrom('one by one' as const, 'together' as const, 'at once' as const),
      async (said, before, how) => {
        const id = await post.due(channel);
        const record = async (letter: Letter, part: DeliveryEvent[]) => {
          const events = part.map((event) => post.event(letter, event));
          const provider = channel === 'email' ? 'sendgrid' : 'twilio';
          if (how === 'together') await post.record(events, provider);
          if (how === 'at once') await Promise.all(events.map((event) => post.record([event], provider)));
          if (how === 'one by one') for (const event of events) await post.record([event], provider);
        };
        post.answers[channel] = [
          async (letter) => {
            await record(letter, said.slice(0, before));
            return { kind: 'accepted', messageId: 'm1' };
          },
        ];
        await post.deliver(id);
        await record(post.sent.at(-1) as Letter, said.slice(before));

        const { status, revision, attempts, isDelivered, notices, timeline } = await post.recordOf(id);
        const hasFailed = said.some(({ kind }) => kind === 'failed');
        const goesOn = hasFailed && channel === 'whatsapp';
        expect({ status, revision, attempts, notices }).toEqual({
          status: goesOn ? 'pending' : hasFailed ? 'failed' : 'sent',
          revision: goesOn ? 2 : 1,
          attempts: [`${channel} ${hasFailed ? 'rejected permanent' : 'accepted'}`],
          notices: hasFailed && !goesOn ? 1 : 0,
        });
        if (!hasFailed) expect(isDelivered).toBe(said.some(({ kind }) => kind === 'delivered'));
        // Nothing is recorded twice.
        expect(new Set(timeline).size).toBe(timeline.length);
      },
    ),
    { numRuns: 25 },
  );
});
