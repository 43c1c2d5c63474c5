import { expect, test } from 'vitest';
import { truncate } from '#domain/content/truncate.ts';

test.each([
  ['Dear Ana,', 100, 'Dear Ana,'],
  ['Dear Ana, still here.', 9, 'Dear Ana,…'],
  ['Dear Ana, still here.', 10, 'Dear Ana,…'],
  ['🌊🌊🌊', 2, '🌊🌊…'],
  ['🌊🌊', 2, '🌊🌊'],
  ['', 100, ''],
])('the beginning of “%s” in %i characters', (excerpt, length, shown) => {
  expect(truncate(excerpt, length)).toBe(shown);
});
