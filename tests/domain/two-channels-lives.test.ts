import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FALL_BACK_AFTER } from '#domain/delivery/delivery.ts';
import type { DeliveryEvent, ProviderAnswer } from '#domain/delivery/protocol.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { DUE, type Life, live, POLICY, type Report, type Twist } from './two-channels-world.ts';

/** Whole lives of a delivery by WhatsApp: both providers, workers, the overdue sender and its recipient act in any order. */

const moment = fc.oneof(
  fc.integer({ min: 0, max: 5 * SECOND }),
  fc.integer({ min: 0, max: 10 * MINUTE }),
  fc.integer({ min: 0, max: 4 * DAY }),
);
const event: fc.Arbitrary<DeliveryEvent> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<DeliveryEvent>({ kind: 'accepted' }) },
  { weight: 2, arbitrary: fc.constant<DeliveryEvent>({ kind: 'delivered' }) },
  { weight: 1, arbitrary: fc.constant<DeliveryEvent>({ kind: 'noted' }) },
  { weight: 1, arbitrary: fc.constant<DeliveryEvent>({ kind: 'failed', failure: 'no-whatsapp' }) },
);
const reports: fc.Arbitrary<Report[]> = fc.array(fc.record({ after: moment, event }), { maxLength: 3 });

const taken: fc.Arbitrary<ProviderAnswer | null> = fc.constantFrom<(ProviderAnswer | null)[]>(
  { kind: 'accepted', messageId: null },
  { kind: 'accepted', messageId: null },
  { kind: 'unknown', reason: 'reset' },
  null,
);
const transient = fc
  .option(fc.integer({ min: 0, max: 2 * DAY }), { nil: null })
  .map<ProviderAnswer>((retryAfter) => ({ kind: 'transient', reason: '503', retryAfter }));
const notTaken: fc.Arbitrary<ProviderAnswer | null> = fc.oneof(
  { weight: 4, arbitrary: transient },
  { weight: 1, arbitrary: fc.constant<ProviderAnswer>({ kind: 'configuration', reason: '401' }) },
  {
    weight: 1,
    arbitrary: fc.constant<ProviderAnswer>({ kind: 'permanent', reason: '21211', failure: 'no-whatsapp' }),
  },
  { weight: 2, arbitrary: fc.constant<ProviderAnswer>({ kind: 'unknown', reason: 'time-out' }) },
  { weight: 1, arbitrary: fc.constant(null) },
);
/** Now and then an answer can be recorded only after the next copy has begun: the database was away. */
const lasts = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 0, max: POLICY.claimLease - SECOND }) },
  { weight: 1, arbitrary: fc.integer({ min: POLICY.claimLease, max: 2 * POLICY.unknownWait }) },
);
const twists: fc.Arbitrary<Twist> = fc.oneof(
  fc.record({ lasts, answer: taken, reports }),
  fc.record({ lasts, answer: notTaken, reports: fc.constant(null) }),
);

const lives = fc.record({
  whatsapp: fc.array(twists, { minLength: 1, maxLength: 9 }),
  email: fc.array(twists, { minLength: 1, maxLength: 9 }),
  /** How early or late a worker asks. */
  wakes: fc.array(fc.integer({ min: -5 * MINUTE, max: 5 * MINUTE }), { minLength: 1, maxLength: 8 }),
  /** When its recipient opens it, counted from the moment it may have reached them, or says that it is not for them. */
  recipient: fc.oneof(
    { weight: 5, arbitrary: fc.constant(null) },
    { weight: 2, arbitrary: fc.record({ after: moment, does: fc.constant('opens' as const) }) },
    { weight: 1, arbitrary: fc.record({ after: moment, does: fc.constant('refuses' as const) }) },
  ),
});

const SLACK = POLICY.claimLease + POLICY.unknownWait + 10 * MINUTE;

/** Twenty thousand lives are too many for expectations that describe themselves. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

function expectWell(life: Life): void {
  const { state, calls, fallBacks } = life;
  must(
    calls.every(({ at }) => at >= DUE),
    'It called before it was due.',
  );

  // WhatsApp first, then email; each way has its own revision, and falls back once.
  must(fallBacks.length <= 1, 'It fell back twice.');
  must(!life.fellBackInCall, 'An email went out while a call by WhatsApp was under way.');
  must(state.revision === 1 + fallBacks.length, 'The revision does not say how often it fell back.');
  must(
    calls.every(({ channel, revision }) => channel === (revision === 1 ? 'whatsapp' : 'email')),
    'A call went by the wrong channel.',
  );
  for (const revision of [1, 2]) {
    const ofRevision = life.attempts.filter((attempt) => attempt.revision === revision);
    must(ofRevision.filter(({ state: known }) => known === 'unknown').length <= 2, 'Three outcomes are unknown.');
  }

  // Only an email fails, or a person decides; and never because of a message of before.
  const hasFailed = state.status === 'failed' && state.failureCode !== 'refused';
  must(!hasFailed || state.fellBackAt !== null, 'It failed by WhatsApp.');
  must(
    life.effects.every(({ isOlder, kind }) => !isOlder || kind === 'delivered'),
    'An older message did more than arrive.',
  );
  // A recipient who has it gets no further copy.
  const { settledAt } = life;
  must(
    calls.every(({ at }) => settledAt === null || at <= settledAt),
    'A copy went to a recipient who has it.',
  );

  const [firstCall] = calls;
  const [fellBackAt] = fallBacks;
  if (firstCall && fellBackAt !== undefined) {
    const since = Math.max(firstCall.at, life.acceptedAt ?? 0);
    must(life.wasFailedByEvent || fellBackAt - since <= FALL_BACK_AFTER + SLACK, 'It fell back late.');
  }
}

function expectEnded(life: Life): void {
  const { state } = life;
  must(state.status !== 'pending', 'It never ended.');
  // What WhatsApp took and nobody saw arrive went by email.
  const isByWhatsApp = state.status === 'sent' && state.fellBackAt === null;
  must(!isByWhatsApp || life.deliveredAt !== null || life.isOpened, 'Nobody saw it arrive by WhatsApp.');
}

describe('any life of a delivery by WhatsApp', () => {
  it('goes by email once, within two days, unless it arrived; and fails by email or by a person only', () => {
    const seen = { sentByWhatsApp: 0, sentByEmail: 0, failed: 0, late: 0 };
    fc.assert(
      fc.property(lives, (plan) => {
        const life = live(plan);
        expectWell(life);
        expectEnded(life);
        if (life.state.status === 'failed') seen.failed++;
        else if (life.state.fellBackAt === null) seen.sentByWhatsApp++;
        else seen.sentByEmail++;
        if (life.effects.some(({ isOlder }) => isOlder)) seen.late++;
      }),
      { numRuns: 20_000 },
    );
    // Each end was reached many times, or nothing was tried.
    for (const [end, times] of Object.entries(seen)) expect([end, times > 25]).toEqual([end, true]);
  });

  it('is with WhatsApp for two days when nobody takes it, and is tried there as email would be', () => {
    const life = live({
      whatsapp: [{ lasts: 0, answer: { kind: 'transient', reason: '503', retryAfter: null }, reports: null }],
      email: [{ lasts: 0, answer: { kind: 'accepted', messageId: null }, reports: [] }],
      wakes: [0],
      recipient: null,
    });
    const minute = (milliseconds: number) => Math.round(milliseconds / MINUTE);
    expect(life.calls.map(({ channel, at }) => [channel, minute(at - DUE)])).toEqual([
      ...[0, 1, 6, 36, 156, 876, 2_316].map((at) => ['whatsapp', at]),
      ['email', (48 * HOUR) / MINUTE],
    ]);
    expect(life.state.status).toBe('sent');
  });
});
