import { expect, test } from 'vitest';
import { dollars } from '#domain/subscription/money.ts';

test.each([
  [0, '$0'],
  [5, '$0.05'],
  [70, '$0.70'],
  [500, '$5'],
  [1_250, '$12.50'],
  [10_000, '$100'],
  [123_456_789, '$1,234,567.89'],
  [-250, '−$2.50'],
])('%i cents are %s', (cents, written) => {
  expect(dollars(cents)).toBe(written);
});
