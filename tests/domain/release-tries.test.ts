/** A release is tried for as long as it takes: nobody else will send it. */
import { describe, expect, it } from 'vitest';
import type { FailureCode } from '#domain/delivery/delivery.ts';
import {
  type Attempt,
  type DeliveryState,
  decideClaim,
  decideEvent,
  decideOutcome,
  type ProviderAnswer,
} from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { DAY, HOUR, MINUTE, SECOND, YEAR } from '#domain/time/durations.ts';

const NOW = Date.UTC(2031, 4, 4, 8);
const POLICY: DeliveryPolicy = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };
const AWAY: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };
const NO_SUCH_BOX: ProviderAnswer = { kind: 'permanent', reason: '400', failure: 'invalid-recipient' };

function attempt(n: number, state: Attempt['state'], rejection: Attempt['rejection'] = null): Attempt {
  return { id: `attempt-${n}`, revision: 1, n, state, rejection, startedAt: NOW - YEAR };
}

function release(change: Partial<DeliveryState> = {}): DeliveryState {
  return {
    revision: 1,
    status: 'pending',
    origin: 'release',
    channel: 'email',
    fellBackAt: null,
    isDeleted: false,
    isHeld: false,
    isOpened: false,
    failureCode: null,
    nextAttemptAt: NOW,
    attempts: [],
    ...change,
  };
}

/** Accepted, after these refusals. */
function sent(...refused: NonNullable<Attempt['rejection']>[]) {
  const earlier = refused.map((rejection, index) => attempt(index + 1, 'rejected', rejection));
  const newest = attempt(refused.length + 1, 'accepted');
  return { state: release({ status: 'sent', nextAttemptAt: null, attempts: [...earlier, newest] }), newest };
}

const answered = (attempts: Attempt[], answer: ProviderAnswer) =>
  decideOutcome(release({ attempts }), attempts.at(-1) as Attempt, answer, NOW, POLICY).delivery;

const bounced = ({ state, newest }: ReturnType<typeof sent>, failure: FailureCode) =>
  decideEvent(state, newest, { kind: 'failed', failure });

describe('a release that is refused before it was accepted', () => {
  it('is tried again a day later, also after a year of refusals that may pass', () => {
    const tried = Array.from({ length: 400 }, (_, index) => attempt(index + 1, 'rejected', 'transient'));
    const attempts = [...tried, attempt(401, 'started')];
    expect(answered(attempts, AWAY)).toEqual({ kind: 'retry', at: NOW + DAY });
    const owners = decideOutcome(
      { ...release({ attempts }), origin: 'owner' },
      attempts.at(-1) as Attempt,
      AWAY,
      NOW,
      POLICY,
    );
    expect(owners.delivery).toEqual({ kind: 'failed', failure: 'expired' });
  });

  it('is tried after seven days, and after thirty more, when the refusal looks final; then operators have it', () => {
    const refused = (n: number) => attempt(n, 'rejected', 'permanent');
    expect(answered([attempt(1, 'started')], NO_SUCH_BOX)).toEqual({ kind: 'retry', at: NOW + 7 * DAY });
    expect(answered([refused(1), attempt(2, 'started')], NO_SUCH_BOX)).toEqual({ kind: 'retry', at: NOW + 30 * DAY });
    expect(answered([refused(1), refused(2), attempt(3, 'started')], NO_SUCH_BOX)).toEqual({
      kind: 'failed',
      failure: 'invalid-recipient',
    });
  });

  it('waits on a ladder as long as a minute of the policy', () => {
    const [first] = [attempt(1, 'started')];
    const hurried = { ...POLICY, minute: SECOND };
    expect(decideOutcome(release({ attempts: [first] }), first, NO_SUCH_BOX, NOW, hurried).delivery).toEqual({
      kind: 'retry',
      at: NOW + (7 * DAY) / 60,
    });
  });
});

describe('a release that comes back after it was accepted', () => {
  it('is sent again soon, and at longest a day later, while its mailbox refuses it for now', () => {
    const waits = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, DAY, DAY];
    waits.forEach((wait, times) => {
      const { attempt: after, delivery } = bounced(sent(...Array(times).fill('blocked')), 'blocked');
      expect(after).toEqual({ state: 'rejected', rejection: 'blocked' });
      expect(delivery).toEqual({ kind: 'came-back', because: 'blocked', wait });
    });
    expect(bounced(sent(...Array(500).fill('blocked')), 'blocked').delivery).toMatchObject({ wait: DAY });
  });

  it.each<FailureCode>(['bounced', 'dropped'])('is sent again after 7 days and 30 days when it was %s', (failure) => {
    expect(bounced(sent(), failure).delivery).toEqual({ kind: 'came-back', because: failure, wait: 7 * DAY });
    // What may pass does not count.
    expect(bounced(sent('blocked', 'permanent', 'transient'), failure).delivery).toMatchObject({ wait: 30 * DAY });
    expect(bounced(sent('permanent', 'permanent'), failure).delivery).toEqual({ kind: 'failed', failure });
  });

  it('fails at once when its owner scheduled it', () => {
    const { state, newest } = sent();
    const own = { state: { ...state, origin: 'owner' as const }, newest };
    expect(bounced(own, 'blocked')).toEqual({
      attempt: { state: 'rejected', rejection: 'permanent' },
      delivery: { kind: 'failed', failure: 'blocked' },
    });
  });

  it('is sent with the next attempt of the same revision', () => {
    const attempts = [attempt(1, 'rejected', 'blocked')];
    expect(decideClaim(release({ attempts, nextAttemptAt: NOW + 1 }), 1, NOW, POLICY).kind).toBe('later');
    expect(decideClaim(release({ attempts }), 1, NOW, POLICY)).toEqual({ kind: 'send', n: 2, isFurtherCopy: false });
  });

  it('is not sent again when its reader called it spam, or opened it', () => {
    expect(bounced(sent(), 'reported').delivery).toEqual({ kind: 'failed', failure: 'reported' });
    const { state, newest } = sent();
    expect(bounced({ state: { ...state, isOpened: true }, newest }, 'blocked').delivery).toBeNull();
  });

  it('leaves the decision to a copy that arrived, or is on its way', () => {
    const [first, second] = [attempt(1, 'accepted'), attempt(2, 'accepted')];
    const event = { kind: 'failed', failure: 'bounced' } as const;
    const both = release({ status: 'sent', nextAttemptAt: null, attempts: [first, second] });
    expect(decideEvent(both, first, event).delivery).toBeNull();
    for (const state of ['started', 'unknown'] as const) {
      const row = release({ attempts: [attempt(1, 'unknown'), attempt(2, state)] });
      expect(decideEvent(row, row.attempts[0] as Attempt, event).delivery).toBeNull();
    }
  });

  it('counts a late word that the provider accepts the message as older than the refusal', () => {
    const first = attempt(1, 'rejected', 'blocked');
    for (const kind of ['accepted', 'delivered'] as const)
      expect(decideEvent(release({ attempts: [first] }), first, { kind })).toEqual({ attempt: null, delivery: null });
  });
});
