import { describe, expect, it } from 'vitest';
import {
  type Attempt,
  type DeliveryState,
  decideClaim,
  decideEvent,
  decideOutcome,
} from '#domain/delivery/protocol.ts';
import { refuseChange } from '#domain/delivery/refuse-change.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';

const NOW = Date.UTC(2031, 4, 4, 8);
const POLICY: DeliveryPolicy = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };

function attempt(n: number, state: Attempt['state'], change: Partial<Attempt> = {}): Attempt {
  return {
    id: `attempt-${n}`,
    revision: 1,
    n,
    state,
    rejection: state === 'rejected' ? 'transient' : null,
    startedAt: NOW - MINUTE,
    ...change,
  };
}

function delivery(change: Partial<DeliveryState> = {}): DeliveryState {
  return {
    revision: 1,
    status: 'pending',
    origin: 'owner',
    channel: 'email',
    fellBackAt: null,
    isDeleted: false,
    isHeld: false,
    failureCode: null,
    nextAttemptAt: NOW,
    attempts: [],
    ...change,
  };
}

/** The same, of which nothing was ever sent. */
function unsent(change: Partial<DeliveryState> = {}) {
  return { ...delivery(change), sentAt: null };
}

describe('claiming', () => {
  it.each([
    ['was deleted', delivery({ isDeleted: true, nextAttemptAt: null })],
    ['was sent', delivery({ status: 'sent', nextAttemptAt: null })],
    ['has failed', delivery({ status: 'failed', nextAttemptAt: null })],
  ])('claims no delivery that %s', (_, row) => {
    expect(decideClaim(row, 1, NOW, POLICY)).toEqual({ kind: 'closed' });
  });

  it('never acts on a revision other than the row’s', () => {
    expect(decideClaim(delivery({ revision: 2 }), 1, NOW, POLICY)).toEqual({ kind: 'resync' });
    expect(decideClaim(delivery({ revision: 1 }), 2, NOW, POLICY)).toEqual({ kind: 'resync' });
  });

  it('waits until the row’s next_attempt_at, to the millisecond', () => {
    expect(decideClaim(delivery({ nextAttemptAt: NOW + 1 }), 1, NOW, POLICY)).toEqual({ kind: 'later', at: NOW + 1 });
    expect(decideClaim(delivery(), 1, NOW, POLICY)).toEqual({ kind: 'send', n: 1, isFurtherCopy: false });
  });

  it('tries again after a temporary refusal', () => {
    expect(decideClaim(delivery({ attempts: [attempt(1, 'rejected')] }), 1, NOW, POLICY)).toEqual({
      kind: 'send',
      n: 2,
      isFurtherCopy: false,
    });
  });

  it('treats a claim whose worker died as an unknown outcome, and waits for the provider’s event', () => {
    const died = attempt(1, 'started', { startedAt: NOW - POLICY.claimLease });
    expect(decideClaim(delivery({ attempts: [died] }), 1, NOW, POLICY)).toEqual({
      kind: 'mark-unknown',
      attemptId: 'attempt-1',
      at: NOW + POLICY.unknownWait,
    });
  });

  it('sends one further copy after an unknown outcome, and marks it as such', () => {
    expect(decideClaim(delivery({ attempts: [attempt(1, 'unknown')] }), 1, NOW, POLICY)).toEqual({
      kind: 'send',
      n: 2,
      isFurtherCopy: true,
    });
  });

  it('calls what follows an unknown outcome a further copy, also after refusals', () => {
    const attempts = [attempt(1, 'unknown'), attempt(2, 'rejected')];
    expect(decideClaim(delivery({ attempts }), 1, NOW, POLICY)).toEqual({ kind: 'send', n: 3, isFurtherCopy: true });
  });

  it('never sends a third copy: an ordinary delivery fails, a release counts as sent', () => {
    const attempts = [attempt(1, 'unknown'), attempt(2, 'unknown')];
    expect(decideClaim(delivery({ attempts }), 1, NOW, POLICY)).toEqual({ kind: 'give-up', as: 'failed' });
    expect(decideClaim(delivery({ attempts, origin: 'release' }), 1, NOW, POLICY)).toEqual({
      kind: 'give-up',
      as: 'sent',
    });
  });

  it('settles what the provider has accepted', () => {
    expect(decideClaim(delivery({ attempts: [attempt(1, 'accepted')] }), 1, NOW, POLICY)).toEqual({
      kind: 'settle-sent',
    });
  });
});

describe('changing and deleting', () => {
  const future = NOW + HOUR;
  it('is allowed while nothing is being sent', () => {
    expect(refuseChange(unsent(), future, NOW)).toBeNull();
    expect(refuseChange(unsent({ attempts: [attempt(1, 'rejected')] }), future, NOW)).toBeNull();
  });
  it.each(['started', 'unknown', 'accepted'] as const)('is refused while the newest attempt is %s', (state) => {
    expect(refuseChange(unsent({ attempts: [attempt(1, state)] }), future, NOW)).toBe('being-sent');
  });
  it('is refused once it is due or finished', () => {
    expect(refuseChange(unsent(), NOW, NOW)).toBe('due');
    // Sent again, by a clock that was set back.
    expect(refuseChange({ ...unsent(), sentAt: NOW }, future, NOW)).toBe('due');
    expect(refuseChange(unsent({ status: 'sent', nextAttemptAt: null }), future, NOW)).toBe('finished');
  });
  it('is possible while the cap of its address holds it, unless a message of it may be out', () => {
    const held = { nextAttemptAt: NOW + DAY };
    expect(refuseChange(unsent(held), NOW, NOW)).toBeNull();
    expect(refuseChange({ ...unsent(held), sentAt: NOW - DAY }, NOW, NOW)).toBe('due');
    expect(refuseChange(unsent({ ...held, fellBackAt: NOW - DAY }), NOW, NOW)).toBe('due');
    expect(refuseChange(unsent({ ...held, refusedEmail: 'ana@example.com' }), NOW, NOW)).toBe('due');
    expect(refuseChange(unsent({ ...held, origin: 'release' }), NOW, NOW)).toBe('due');
    expect(refuseChange(unsent({ ...held, attempts: [attempt(1, 'rejected')] }), NOW, NOW)).toBe('due');
  });
});

describe('a provider’s answer', () => {
  const started = attempt(1, 'started', { startedAt: NOW - SECOND });
  const deliveryAfter = (answer: Parameters<typeof decideOutcome>[2], attempts = [started]) =>
    decideOutcome(delivery({ attempts }), attempts.at(-1) as Attempt, answer, NOW, POLICY).delivery;

  it('counts as sent only if the provider accepted the message', () => {
    expect(deliveryAfter({ kind: 'accepted', messageId: 'm' })).toEqual({ kind: 'sent' });
  });
  it('is retried when the provider says, else after 1 min, 5 min, 30 min, 2 h, 12 h, 1 d, 1 d', () => {
    expect(deliveryAfter({ kind: 'transient', reason: '429', retryAfter: 7 * SECOND })).toEqual({
      kind: 'retry',
      at: NOW + 7 * SECOND,
    });
    const ladder = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, DAY, DAY];
    ladder.forEach((wait, refusals) => {
      const attempts = [
        ...Array.from({ length: refusals }, (_, index) => attempt(index + 1, 'rejected')),
        attempt(refusals + 1, 'started'),
      ];
      expect(deliveryAfter({ kind: 'transient', reason: '500', retryAfter: null }, attempts)).toEqual({
        kind: 'retry',
        at: NOW + wait,
      });
    });
  });
  it('fails after seven days of refusals, but never because of our own configuration', () => {
    const old = attempt(1, 'rejected', { startedAt: NOW - 7 * DAY });
    const now = attempt(2, 'started', { startedAt: NOW });
    expect(deliveryAfter({ kind: 'transient', reason: '500', retryAfter: null }, [old, now])).toEqual({
      kind: 'failed',
      failure: 'expired',
    });
    const ours = attempt(1, 'rejected', { startedAt: NOW - 7 * DAY, rejection: 'configuration' });
    expect(deliveryAfter({ kind: 'transient', reason: '500', retryAfter: null }, [ours, now])).toEqual({
      kind: 'retry',
      at: NOW + MINUTE,
    });
    expect(deliveryAfter({ kind: 'configuration', reason: '401' }, [old, now])).toEqual({
      kind: 'retry',
      at: NOW + 15 * MINUTE,
    });
  });
  it('waits for the provider’s event after an unknown outcome', () => {
    expect(deliveryAfter({ kind: 'unknown', reason: 'reset' })).toEqual({
      kind: 'retry',
      at: started.startedAt + POLICY.unknownWait,
    });
  });
  it('fails with the reason when it will never be taken', () => {
    expect(deliveryAfter({ kind: 'permanent', reason: '400', failure: 'invalid-recipient' })).toEqual({
      kind: 'failed',
      failure: 'invalid-recipient',
    });
  });
  it.each<[ReturnType<typeof decideOutcome>['attempt'], Parameters<typeof decideOutcome>[2]]>([
    [
      { state: 'rejected', rejection: 'permanent' },
      { kind: 'permanent', reason: '400', failure: 'invalid-recipient' },
    ],
    [
      { state: 'rejected', rejection: 'transient' },
      { kind: 'transient', reason: '503', retryAfter: null },
    ],
    [
      { state: 'rejected', rejection: 'configuration' },
      { kind: 'configuration', reason: '401' },
    ],
    [
      { state: 'unknown', rejection: null },
      { kind: 'unknown', reason: 'reset' },
    ],
  ])('that comes late, %j, leaves the decision to the copy that is being sent', (after, answer) => {
    const first = attempt(1, 'unknown');
    const row = delivery({ channel: 'whatsapp', attempts: [first, attempt(2, 'started')] });
    expect(decideOutcome(row, first, answer, NOW, POLICY)).toEqual({ attempt: after, delivery: null });
    const settled = delivery({ channel: 'whatsapp', attempts: [first, attempt(2, 'rejected')] });
    expect(decideOutcome(settled, first, answer, NOW, POLICY).delivery).not.toBeNull();
  });
  it('that comes late and accepts it settles the delivery, though a copy is being sent', () => {
    const first = attempt(1, 'unknown');
    const row = delivery({ attempts: [first, attempt(2, 'started')] });
    expect(decideOutcome(row, first, { kind: 'accepted', messageId: 'm' }, NOW, POLICY).delivery).toEqual({
      kind: 'sent',
    });
  });
});

describe('events', () => {
  const accepted = attempt(1, 'accepted');
  const bounced = attempt(1, 'rejected', { rejection: 'permanent' });

  it('settles an attempt before our own record does', () => {
    const started = attempt(1, 'started');
    expect(decideEvent(delivery({ attempts: [started] }), started, { kind: 'accepted' })).toEqual({
      attempt: { state: 'accepted', rejection: null },
      delivery: { kind: 'sent' },
    });
  });
  it('fails a sent delivery that bounces, unless another copy was delivered', () => {
    const sent = delivery({ status: 'sent', nextAttemptAt: null, attempts: [accepted] });
    expect(decideEvent(sent, accepted, { kind: 'failed', failure: 'bounced' }).delivery).toEqual({
      kind: 'failed',
      failure: 'bounced',
    });
    const copy = attempt(2, 'accepted');
    expect(
      decideEvent({ ...sent, attempts: [accepted, copy] }, accepted, { kind: 'failed', failure: 'bounced' }).delivery,
    ).toBeNull();
  });
  it('treats a bounce as final, in any order of events', () => {
    const failed = delivery({ status: 'failed', failureCode: 'bounced', nextAttemptAt: null, attempts: [bounced] });
    expect(decideEvent(failed, bounced, { kind: 'accepted' })).toEqual({ attempt: null, delivery: null });
    expect(decideEvent(failed, bounced, { kind: 'delivered' })).toEqual({ attempt: null, delivery: null });
  });
  it('clears the failure "unconfirmed"', () => {
    const unheard = attempt(2, 'unknown');
    const failed = delivery({
      status: 'failed',
      failureCode: 'unconfirmed',
      nextAttemptAt: null,
      attempts: [attempt(1, 'unknown'), unheard],
    });
    expect(decideEvent(failed, unheard, { kind: 'delivered' }).delivery).toEqual({ kind: 'delivered' });
  });
  it('does not revive a delivery that its recipient refused or an operator stopped', () => {
    for (const failureCode of ['refused', 'cancelled-by-operator'] as const) {
      const failed = delivery({ status: 'failed', failureCode, nextAttemptAt: null, attempts: [accepted] });
      expect(decideEvent(failed, accepted, { kind: 'delivered' }).delivery).toBeNull();
    }
  });
  it('ignores events of an older revision', () => {
    const older = attempt(1, 'unknown', { revision: 1 });
    const present = delivery({ revision: 2 });
    expect(decideEvent(present, older, { kind: 'delivered' })).toEqual({
      attempt: { state: 'accepted', rejection: null },
      delivery: null,
    });
    expect(decideEvent(present, older, { kind: 'failed', failure: 'bounced' }).delivery).toBeNull();
  });
});
