import { expect, test } from 'vitest';
import { excerptOf } from '#domain/content/content.ts';
import { truncate } from '#domain/content/truncate.ts';

test.each([
  ['Dear Ana,', 100, 'Dear Ana,'],
  ['Dear Ana, still here.', 9, 'Dear Ana,…'],
  ['Dear Ana, still here.', 10, 'Dear Ana,…'],
  ['🌊🌊🌊', 2, '🌊🌊…'],
  ['🌊🌊', 2, '🌊🌊'],
  ['👨‍👩‍👧‍👦👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 2, '👨‍👩‍👧‍👦👨‍👩‍👧‍👦…'],
  ['🇵🇹🇧🇷', 2, '🇵🇹🇧🇷'],
  ['', 100, ''],
])('the beginning of “%s” in %i characters', (excerpt, length, shown) => {
  expect(truncate(excerpt, length)).toBe(shown);
});

test('the excerpt of a letter is on one line, and ends with a whole character', () => {
  expect(excerptOf('Dear Ana,\n\n  still here.')).toBe('Dear Ana, still here.');
  const family = '👨‍👩‍👧‍👦';
  expect(excerptOf(family.repeat(300))).toBe(family.repeat(145));
  expect(excerptOf('🌊'.repeat(300))).toBe('🌊'.repeat(200));
});
