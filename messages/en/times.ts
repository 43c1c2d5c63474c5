import { catalogue } from '../catalogue.ts';

/** Times that Intl does not write by itself. Dates and clocks come as text, in their zone. */
export const times = catalogue('times', {
  dateAndClock: '{date} at {clock}',
  dateAndClockIn: '{date} at {clock} ({place})',
  daysLeft: '{days, plural, one {# day left} other {# days left}}',
});
