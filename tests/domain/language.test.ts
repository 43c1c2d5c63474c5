import { expect, test } from 'vitest';
import { directionOf, isLanguage, LANGUAGES, preferredLanguage } from '#domain/language.ts';

test('there are eight languages, one of them from right to left', () => {
  expect(LANGUAGES).toEqual(['en', 'pt', 'es', 'fr', 'de', 'it', 'pl', 'ar']);
  expect(LANGUAGES.filter((language) => directionOf(language) === 'rtl')).toEqual(['ar']);
  for (const unknown of ['PT', 'pt-PT', 'toString', '', null, undefined, 1]) expect(isLanguage(unknown)).toBe(false);
});

test.each([
  [null, null],
  ['', null],
  ['*', null],
  ['de', 'de'],
  ['pt-BR, en;q=0.5', 'pt'],
  ['en;q=0.2, PL;q=0.9, *;q=0.1', 'pl'],
  ['ja, zh-Hant;q=0.9, it;q=0.1', 'it'],
  ['fr;q=0, es;q=0.1', 'es'],
  ['fr;q=much, es;q=0.1', 'es'],
  [`${'x,'.repeat(10_000)}de`, null],
])('a browser that prefers %j is answered in %j', (header, language) => {
  expect(preferredLanguage(header)).toBe(language);
});
