/** Dates as pages write them: in the language of the page and the zone of the person. */
import { DAY } from '#domain/time/durations.ts';
import { placeOf } from '#domain/time/written.ts';
import { knownZone } from '#domain/time/zone.ts';
import { times } from '#messages/en/times.ts';
import { dateFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';

type Precision = 'minutes' | 'seconds';

function parts(instant: string | Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat({ timeZone: knownZone(timeZone), ...options }).format(new Date(instant));
}

/** @returns "Monday 14 December 2026" */
export function fullDate(instant: string | Date, timeZone: string): string {
  return parts(instant, timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', '');
}

/** @returns "14 December 2026" */
export function plainDate(instant: string | Date, timeZone: string): string {
  return parts(instant, timeZone, { day: 'numeric', month: 'long', year: 'numeric' });
}

/**
 * @param precision seconds where a whole life passes in a minute, and minutes would all be the same
 * @returns "09:00"
 */
export function clock(instant: string | Date, timeZone: string, precision: Precision = 'minutes'): string {
  const seconds = precision === 'seconds' ? { second: '2-digit' as const } : {};
  return parts(instant, timeZone, { hour: '2-digit', minute: '2-digit', ...seconds, hourCycle: 'h23' });
}

/** @returns "14 December 2026 at 09:00" */
export function dateTime(instant: string | Date, timeZone: string, precision?: Precision): string {
  return say(times.dateAndClock, { date: plainDate(instant, timeZone), clock: clock(instant, timeZone, precision) });
}

/** @returns "14 December 2026 at 09:00 (Lisbon)" */
export function dateTimeAndPlace(instant: string | Date, timeZone: string): string {
  const [date, time] = [plainDate(instant, timeZone), clock(instant, timeZone)];
  return say(times.dateAndClockIn, { date, clock: time, place: placeOf(timeZone) });
}

/** @returns the parts of the instant's day in the zone, as a postmark shows them: MAY, 4, 2031 */
export function postmarkDate(instant: Date, timeZone: string): { month: string; day: string; year: string } {
  const month = parts(instant, timeZone, { month: 'short' }).replace('.', '').toUpperCase();
  return {
    // Some languages have no short names, and the stamp has room for four letters.
    month: month.length <= 4 ? month : parts(instant, timeZone, { month: '2-digit' }),
    day: parts(instant, timeZone, { day: 'numeric' }),
    year: parts(instant, timeZone, { year: 'numeric' }),
  };
}

/** @returns "Monday 14 December 2026 at 09:00" */
export function fullDateTime(instant: string | Date, timeZone: string): string {
  return say(times.dateAndClock, { date: fullDate(instant, timeZone), clock: clock(instant, timeZone) });
}

/** @returns days left, rounded up (spec.md section 9) */
function daysLeft(instant: string | Date, now: Date): number {
  return Math.max(0, Math.ceil((new Date(instant).getTime() - now.getTime()) / DAY));
}

/** @returns "23 days left" */
export function daysLeftWords(instant: string | Date, now: Date): string {
  return say(times.daysLeft, { days: daysLeft(instant, now) });
}
