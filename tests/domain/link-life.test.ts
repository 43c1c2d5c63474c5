import { describe, expect, test } from 'vitest';
import {
  LINK_LIVES,
  linkEnd,
  linkExpiry,
  linkLifeValue,
  linkYearsOf,
  worthwhileExtension,
} from '#domain/delivery/link-life.ts';
import { DAY } from '#domain/time/durations.ts';

const SENT = new Date('2028-02-29T08:00:00Z');

test.each([
  [2, '2030-03-01T08:00:00.000Z'],
  [5, '2033-03-01T08:00:00.000Z'],
  [20, '2048-02-29T08:00:00.000Z'],
] as const)('a link that is sent on 29 February works for %i years', (years, end) => {
  expect(linkExpiry(SENT, years)?.toISOString()).toBe(end);
});

test('a link without an end has none, also after the version before has written one', () => {
  expect(linkExpiry(SENT, null)).toBeNull();
  expect(linkEnd({ years: null, extendedTo: new Date('2030-02-28T08:00:00Z') }, SENT)).toBeNull();
});

test('an extension decides, and otherwise the day it was sent', () => {
  const extendedTo = new Date('2040-01-01T00:00:00Z');
  expect(linkEnd({ years: 5, extendedTo }, SENT)).toEqual(extendedTo);
  expect(linkEnd({ years: 5, extendedTo: null }, SENT)).toEqual(linkExpiry(SENT, 5));
});

test('a form names each life, and reads it back', () => {
  expect(LINK_LIVES.map((years) => linkYearsOf(linkLifeValue(years)))).toEqual([...LINK_LIVES]);
});

describe('an extension is worthwhile for a recipient', () => {
  const now = new Date('2030-01-01T00:00:00Z');
  const later = (days: number) => new Date(Date.parse('2032-01-01T00:00:00Z') - days * DAY);

  test('from a month on', () => {
    expect(worthwhileExtension(later(30), 2, now)).toEqual(new Date('2032-01-01T00:00:00Z'));
    expect(worthwhileExtension(later(29), 2, now)).toBeNull();
  });

  test('never for a link without an end', () => {
    expect(worthwhileExtension(null, null, now)).toBeNull();
  });
});
