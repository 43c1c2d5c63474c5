/** Dates as we write them out for people: "4 May 2031", "4 May 2031 at 09:00 (Lisbon)". */
import { DAY, HOUR, MINUTE, SECOND } from './durations.ts';
import { isTimeZone } from './zone.ts';

/** @returns the day of the instant in the zone, "4 May 2031" */
export function writtenDate(instant: Date, zone: string): string {
  return format(instant, zone, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** @returns day, time and place, "4 May 2031 at 09:00 (Lisbon)" */
export function writtenDateTime(instant: Date, zone: string): string {
  return `${writtenMoment(instant, zone, 'minutes')} (${placeOf(zone)})`;
}

/**
 * @param precision seconds where a whole life passes in a minute, and minutes would all be the same
 * @returns day and time without the place, for lists that name it once: "4 May 2031 at 09:00"
 */
export function writtenMoment(instant: Date, zone: string, precision: 'minutes' | 'seconds'): string {
  const seconds = precision === 'seconds' ? { second: '2-digit' as const } : {};
  const time = format(instant, zone, { hour: '2-digit', minute: '2-digit', ...seconds, hourCycle: 'h23' });
  return `${writtenDate(instant, zone)} at ${time}`;
}

const UNITS = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
  ['second', SECOND],
] as const;

/**
 * @param span in milliseconds
 * @returns how long that is in the largest unit that fits, to the nearest: 3 days, 1 hour, 1 second at the least
 */
export function spanOf(span: number): { unit: (typeof UNITS)[number][0]; count: number } {
  for (const [unit, length] of UNITS) {
    const count = Math.round(span / length);
    // A few seconds less than seven days are still seven days; half a day is twelve hours.
    if (count >= 1 && span >= length * 0.95) return { unit, count };
  }
  return { unit: 'second', count: 1 };
}

/** @returns the parts of the instant's day in the zone, as a postmark shows them: MAY, 4, 2031 */
export function postmarkDate(instant: Date, zone: string): { month: string; day: string; year: string } {
  return {
    month: format(instant, zone, { month: 'short' }).slice(0, 3).toUpperCase(),
    day: format(instant, zone, { day: 'numeric' }),
    year: format(instant, zone, { year: 'numeric' }),
  };
}

/** @returns the name people know a zone by: "Lisbon" for Europe/Lisbon, "UTC" for a zone we do not know */
export function placeOf(zone: string): string {
  const known = knownZone(zone);
  return /^(Etc\/)?(UTC|GMT)$/.test(known) ? 'UTC' : known.slice(known.lastIndexOf('/') + 1).replaceAll('_', ' ');
}

function format(instant: Date, zone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', { ...options, timeZone: knownZone(zone) }).format(instant);
}

/** A zone can be retired while a letter sleeps: it still has to go out, so its dates are then in UTC. */
function knownZone(zone: string): string {
  return isTimeZone(zone) ? zone : 'UTC';
}
