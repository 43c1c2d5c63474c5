import { expect, it } from 'vitest';
import { liveEmergency } from './emergency-life.ts';
import { EMERGENCY_MUTATIONS } from './emergency-mutations.ts';
import { EMERGENCY_RULES, type EmergencyRules } from './emergency-rules.ts';
import { SEARCHED, seen } from './mutations.ts';

const LIVES = 10_000;

it(`${LIVES} lives of an emergency protocol: none early, none lost, none released short of warnings or time to answer`, () => {
  let released = 0;
  for (let seed = 1; seed <= LIVES; seed += 1) {
    try {
      if (liveEmergency(seed).isReleased) released += 1;
    } catch (error) {
      throw new Error(`npm run simulate -- --seed emergency ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  // Or the lives were too short to show anything.
  expect(released).toBeGreaterThan(LIVES / 2);
}, 60_000);

// Each broke a rule once. After a change of the world they are other lives.
it.each([
  [234398, 'a provider gave up while nobody could reach us'],
  [226387, 'a clock jumped again while Postgres was away, and was accepted as it came back'],
  [336682, 'an outage lay ahead of the clock when a doubt ended'],
  [601438, 'a doubt was ended by hand after a machine had been paused'],
  [719572, 'a warning was taken at the moment in which a doubt ended'],
  [729948, 'two machines were paused, and their owner checked in between'],
])('lives %i: %s', (seed) => {
  expect(() => liveEmergency(seed)).not.toThrow();
});

it('lives the same life for the same seed', () => {
  const storyOf = (seed: number) => {
    const story: string[] = [];
    liveEmergency(seed, EMERGENCY_RULES, story);
    return story;
  };
  expect(storyOf(7)).toEqual(storyOf(7));
  expect(storyOf(7)).not.toEqual(storyOf(8));
});

it.each(EMERGENCY_MUTATIONS)('sees when $name', (mutation) => {
  const live = (seed: number, rules: EmergencyRules) => liveEmergency(seed, rules);
  expect(seen(live, EMERGENCY_RULES, mutation, SEARCHED)).not.toBeNull();
});
