import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { askUnheard } from '#services/deliveries/ask-unheard.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';
import { createPost, type Post } from '#tests/harness/post.ts';

const TWO_DAYS = 48 * HOUR;
const POLICY = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };

let post: Post;
beforeAll(async () => {
  post = await createPost();
});
afterAll(() => post.close());

const asked: string[] = [];
/** What Twilio would say of every message; null while it cannot be reached. */
const saying = (event: ProviderEvent['event'] | null) => async (messageId: string) => {
  asked.push(messageId);
  const attempt = { channel: 'whatsapp', attemptId: '' } as const;
  return event && { ...post.event(attempt, event), messageId, attemptId: null };
};
const ask = (event: ProviderEvent['event'] | null) => askUnheard(() => post.stage.orm.em.fork(), saying(event), POLICY);

describe('a message of which nothing was heard for two days', () => {
  it('that had arrived while nobody could hear it stays where it is, and is asked about no more', async () => {
    const id = await post.taken(TWO_DAYS);
    expect(await ask({ kind: 'delivered' })).toBe(1);
    await post.sweep();
    expect(await post.standing(id)).toMatchObject({ status: 'sent', isDelivered: true, hasFallenBack: false });
    expect(await ask({ kind: 'delivered' })).toBe(0);
  });

  it('that did not arrive goes by email, for the reason that Twilio gives', async () => {
    const id = await post.taken(TWO_DAYS);
    await ask({ kind: 'failed', failure: 'no-whatsapp' });
    expect(await post.standing(id)).toMatchObject({ status: 'pending', revision: 2, hasFallenBack: true });
  });

  it.each([
    ['Twilio knows no more of', { kind: 'noted' } as const],
    ['Twilio cannot be asked about', null],
  ])('that %s goes by email all the same', async (_what, answer) => {
    const id = await post.taken(TWO_DAYS);
    await ask(answer);
    expect(await post.standing(id)).toMatchObject({ status: 'sent', hasFallenBack: false });
    await post.sweep();
    expect(await post.standing(id)).toMatchObject({ status: 'pending', revision: 2, hasFallenBack: true });
  });

  it('is not asked about before that, nor once it was opened', async () => {
    await post.taken(TWO_DAYS - HOUR);
    const opened = await post.taken(TWO_DAYS);
    await post.query('update deliveries set opened_at = now() where id = ?', [opened]);
    asked.length = 0;
    await ask({ kind: 'delivered' });
    expect(asked).toEqual([]);
  });
});
