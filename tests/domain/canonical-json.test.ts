import { expect, test } from 'vitest';
import { canonicalJson } from '#domain/record/canonical-json.ts';

test('names are sorted by UTF-16 code units, at every depth, and nothing is put between values', () => {
  // The names of RFC 8785, section 3.2.3, with what JSON escapes.
  const value = { '€': 1, '\r': 2, '\ufb33': 3, '1': 4, '😀': 5, '\u0080': 6, ö: { b: [true, null], a: '' } };
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":{"a":"","b":[true,null]},"€":1,"😀":5,"\ufb33":3}');
});

test('texts are escaped as ECMAScript escapes them', () => {
  expect(canonicalJson('€$\u000f\nA\'B"\\/')).toBe('"€$\\u000f\\nA\'B\\"\\\\/"');
});

test('half of a surrogate pair, which has no UTF-8, becomes the replacement character', () => {
  expect(canonicalJson('\ud800')).toBe('"\ufffd"');
});

test.each([0.1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('the number %d is refused', (number) => {
  expect(() => canonicalJson({ number })).toThrow(TypeError);
});
