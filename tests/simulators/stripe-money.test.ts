import { type Price, periodEnd, remaining, switchLines } from '@stillhere/simulators';
import { expect, test } from 'vitest';

const instant = (iso: string) => Date.parse(iso) / 1_000;
const price = (unit_amount: number, interval: Price['interval']): Price => ({
  id: `price_${unit_amount}`,
  product: 'prod_1',
  active: true,
  currency: 'usd',
  unit_amount,
  interval,
  lookup_key: null,
  metadata: {},
});

test.each([
  ['2026-11-21T18:00:00Z', 'month', '2026-12-21T18:00:00Z'],
  ['2027-01-31T10:00:00Z', 'month', '2027-02-28T10:00:00Z'],
  ['2027-12-15T10:00:00Z', 'month', '2028-01-15T10:00:00Z'],
  ['2028-02-29T10:00:00Z', 'year', '2029-02-28T10:00:00Z'],
] as const)('a period from %s is a %s, to %s', (start, interval, end) => {
  expect(periodEnd(instant(start), interval)).toBe(instant(end));
});

test('the rest of an amount is counted by the second and rounded to the nearest cent', () => {
  const period = { start: 0, end: 2_592_000 };
  expect([0, 1_296_000, 2_592_000].map((at) => remaining(500, at, period))).toEqual([500, 250, 0]);
  // 499.9998 and 0.0002 cents; half a cent goes up.
  expect([1, 2_591_999].map((at) => remaining(500, at, period))).toEqual([500, 0]);
  expect(remaining(1, 1_296_000, period)).toBe(1);
  expect(remaining(9_007_199_254_740_991, 1, { start: 0, end: 3 })).toBe(6_004_799_503_160_661);
});

test('a change of price credits the rest of the old price and charges the rest of the period, or a whole period of another length', () => {
  const period = { start: 0, end: 2_592_000 };
  const amounts = (old: Price, next: Price) => switchLines(old, next, 648_000, period).map(({ amount }) => amount);
  expect(amounts(price(500, 'month'), price(1_000, 'month'))).toEqual([-375, 750]);
  expect(amounts(price(500, 'month'), price(10_000, 'year'))).toEqual([-375, 10_000]);
});
