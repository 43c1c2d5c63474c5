/** Local times, `YYYY-MM-DDTHH:MM`, as in a `datetime-local` field. */

import { kept } from '#domain/kept.ts';

/** Its format is ISO 8601 with a space. */
const clockOf = kept(
  (timeZone: string) => new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
);

/** @returns the local time in the zone at the instant */
export function wallTimeAt(instant: string | Date, timeZone: string): string {
  return clockOf(timeZone).format(new Date(instant)).replace(' ', 'T');
}

/**
 * Reads a local time as if it were in UTC: it can then be written, and compared with another of its zone, without the
 * zone's rules.
 * @returns the instant; null when date or time is missing
 */
export function asIfUtc(wallTime: string | undefined): Date | null {
  if (!wallTime || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wallTime)) return null;
  const date = new Date(`${wallTime.slice(0, 16)}:00Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** @returns a string that identifies a local time in its zone; empty while one of the two is missing */
export function timeKey(local: string | undefined, timeZone: string | undefined): string {
  return asIfUtc(local) && timeZone ? `${local} ${timeZone}` : '';
}

/** The hour of a day that was chosen by a button, while there is none. */
export const MORNING = '09:00';
