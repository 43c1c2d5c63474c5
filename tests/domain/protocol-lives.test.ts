import fc from 'fast-check';
import { describe, it } from 'vitest';
import {
  type Attempt,
  type DeliveryState,
  decideClaim,
  decideEvent,
  decideOutcome,
  type ProviderAnswer,
} from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { DAY, MINUTE, SECOND } from '#domain/time/durations.ts';
import { holds } from '#tests/spec/holds.ts';

/**
 * Whole lives of a delivery under a provider and workers that do whatever they like. The model is the smallest thing
 * that runs the pure decisions the way the two transactions do.
 */
const POLICY: DeliveryPolicy = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };
const DUE = Date.UTC(2031, 4, 4, 8);

type Twist =
  | { kind: 'answer'; answer: ProviderAnswer; wasTaken: boolean }
  | { kind: 'die-before-call' }
  | { kind: 'die-after-call' };

const accepted: ProviderAnswer = { kind: 'accepted', messageId: null };
const twists: fc.Arbitrary<Twist> = fc.oneof(
  fc.constant<Twist>({ kind: 'answer', answer: accepted, wasTaken: true }),
  fc.constant<Twist>({ kind: 'answer', answer: { kind: 'configuration', reason: '401' }, wasTaken: false }),
  fc.constant<Twist>({
    kind: 'answer',
    answer: { kind: 'permanent', reason: '400', failure: 'content-refused' },
    wasTaken: false,
  }),
  fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: null }).map<Twist>((retryAfter) => ({
    kind: 'answer',
    answer: { kind: 'transient', reason: '429', retryAfter },
    wasTaken: false,
  })),
  fc.boolean().map<Twist>((wasTaken) => ({ kind: 'answer', answer: { kind: 'unknown', reason: 'reset' }, wasTaken })),
  fc.constant<Twist>({ kind: 'die-before-call' }),
  fc.constant<Twist>({ kind: 'die-after-call' }),
);

interface Life {
  state: DeliveryState & { attempts: Attempt[] };
  copies: number;
  unheard: number;
  firstCallAt: number | null;
}

function live(events: Twist[], heardOf: boolean[], wakes: number[]): Life {
  const state: Life['state'] = {
    revision: 1,
    status: 'pending',
    origin: 'owner',
    channel: 'email',
    fellBackAt: null,
    isDeleted: false,
    isHeld: false,
    failureCode: null,
    nextAttemptAt: DUE,
    attempts: [],
  };
  const life: Life = { state, copies: 0, unheard: 0, firstCallAt: null };
  let now = DUE - DAY;
  for (let step = 0; step < 400 && state.status === 'pending'; step++) {
    // Half of the questions come too early.
    now = Math.max(now, (state.nextAttemptAt ?? now) - (wakes[step % wakes.length] ?? 0));
    const claim = decideClaim(state, 1, now, POLICY);
    if (claim.kind === 'later') {
      now = claim.at;
      continue;
    }
    if (claim.kind === 'mark-unknown') {
      setAttempt(state, claim.attemptId, { state: 'unknown' });
      state.nextAttemptAt = claim.at;
      continue;
    }
    if (claim.kind === 'give-up') {
      Object.assign(state, { status: 'failed', failureCode: 'unconfirmed', nextAttemptAt: null });
      continue;
    }
    if (claim.kind !== 'send') throw new Error(`unexpected ${claim.kind}`);
    const twist = events[state.attempts.length % events.length] ?? { kind: 'die-before-call' };
    call(life, claim.n, twist, now, heardOf[state.attempts.length % heardOf.length] ?? false);
  }
  return life;
}

function call(life: Life, n: number, twist: Twist, now: number, isHeardOf: boolean): void {
  const { state } = life;
  const attempt: Attempt = { id: `a${n}`, revision: 1, n, state: 'started', rejection: null, startedAt: now };
  state.attempts.push(attempt);
  state.nextAttemptAt = now + POLICY.claimLease;
  const wasTaken = twist.kind === 'die-after-call' || (twist.kind === 'answer' && twist.wasTaken);
  if (twist.kind !== 'die-before-call') life.firstCallAt ??= now;
  if (wasTaken) life.copies++;
  if (twist.kind === 'answer') {
    const outcome = decideOutcome(state, attempt, twist.answer, now, POLICY);
    setAttempt(state, attempt.id, outcome.attempt);
    if (outcome.delivery?.kind === 'sent') Object.assign(state, { status: 'sent', nextAttemptAt: null });
    if (outcome.delivery?.kind === 'failed')
      Object.assign(state, { status: 'failed', failureCode: outcome.delivery.failure, nextAttemptAt: null });
    if (outcome.delivery?.kind === 'retry') state.nextAttemptAt = outcome.delivery.at;
  }
  if (wasTaken && isHeardOf && state.status === 'pending') {
    const current = state.attempts.at(-1) as Attempt;
    const effect = decideEvent(state, current, { kind: 'delivered' });
    if (effect.attempt) setAttempt(state, current.id, effect.attempt);
    if (effect.delivery) Object.assign(state, { status: 'sent', nextAttemptAt: null });
  }
  if (wasTaken && !isHeardOf && twist.kind !== 'answer') life.unheard++;
  if (wasTaken && !isHeardOf && twist.kind === 'answer' && twist.answer.kind === 'unknown') life.unheard++;
}

function setAttempt(state: Life['state'], id: string, change: Partial<Attempt>): void {
  state.attempts = state.attempts.map((attempt) => (attempt.id === id ? { ...attempt, ...change } : attempt));
}

/** Twenty thousand lives are too many for expectations that describe themselves. */
function must(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}

describe('any life of a delivery', () => {
  const rule =
    'calls nobody before it is due, always ends, and makes copies only after outcomes that nobody could learn';
  it.each([1, 2, 3, 4])(`${rule} (%i of 4 times 5,000 lives)`, (part) => {
    holds('S4-1');
    fc.assert(
      fc.property(
        fc.array(twists, { minLength: 1, maxLength: 12 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: -5 * MINUTE, max: 5 * MINUTE }), { minLength: 1, maxLength: 8 }),
        (events, heardOf, wakes) => {
          const { state, copies, unheard, firstCallAt } = live(events, heardOf, wakes);
          must(firstCallAt === null || firstCallAt >= DUE, 'It called before it was due.');
          // Only a set-up of ours that is never mended keeps it waiting.
          const isOnlyOurs = events.every((twist) => twist.kind === 'answer' && twist.answer.kind === 'configuration');
          const wasEverOurs = events.some((twist) => twist.kind === 'answer' && twist.answer.kind === 'configuration');
          must(isOnlyOurs || wasEverOurs || state.status !== 'pending', 'It never ended.');
          must(copies <= Math.min(1 + unheard, 3), 'It made a copy after an outcome that was known.');
          must(state.attempts.filter((one) => one.state === 'unknown').length <= 2, 'Three outcomes are unknown.');
          must(state.status !== 'sent' || copies >= 1, 'It is sent, and nobody has it.');
        },
      ),
      { numRuns: 5_000, seed: (fc.readConfigureGlobal()?.seed ?? 0) + part },
    );
  });
});
