import { expect, it } from 'vitest';
import { nextStep } from '#domain/emergency/protocol.ts';
import { NO_SAY } from '#domain/emergency/say.ts';
import { digestOf } from './steps-without-say.ts';

const LIVES = 20_000;
/** Of the same lives, by the rules of the version before contacts had a say. */
const BEFORE = 'c52774389d6f07d898c6c0c4db66e63a2f0012c324ac764d162032bf776d5ad8';

it(`${LIVES} lives in which contacts have no say: each decision as before they could have one`, () => {
  const { digest, kinds } = digestOf(LIVES, nextStep);
  expect(digest).toBe(BEFORE);
  // Or the lives were too short to show anything.
  expect(kinds.release).toBeGreaterThan(LIVES / 2);
});

it('decides the same where nothing is set and nobody has said anything', () => {
  const unset = { ...NO_SAY, unansweredDays: 30, answerDays: 7 };
  const { digest } = digestOf(LIVES, (policy, state, now) => nextStep(policy, { ...state, say: unset }, now));
  expect(digest).toBe(BEFORE);
});

it('sees a rule that decides once in a thousand lives in another way', () => {
  const { digest } = digestOf(LIVES, (policy, state, now) =>
    nextStep(policy, state.safetyDays === 10 && state.inactiveDays === 60 ? { ...state, safetyDays: 9 } : state, now),
  );
  expect(digest).not.toBe(BEFORE);
});
