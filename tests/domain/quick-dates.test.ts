import { expect, test } from 'vitest';
import { quickDate } from '#domain/time/quick-dates.ts';
import { sayQuickDate } from '#messages/quick-dates.ts';

test.each([
  ['tomorrow', '2026-11-21', '', '2026-11-22', 'Tomorrow is Sunday 22 November 2026.'],
  ['tomorrow', '2027-12-31', '', '2028-01-01', 'Tomorrow is Saturday 1 January 2028.'],
  ['tomorrow', '2028-02-28', '', '2028-02-29', 'Tomorrow is Tuesday 29 February 2028.'],
  ['in-a-year', '2026-11-21', '', '2027-11-21', 'A year from today is Sunday 21 November 2027.'],
  [
    'in-a-year',
    '2028-02-29',
    '',
    '2029-03-01',
    'A year from today is Thursday 1 March 2029. There’s no 29 February in 2029, so we chose 1 March. By then, a whole year has passed.',
  ],
  ['birthday', '2026-11-21', '2022-05-04', '2040-05-04', 'Their 18th birthday is Friday 4 May 2040.'],
  [
    'birthday',
    '2026-11-21',
    '2020-02-29',
    '2038-03-01',
    'Their 18th birthday is Monday 1 March 2038. There’s no 29 February in 2038, so we chose 1 March. They’re 18 from that day.',
  ],
  [
    'birthday',
    '2026-11-21',
    '1996-11-21',
    '2027-11-21',
    'They’re already 18. Their 31st birthday is Sunday 21 November 2027.',
  ],
  [
    'birthday',
    '2026-11-21',
    '1984-12-24',
    '2026-12-24',
    'They’re already 18. Their 42nd birthday is Thursday 24 December 2026.',
  ],
  // The very day: a letter cannot be sent on a morning that has passed.
  [
    'birthday',
    '2026-11-21',
    '2008-11-21',
    '2027-11-21',
    'They’re already 18. Their 19th birthday is Sunday 21 November 2027.',
  ],
] as const)('%s, on %s, for a birth date of "%s", is %s', (choice, today, born, date, says) => {
  const found = quickDate(choice, today, born);
  expect([found.date, sayQuickDate(found)]).toEqual([date, says]);
});

test.each([[''], ['2027-01-01'], ['2023-02-29'], ['4 May 2022']])('a birth date such as "%s" is asked for', (born) => {
  const found = quickDate('birthday', '2026-11-21', born);
  expect([found.date, sayQuickDate(found)]).toEqual([null, 'Please enter their birth date.']);
});
