import { describe, expect, test } from 'vitest';
import { megabytesOf, roundedTogether } from '#app/plans/storage-parts.ts';
import { GIGABYTE, MEGABYTE } from '#domain/content/content.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);

describe('sizes beside each other', () => {
  test.each([
    ['thirds', [MEGABYTE / 3, MEGABYTE / 3, MEGABYTE / 3], [34, 33, 33], 100],
    ['small things, which are something', [1, 1, 1], [1, 1, 1], 3],
    ['a small thing beside a large one', [1, 5 * MEGABYTE], [1, 499], 500],
    ['a vault that is nearly full', [9 * GIGABYTE + 7, 40], [921_599, 1], 921_600],
    ['one', [2.5 * MEGABYTE], [250], 250],
    ['nothing', [], [], 0],
  ] as const)('add up to their total: %s', (_, sizes, parts, total) => {
    expect(roundedTogether(sizes)).toEqual({ parts, total });
    expect(sum(parts)).toBe(total);
  });

  test('are never far from what they are', () => {
    for (let seed = 1; seed <= 300; seed++) {
      const sizes = [1, 2, 3, 4, 5].map((n) => Math.ceil(((seed * 7919 * n * n) % 1009) ** 2.6 / n));
      const { parts, total } = roundedTogether(sizes);
      expect(sum(parts)).toBe(total);
      for (const [index, part] of parts.entries()) {
        expect(part).toBeGreaterThan(0);
        expect(Math.abs(part - ((sizes[index] ?? 0) / MEGABYTE) * 100)).toBeLessThan(sizes.length);
      }
    }
  });

  test('are in megabytes with two decimals', () => {
    expect([1, 250, 921_600].map(megabytesOf)).toEqual(['0.01 MB', '2.50 MB', '9,216.00 MB']);
  });
});
