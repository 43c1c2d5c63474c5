import { catalogue } from '../catalogue.ts';

/** How far ahead something is. */
export const timesAhead = catalogue('times-ahead', {
  minutes: 'in {count, plural, one {# minute} other {# minutes}}',
  hours: 'in {count, plural, one {# hour} other {# hours}}',
  days: 'in {count, plural, one {# day} other {# days}}',
  months: 'in {count, plural, one {# month} other {# months}}',
  years: 'in {count, plural, one {# year} other {# years}}',
  yearsAndMonths:
    'in {years, plural, one {# year} other {# years}} and {months, plural, one {# month} other {# months}}',
});
