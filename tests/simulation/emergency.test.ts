import { expect, it } from 'vitest';
import { liveEmergency } from './emergency-life.ts';
import { EMERGENCY_MUTATIONS, mutated } from './emergency-mutations.ts';
import { Violation } from './violation.ts';

const LIVES = 20_000;

it(`${LIVES} lives of an emergency protocol: none early, none lost, none released short of warnings or time to answer`, () => {
  let released = 0;
  for (let seed = 1; seed <= LIVES; seed += 1) {
    const story: string[] = [];
    try {
      if (liveEmergency(seed, undefined, story).isReleased) released += 1;
    } catch (error) {
      throw new Error(`Seed ${seed}: ${(error as Error).message}\n${story.join('\n')}`, { cause: error });
    }
  }
  // Or the lives were too short to show anything.
  expect(released).toBeGreaterThan(LIVES / 2);
}, 60_000);

it('lives the same life for the same seed', () => {
  expect(liveEmergency(7).story).toEqual(liveEmergency(7).story);
  expect(liveEmergency(7).story).not.toEqual(liveEmergency(8).story);
});

it.each(EMERGENCY_MUTATIONS)('sees when $name (seed $seed)', (mutation) => {
  expect(() => liveEmergency(mutation.seed, mutated(mutation))).toThrow(Violation);
});
