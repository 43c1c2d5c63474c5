import { expect, it } from 'vitest';
import { holds } from '#tests/spec/holds.ts';
import { liveDelivery } from './delivery-life.ts';
import { DELIVERY_MUTATIONS } from './delivery-mutations.ts';
import { DELIVERY_RULES, type DeliveryRules } from './delivery-rules.ts';
import { SEARCHED, seen } from './mutations.ts';

const LIVES = 10_000;

it(`${LIVES} lives of a delivery: none early, none lost, none doubled silently, no release given up`, () => {
  holds('S4-1');
  const ends: Record<string, number> = {};
  for (let seed = 1; seed <= LIVES; seed += 1) {
    try {
      const { end } = liveDelivery(seed);
      ends[end] = (ends[end] ?? 0) + 1;
    } catch (error) {
      throw new Error(`npm run simulate -- --seed delivery ${seed}: ${(error as Error).message}`, { cause: error });
    }
  }
  // Each end was reached, or the lives show nothing.
  expect(Object.keys(ends).sort()).toEqual(['called-off', 'deleted', 'failed', 'held', 'sent']);
  expect(ends.sent).toBeGreaterThan(LIVES / 2);
}, 60_000);

// Each broke a rule once. After a change of the world they are other lives.
it.each([
  [236413, 'the first message was heard of after its email had been called'],
  [347857, 'a message was asked for after a jump that was noted hours later'],
  [249053, 'the same by SMS'],
  [853609, 'the same after seven calls by email'],
  [854785, 'a change was lost by a failover, and made again'],
])('lives %i: %s', (seed) => {
  expect(() => liveDelivery(seed)).not.toThrow();
});

it('lives the same life for the same seed', () => {
  const storyOf = (seed: number) => {
    const story: string[] = [];
    liveDelivery(seed, DELIVERY_RULES, story);
    return story;
  };
  expect(storyOf(7)).toEqual(storyOf(7));
  expect(storyOf(7)).not.toEqual(storyOf(8));
});

it.each(DELIVERY_MUTATIONS)('sees when $name', (mutation) => {
  const live = (seed: number, rules: DeliveryRules) => liveDelivery(seed, rules);
  expect(seen(live, DELIVERY_RULES, mutation, SEARCHED)).not.toBeNull();
});
