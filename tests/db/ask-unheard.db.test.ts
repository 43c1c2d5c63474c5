import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import type { FailureLine } from '#services/events/record-provider-events.ts';
import { askUnheard } from '#services/events/unheard.ts';
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
/** Twilio's report of every message; null while it cannot be reached. */
const reporting = (event: ProviderEvent['event'] | null) => async (messageId: string) => {
  asked.push(messageId);
  const attempt = { channel: 'whatsapp', attemptId: '' } as const;
  return event && { ...post.event(attempt, event), messageId, attemptId: null };
};
const logged: FailureLine[] = [];
const ask = (event: ProviderEvent['event'] | null, change: Partial<ProviderEvent> = {}) =>
  askUnheard(
    () => post.stage.orm.em.fork(),
    async (messageId) => {
      const answer = await reporting(event)(messageId);
      return answer && { ...answer, ...change };
    },
    POLICY,
    (line) => logged.push(line),
  );

describe('a message without a report for two days', () => {
  it('does not fall back when it arrived while we were down, and is not asked about again', async () => {
    const id = await post.accepted(TWO_DAYS);
    expect(await ask({ kind: 'delivered' })).toBe(1);
    await post.fallBack();
    expect(await post.recordOf(id)).toMatchObject({ status: 'sent', isDelivered: true, hasFallenBack: false });
    expect(await ask({ kind: 'delivered' })).toBe(0);
  });

  it('falls back to email when it did not arrive, with Twilio’s reason', async () => {
    const id = await post.accepted(TWO_DAYS);
    await ask({ kind: 'failed', failure: 'no-whatsapp' });
    expect(await post.recordOf(id)).toMatchObject({ status: 'pending', revision: 2, hasFallenBack: true });
  });

  it('raises an alarm once when the template is missing; a wrong number is an ordinary log line', async () => {
    const failed = { kind: 'failed', failure: 'no-whatsapp' } as const;
    logged.length = 0;
    const ours = await post.accepted(TWO_DAYS);
    const answer = { name: 'undelivered 63040', isOurs: true, eventId: 'one' };
    // Several workers ask at once.
    await Promise.all([1, 2, 3].map(() => ask(failed, answer)));
    const fields = { provider: 'twilio', delivery: ours, attempt: expect.any(String), event: 'undelivered 63040' };
    expect(logged).toEqual([{ isAlarm: true, fields, message: expect.stringMatching(/^ALARM: .* our own set-up$/) }]);
    await post.query('delete from deliveries where id = ?', [ours]);
    const theirs = await post.accepted(TWO_DAYS);
    await ask(failed);
    expect(logged.slice(1)).toMatchObject([{ isAlarm: false, fields: { delivery: theirs } }]);
  });

  it.each([
    ['Twilio knows no more of', { kind: 'noted' } as const],
    ['Twilio cannot be asked about', null],
  ])('that %s falls back to email all the same', async (_what, answer) => {
    const id = await post.accepted(TWO_DAYS);
    await ask(answer);
    expect(await post.recordOf(id)).toMatchObject({ status: 'sent', hasFallenBack: false });
    await post.fallBack();
    expect(await post.recordOf(id)).toMatchObject({ status: 'pending', revision: 2, hasFallenBack: true });
  });

  it('is not asked about before two days, or after it was opened', async () => {
    await post.accepted(TWO_DAYS - HOUR);
    const opened = await post.accepted(TWO_DAYS);
    await post.query('update deliveries set opened_at = now() where id = ?', [opened]);
    asked.length = 0;
    await ask({ kind: 'delivered' });
    expect(asked).toEqual([]);
  });
});
