import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { askUnheard } from '#services/deliveries/unheard.ts';
import type { FailureLine } from '#services/events/record-provider-events.ts';
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
const told: FailureLine[] = [];
const ask = (event: ProviderEvent['event'] | null, change: Partial<ProviderEvent> = {}) =>
  askUnheard(
    () => post.stage.orm.em.fork(),
    async (messageId) => {
      const answer = await saying(event)(messageId);
      return answer && { ...answer, ...change };
    },
    POLICY,
    (line) => told.push(line),
  );

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

  it('whose template is missing is an alarm for operators, once; one of a number is a line like any other', async () => {
    const failed = { kind: 'failed', failure: 'no-whatsapp' } as const;
    told.length = 0;
    const ours = await post.taken(TWO_DAYS);
    const answer = { name: 'undelivered 63040', isOurs: true, eventId: 'one' };
    // Several workers ask at the same moment.
    await Promise.all([1, 2, 3].map(() => ask(failed, answer)));
    const fields = { provider: 'twilio', delivery: ours, attempt: expect.any(String), event: 'undelivered 63040' };
    expect(told).toEqual([{ isAlarm: true, fields, message: expect.stringMatching(/^ALARM: .* our own set-up$/) }]);
    await post.query('delete from deliveries where id = ?', [ours]);
    const theirs = await post.taken(TWO_DAYS);
    await ask(failed);
    expect(told.slice(1)).toMatchObject([{ isAlarm: false, fields: { delivery: theirs } }]);
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
