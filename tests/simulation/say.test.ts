import { expect, it } from 'vitest';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-rules.ts';
import { SEARCHED, seen } from './mutations.ts';
import { liveSay } from './say-life.ts';
import { SAY_MUTATIONS } from './say-mutations.ts';

const LIVES = 10_000;

it(`${LIVES} lives with contacts who have a say: none released in a hold, below the confirmations, or raised too early`, () => {
  let released = 0;
  for (let seed = 1; seed <= LIVES; seed += 1) {
    try {
      if (liveSay(seed).isReleased) released += 1;
    } catch (error) {
      throw new Error(`npm run simulate -- --seed say ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  // Or the lives were too short to show anything.
  expect(released).toBeGreaterThan(LIVES / 2);
}, 60_000);

it('takes a clock that jumps past a reminder, in the instant in which a contact speaks, for two instants', () => {
  expect(liveSay(87_563)).toEqual({ isReleased: true, isDeleted: false });
});

it.each(SAY_MUTATIONS)('sees when $name', (mutation) => {
  const live = (seed: number, rules: EmergencyRules) => liveSay(seed, rules);
  expect(seen(live, EMERGENCY_RULES, mutation, SEARCHED)).not.toBeNull();
});
