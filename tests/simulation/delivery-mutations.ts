/** Each rule of the delivery protocol replaced by a wrong one: some life must show it. */
import type {
  AttemptOutcome,
  ClaimDecision,
  DeliveryEvent,
  DeliveryState,
  EventEffect,
  ProviderAnswer,
} from '#domain/delivery/protocol.ts';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules.ts';
import type { Mutation } from './mutations.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const { decideClaim, decideOutcome, decideEvent, isUnheard, refuseChange } = DELIVERY_RULES;

/** The claim sees another row, or another clock, than there is. */
function claiming(change: (row: DeliveryState) => Partial<DeliveryState>, ahead = 0): Partial<DeliveryRules> {
  return {
    decideClaim: (row, revision, now, policy) => decideClaim({ ...row, ...change(row) }, revision, now + ahead, policy),
  };
}

/** The claim decides something else. */
function deciding(change: (claim: ClaimDecision, row: DeliveryState) => ClaimDecision): Partial<DeliveryRules> {
  return { decideClaim: (row, revision, now, policy) => change(decideClaim(row, revision, now, policy), row) };
}

/** An answer is taken for another one. */
function answering(change: (answer: ProviderAnswer) => ProviderAnswer): Partial<DeliveryRules> {
  return {
    decideOutcome: (row, attempt, answer, now, policy) => decideOutcome(row, attempt, change(answer), now, policy),
  };
}

/** What becomes of an answer is something else. */
function becoming(
  change: (outcome: AttemptOutcome, row: DeliveryState, answer: ProviderAnswer, now: number) => AttemptOutcome,
): Partial<DeliveryRules> {
  return {
    decideOutcome: (row, attempt, answer, now, policy) =>
      change(decideOutcome(row, attempt, answer, now, policy), row, answer, now),
  };
}

/** An event is taken for another one, or does something else. */
function hearing(
  change: (event: DeliveryEvent) => DeliveryEvent,
  after: (effect: EventEffect) => EventEffect = (effect) => effect,
): Partial<DeliveryRules> {
  return { decideEvent: (row, attempt, event) => after(decideEvent(row, attempt, change(event))) };
}

const TRANSIENT: ProviderAnswer = { kind: 'transient', reason: '503', retryAfter: null };

const CLAIMS: readonly Mutation<DeliveryRules>[] = [
  { name: 'an hour early', rules: claiming(() => ({}), HOUR) },
  { name: 'an hour late', rules: claiming(() => ({}), -HOUR) },
  { name: 'what is held is sent', rules: { ...claiming(() => ({ isHeld: false })), keepsHold: false } },
  { name: 'a hold ends with the message that was under way', rules: { keepsHold: false } },
  { name: 'what is deleted is sent', rules: claiming((row) => (row.isDeleted ? { isDeleted: false } : {})) },
  {
    name: 'a claim does not count until its answer',
    rules: claiming((row) => ({ attempts: row.attempts.filter(({ state }) => state !== 'started') })),
  },
  {
    name: 'nobody waits for the provider’s word about a worker that died',
    rules: deciding((claim) => (claim.kind === 'mark-unknown' ? { ...claim, at: 0 } : claim)),
  },
  {
    name: 'a third copy goes out',
    rules: deciding((claim) => (claim.kind === 'give-up' ? { kind: 'send', n: 9, isFurtherCopy: true } : claim)),
  },
  {
    name: 'it never gives up',
    rules: deciding((claim) => (claim.kind === 'give-up' ? { kind: 'later', at: Date.UTC(2040) } : claim)),
  },
  {
    name: 'a letter of which nobody knows counts as sent',
    rules: deciding((claim) => (claim.kind === 'give-up' ? { kind: 'give-up', as: 'sent' } : claim)),
  },
  {
    name: 'one unknown outcome is as good as sent',
    rules: claiming((row) => ({
      attempts: row.attempts.map((one) => (one.state === 'unknown' ? { ...one, state: 'accepted' } : one)),
    })),
  },
  { name: 'a further copy is silent', rules: { recordsCopies: false } },
  {
    name: 'a further copy does not know that it is one',
    rules: deciding((claim) => (claim.kind === 'send' ? { ...claim, isFurtherCopy: false } : claim)),
  },
  { name: 'a recipient who wants nothing more is not asked', rules: { asksRecipient: false } },
  { name: 'a clock in doubt holds nothing', rules: { holds: () => false } },
  { name: 'after a doubt nothing moves', rules: { movesStored: false } },
  {
    name: 'nobody sees a clock that jumps',
    rules: {
      compareClocks: (memory, skew, reading) => ({
        memory: { ...reading, origin: memory?.origin ?? 0, skew },
        noted: null,
        since: null,
      }),
    },
  },
];

const ANSWERS: readonly Mutation<DeliveryRules>[] = [
  {
    name: 'a reset is a refusal',
    rules: answering((answer) => (answer.kind === 'unknown' ? TRANSIENT : answer)),
  },
  {
    name: 'an unknown outcome fails at once',
    rules: answering((answer) =>
      answer.kind === 'unknown' ? { kind: 'permanent', reason: '', failure: 'unconfirmed' } : answer,
    ),
  },
  {
    name: 'nobody waits for the provider’s word',
    rules: becoming((outcome, _row, answer, now) =>
      answer.kind === 'unknown' ? { ...outcome, delivery: { kind: 'retry', at: now } } : outcome,
    ),
  },
  {
    name: 'a refusal that may pass fails a letter',
    rules: answering((answer) =>
      answer.kind === 'transient' ? { kind: 'permanent', reason: '', failure: 'expired' } : answer,
    ),
  },
  {
    name: 'a refusal for good is tried again',
    rules: answering((answer) => (answer.kind === 'permanent' ? TRANSIENT : answer)),
  },
  {
    name: 'our own set-up fails a letter',
    rules: answering((answer) =>
      answer.kind === 'configuration' ? { kind: 'permanent', reason: '', failure: 'content-refused' } : answer,
    ),
  },
  {
    name: 'a Retry-After is not read',
    rules: answering((answer) => (answer.kind === 'transient' ? { ...answer, retryAfter: null } : answer)),
  },
  {
    name: 'the next try does not wait',
    rules: becoming((outcome, _row, _answer, now) =>
      outcome.delivery?.kind === 'retry' ? { ...outcome, delivery: { kind: 'retry', at: now } } : outcome,
    ),
  },
  {
    name: 'a letter is tried for a day',
    rules: becoming((outcome, row, _answer, now) => {
      const isOld = row.origin === 'owner' && now > (row.attempts[0]?.startedAt ?? now) + DAY;
      return isOld && outcome.delivery?.kind === 'retry'
        ? { ...outcome, delivery: { kind: 'failed', failure: 'expired' } }
        : outcome;
    }),
  },
  {
    name: 'a release expires like a letter',
    rules: {
      decideOutcome: (row, attempt, answer, now, policy) =>
        decideOutcome({ ...row, origin: 'owner' }, attempt, answer, now, policy),
    },
  },
  {
    name: 'an accepted message is not recorded',
    rules: answering((answer) => (answer.kind === 'accepted' ? { kind: 'unknown', reason: '' } : answer)),
  },
  {
    name: 'an accepted message is sent again',
    rules: becoming((outcome, _row, answer, now) =>
      answer.kind === 'accepted'
        ? { attempt: { state: 'rejected', rejection: 'transient' }, delivery: { kind: 'retry', at: now + MINUTE } }
        : outcome,
    ),
  },
  {
    name: 'a channel that fails does not fall back',
    rules: becoming((outcome) =>
      outcome.delivery?.kind === 'fall-back'
        ? { ...outcome, delivery: { kind: 'failed', failure: outcome.delivery.because } }
        : outcome,
    ),
  },
  { name: 'an attempt that a failover lost stays lost', rules: { recovers: false } },
];

const EVENTS: readonly Mutation<DeliveryRules>[] = [
  {
    name: 'a bounce is not heard',
    rules: hearing((event) => (event.kind === 'failed' ? { kind: 'noted' } : event)),
  },
  {
    name: 'a bounce counts as delivered',
    rules: hearing((event) => (event.kind === 'failed' ? { kind: 'delivered' } : event)),
  },
  {
    name: 'a delivery is not heard',
    rules: hearing((event) => (event.kind === 'failed' ? event : { kind: 'noted' })),
  },
  {
    name: 'a bounce is not the last word about its attempt',
    rules: {
      decideEvent: (row, attempt, event) => decideEvent(row, { ...attempt, rejection: null }, event),
    },
  },
  {
    name: 'an event of an older message is about the present one',
    rules: { decideEvent: (row, attempt, event) => decideEvent(row, { ...attempt, revision: row.revision }, event) },
  },
  {
    name: 'a copy that came back fails what another copy brought',
    rules: {
      decideEvent: (row, attempt, event) =>
        decideEvent({ ...row, attempts: row.attempts.filter(({ id }) => id === attempt.id) }, attempt, event),
    },
  },
  {
    name: 'a release that came back is not tried again',
    rules: hearing(
      (event) => event,
      (effect) =>
        effect.delivery?.kind === 'came-back'
          ? { ...effect, delivery: { kind: 'failed', failure: effect.delivery.because } }
          : effect,
    ),
  },
  {
    name: 'a release that came back is tried at once',
    rules: hearing(
      (event) => event,
      (effect) =>
        effect.delivery?.kind === 'came-back' ? { ...effect, delivery: { ...effect.delivery, wait: 0 } } : effect,
    ),
  },
  {
    name: 'a release that its reader calls spam is tried again',
    rules: hearing((event) =>
      event.kind === 'failed' && event.failure === 'reported' ? { kind: 'failed', failure: 'blocked' } : event,
    ),
  },
  { name: 'a message of which nothing is heard stays', rules: { isUnheard: () => false } },
  {
    name: 'a message has one day to be heard of',
    rules: { isUnheard: (row, isOpened, now, policy) => isUnheard(row, isOpened, now + DAY, policy) },
  },
  {
    name: 'an opened message goes by email as well',
    rules: { isUnheard: (row, _isOpened, now, policy) => isUnheard(row, false, now, policy) },
  },
];

const PEOPLE: readonly Mutation<DeliveryRules>[] = [
  { name: 'a delivery is changed while it is being sent', rules: { refuseChange: () => null } },
  {
    name: 'what was sent once can be deleted',
    rules: {
      refuseChange: (row, _scheduledAt, now) =>
        refuseChange({ ...row, sentAt: null, fellBackAt: null }, now + DAY, now),
    },
  },
  { name: 'nobody is told of a failure', rules: { notifies: false } },
  { name: 'a revoked link gets another message', rules: { callsOff: false } },
];

export const DELIVERY_MUTATIONS: readonly Mutation<DeliveryRules>[] = [...CLAIMS, ...ANSWERS, ...EVENTS, ...PEOPLE];
