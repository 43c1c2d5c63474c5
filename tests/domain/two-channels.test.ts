/** What is another matter where WhatsApp was asked for: it always goes by email in the end, and only that can fail. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#domain/delivery/delivery.ts';
import { channelOf } from '#domain/delivery/fallback.ts';
import {
  type Attempt,
  type DeliveryEvent,
  type DeliveryState,
  decideClaim,
  decideEvent,
  decideOutcome,
  type ProviderAnswer,
} from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { isUnheard } from '#domain/delivery/unheard.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { waitsFor } from '#services/deliveries/waits-for.ts';

const NOW = Date.UTC(2031, 4, 4, 8);
const POLICY: DeliveryPolicy = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };
const FELL_BACK = NOW - HOUR;

function attempt(n: number, state: Attempt['state'], change: Partial<Attempt> = {}): Attempt {
  const rejection = state === 'rejected' ? 'transient' : null;
  return { id: `attempt-${n}`, revision: 1, n, state, rejection, startedAt: NOW - MINUTE, ...change };
}

function whatsapp(attempts: Attempt[] = [], change: Partial<DeliveryState> = {}): DeliveryState {
  return {
    revision: 1,
    status: 'pending',
    origin: 'owner',
    channel: 'whatsapp',
    fellBackAt: null,
    isDeleted: false,
    isHeld: false,
    failureCode: null,
    nextAttemptAt: NOW,
    attempts,
    ...change,
  };
}

const sent = (attempts: Attempt[], change: Partial<DeliveryState> = {}) =>
  whatsapp(attempts, { status: 'sent', nextAttemptAt: null, ...change });
/** The delivery after its fallback to email. */
const fallen = (attempts: Attempt[] = [], change: Partial<DeliveryState> = {}) =>
  whatsapp(attempts, { revision: 2, fellBackAt: FELL_BACK, ...change });

const permanent: ProviderAnswer = { kind: 'permanent', reason: '21211', failure: 'no-whatsapp' };
const transient: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };
const configuration: ProviderAnswer = { kind: 'configuration', reason: '401' };

function outcomeOf(row: DeliveryState, answer: ProviderAnswer, now = NOW) {
  return decideOutcome(row, row.attempts.at(-1) as Attempt, answer, now, POLICY);
}

it.each<[Channel, number | null, Channel]>([
  ['email', null, 'email'],
  ['whatsapp', null, 'whatsapp'],
  ['whatsapp', NOW, 'email'],
  ['sms', null, 'sms'],
  ['sms', NOW, 'email'],
])('a message of %s that fell back at %s goes by %s', (channel, fellBackAt, way) => {
  expect(channelOf({ channel, fellBackAt })).toBe(way);
});

describe('claiming', () => {
  const twoUnknown = [attempt(1, 'unknown'), attempt(2, 'unknown')];
  it('sends one further copy by WhatsApp, and then an email', () => {
    expect(decideClaim(whatsapp([attempt(1, 'unknown')]), 1, NOW, POLICY)).toEqual({
      kind: 'send',
      n: 2,
      isFurtherCopy: true,
    });
    expect(decideClaim(whatsapp(twoUnknown), 1, NOW, POLICY)).toEqual({ kind: 'fall-back', because: 'unconfirmed' });
  });
  it('fails once email has had its two tries as well', () => {
    const claim = decideClaim(fallen(twoUnknown.map((one) => ({ ...one, revision: 2 }))), 2, NOW, POLICY);
    expect(claim).toEqual({ kind: 'give-up', as: 'failed' });
  });
  it.each(['rejected', 'unknown'] as const)(
    'tries WhatsApp no more two days after its first try, when the last was %s',
    (last) => {
      const first = attempt(1, 'rejected', { startedAt: NOW - 48 * HOUR });
      const row = (startedAt: number) => whatsapp([{ ...first, startedAt }, attempt(2, last)]);
      expect(decideClaim(row(NOW - 48 * HOUR), 1, NOW, POLICY)).toEqual({ kind: 'fall-back', because: 'unheard' });
      expect(decideClaim(row(NOW - 48 * HOUR + 1), 1, NOW, POLICY)).toMatchObject({ kind: 'send' });
    },
  );
  it.each([
    ['asked for', whatsapp([attempt(1, 'rejected', { startedAt: NOW - 3 * DAY })], { channel: 'email' }), 1],
    ['fallen back to', fallen([attempt(1, 'rejected', { revision: 2, startedAt: NOW - 3 * DAY })]), 2],
  ])('continues with email that was %s after two days', (_, row, revision) => {
    expect(decideClaim(row, revision, NOW, POLICY)).toMatchObject({ kind: 'send', n: 2 });
  });
  it.each(['rejected', 'unknown'] as const)(
    'tries WhatsApp no more where it was refused for good, and blames no number, when the last was %s',
    (last) => {
      const row = whatsapp([attempt(1, 'rejected', { rejection: 'permanent' }), attempt(2, last)]);
      expect(decideClaim(row, 1, NOW, POLICY)).toEqual({ kind: 'fall-back', because: 'content-refused' });
    },
  );
  it('settles what was accepted, however long ago', () => {
    const row = whatsapp([attempt(1, 'accepted', { startedAt: NOW - 3 * DAY })]);
    expect(decideClaim(row, 1, NOW, POLICY)).toEqual({ kind: 'settle-sent' });
  });
  it('waits for the provider’s event about a claim whose worker died, also after two days', () => {
    const row = whatsapp([attempt(1, 'started', { startedAt: NOW - 3 * DAY })]);
    expect(decideClaim(row, 1, NOW, POLICY)).toMatchObject({ kind: 'mark-unknown' });
  });
});

describe('what an answer means', () => {
  it('is an email where the number is refused, and a failure where the address is', () => {
    expect(outcomeOf(whatsapp([attempt(1, 'started')]), permanent)).toEqual({
      attempt: { state: 'rejected', rejection: 'permanent' },
      delivery: { kind: 'fall-back', because: 'no-whatsapp' },
    });
    expect(outcomeOf(fallen([attempt(1, 'started', { revision: 2 })]), permanent).delivery).toEqual({
      kind: 'failed',
      failure: 'no-whatsapp',
    });
  });
  it.each([
    ['a refusal that may pass', transient, 'transient'],
    ['our own set-up', configuration, 'configuration'],
  ] as const)('waits after %s, but never beyond two days after the first try', (_, answer, rejection) => {
    const row = (age: number) =>
      whatsapp([
        attempt(1, 'rejected', { startedAt: NOW - age }),
        ...Array.from({ length: 5 }, (_unused, index) => attempt(index + 2, 'rejected')),
        attempt(7, 'started', { startedAt: NOW }),
      ]);
    expect(outcomeOf(row(48 * HOUR - 1), answer)).toEqual({
      attempt: { state: 'rejected', rejection },
      delivery: { kind: 'retry', at: NOW + 1 },
    });
    expect(outcomeOf(row(48 * HOUR), answer)).toEqual({
      attempt: { state: 'rejected', rejection },
      delivery: { kind: 'fall-back', because: 'unheard' },
    });
  });
  it('waits as email does while the two days last', () => {
    expect(outcomeOf(whatsapp([attempt(1, 'started')]), transient).delivery).toEqual({
      kind: 'retry',
      at: NOW + MINUTE,
    });
    expect(outcomeOf(whatsapp([attempt(1, 'started')]), configuration).delivery).toEqual({
      kind: 'retry',
      at: NOW + 15 * MINUTE,
    });
  });
  it('waits for the provider’s event after an unknown outcome, also after two days', () => {
    const row = whatsapp([attempt(1, 'started', { startedAt: NOW - 3 * DAY })]);
    expect(outcomeOf(row, { kind: 'unknown', reason: 'reset' }).delivery).toEqual({ kind: 'retry', at: NOW });
  });
});

describe('an accepted message without a report', () => {
  const accepted = [attempt(1, 'accepted')];
  const silent = (change: Partial<Parameters<typeof isUnheard>[0]> = {}) => ({
    ...sent(accepted),
    sentAt: NOW - 48 * HOUR,
    deliveredAt: null,
    ...change,
  });
  it('goes by email after two days, to the millisecond', () => {
    expect(isUnheard(silent(), false, NOW, POLICY)).toBe(true);
    expect(isUnheard(silent({ sentAt: NOW - 48 * HOUR + 1 }), false, NOW, POLICY)).toBe(false);
  });
  it.each([
    ['was delivered', { deliveredAt: NOW - HOUR }],
    ['went by email', { channel: 'email' as const }],
    ['fell back already', { fellBackAt: FELL_BACK }],
    ['is still to go', { status: 'pending' as const }],
    ['has failed', { status: 'failed' as const, failureCode: 'refused' as const }],
    ['was deleted', { isDeleted: true }],
    ['was never sent', { sentAt: null }],
  ])('stays if it %s', (_, change) => {
    expect(isUnheard(silent(change), false, NOW, POLICY)).toBe(false);
  });
  it('stays if its recipient opened it', () => {
    expect(isUnheard(silent(), true, NOW, POLICY)).toBe(false);
  });
  it('is measured on a shortened ladder too', () => {
    const hurried = { ...POLICY, minute: SECOND / 2 };
    expect(isUnheard(silent({ sentAt: NOW - 24 * MINUTE }), false, NOW, hurried)).toBe(true);
    expect(isUnheard(silent({ sentAt: NOW - 24 * MINUTE + 1 }), false, NOW, hurried)).toBe(false);
  });
});

describe('events', () => {
  const failedEvent: DeliveryEvent = { kind: 'failed', failure: 'no-whatsapp' };
  const delivered: DeliveryEvent = { kind: 'delivered' };
  const fallBack = { kind: 'fall-back', because: 'no-whatsapp' };

  it.each([
    ['before our own record', whatsapp([attempt(1, 'started')])],
    ['after an outcome nobody knew', whatsapp([attempt(1, 'unknown')])],
    ['after it was accepted', sent([attempt(1, 'accepted')])],
  ])('of failing make it go by email, %s', (_, row) => {
    expect(decideEvent(row, row.attempts[0] as Attempt, failedEvent)).toEqual({
      attempt: { state: 'rejected', rejection: 'permanent' },
      delivery: fallBack,
    });
  });
  it('of failing leave the decision to another copy that is with WhatsApp, or got through', () => {
    const first = attempt(1, 'unknown');
    for (const other of ['started', 'accepted'] as const)
      expect(decideEvent(whatsapp([first, attempt(2, other)]), first, failedEvent)).toEqual({
        attempt: { state: 'rejected', rejection: 'permanent' },
        delivery: null,
      });
    expect(decideEvent(whatsapp([first, attempt(2, 'unknown')]), first, failedEvent).delivery).toEqual(fallBack);
  });
  it('of failing change nothing once it goes by email, and neither does a repeat', () => {
    const old = attempt(1, 'accepted', { startedAt: FELL_BACK - DAY });
    for (const row of [fallen(), fallen([], { status: 'sent' }), fallen([], { status: 'failed' })])
      expect(decideEvent(row, old, failedEvent).delivery).toBeNull();
    const repeated = attempt(1, 'rejected', { rejection: 'permanent', startedAt: FELL_BACK - DAY });
    expect(decideEvent(fallen(), repeated, failedEvent)).toEqual({ attempt: null, delivery: null });
  });
  it('of an email’s bounce fail what fell back', () => {
    const mail = attempt(1, 'accepted', { revision: 2 });
    const row = fallen([mail], { status: 'sent', nextAttemptAt: null });
    expect(decideEvent(row, mail, { kind: 'failed', failure: 'bounced' }).delivery).toEqual({
      kind: 'failed',
      failure: 'bounced',
    });
  });

  const late = attempt(1, 'unknown', { startedAt: FELL_BACK - DAY });
  const refused = attempt(1, 'rejected', { id: 'mail', revision: 2 });
  it('that report a late delivery cancel the email while it is not sent', () => {
    for (const row of [fallen(), fallen([refused])])
      expect(decideEvent(row, late, delivered)).toEqual({
        attempt: { state: 'accepted', rejection: null },
        delivery: { kind: 'delivered' },
      });
  });
  it.each<[string, DeliveryState, Attempt]>([
    ['an email is under way', fallen([attempt(1, 'started', { id: 'mail', revision: 2 })]), late],
    ['nobody knows whether an email left', fallen([attempt(1, 'unknown', { id: 'mail', revision: 2 })]), late],
    ['an email was sent', fallen([], { status: 'sent' }), late],
    ['it failed', fallen([refused], { status: 'failed', failureCode: 'bounced' }), late],
    ['it was deleted', fallen([], { isDeleted: true }), late],
    ['its owner has tried again since', fallen([], { revision: 3 }), late],
    [
      'it is about an email of before its owner tried again',
      fallen([], { revision: 3 }),
      { ...late, revision: 2, startedAt: NOW },
    ],
    ['its owner sent it again by WhatsApp', whatsapp([], { revision: 2 }), late],
  ])('of arriving after all change only their own attempt when %s', (_, row, about) => {
    expect(decideEvent(row, about, delivered)).toEqual({
      attempt: { state: 'accepted', rejection: null },
      delivery: null,
    });
  });
  it('that report acceptance do not count as delivery: the email goes out', () => {
    expect(decideEvent(fallen(), late, { kind: 'accepted' }).delivery).toBeNull();
  });
  it('of arriving after a failure change nothing: the failure is the last word about its attempt', () => {
    const failed = attempt(1, 'rejected', { rejection: 'permanent', startedAt: FELL_BACK - DAY });
    expect(decideEvent(fallen(), failed, delivered)).toEqual({ attempt: null, delivery: null });
  });
});

it.each<[string, Attempt[]]>([
  ['its time', []],
  ['the answer to try 1', [attempt(1, 'started')]],
  ['the provider’s word about try 2', [attempt(1, 'rejected'), attempt(2, 'unknown')]],
  ['try 2, after a refusal that may pass', [attempt(1, 'rejected')]],
  ['try 2, after our own set-up was refused', [attempt(1, 'rejected', { rejection: 'configuration' })]],
])('says to operators that it waits for %s', (words, attempts) => {
  expect(waitsFor(whatsapp(attempts)).replace("'", '’')).toBe(words);
});

describe('SMS', () => {
  const sms = (attempts: Attempt[] = [], change: Partial<DeliveryState> = {}) =>
    whatsapp(attempts, { channel: 'sms', ...change });

  it('goes by email when its number is refused, and when it is silent for two days', () => {
    const refused: ProviderAnswer = { kind: 'permanent', reason: '21614', failure: 'no-sms' };
    expect(outcomeOf(sms([attempt(1, 'started')]), refused).delivery).toEqual({ kind: 'fall-back', because: 'no-sms' });
    const silent = sms([attempt(1, 'rejected', { startedAt: NOW - 48 * HOUR })]);
    expect(decideClaim(silent, 1, NOW, POLICY)).toEqual({ kind: 'fall-back', because: 'sms-unheard' });
    const row = { ...sms([], { status: 'sent' }), sentAt: NOW - 48 * HOUR, deliveredAt: null };
    expect([isUnheard(row, false, NOW, POLICY), isUnheard(row, true, NOW, POLICY)]).toEqual([true, false]);
  });
});
