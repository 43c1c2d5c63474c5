/** Dates as pages write them: in the language of the page and the zone of the person. */
import { DAY } from '#domain/time/durations.ts';
import { times } from '#messages/en/times.ts';
import { formatLocale, say } from '#messages/say.ts';

function parts(instant: string | Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(formatLocale(), { timeZone, ...options }).format(new Date(instant));
}

/** @returns "Monday 14 December 2026" */
export function fullDate(instant: string | Date, timeZone: string): string {
  return parts(instant, timeZone, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }).replace(',', '');
}

/** @returns "14 December 2026" */
export function plainDate(instant: string | Date, timeZone: string): string {
  return parts(instant, timeZone, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** @returns "09:00" */
export function clock(instant: string | Date, timeZone: string): string {
  return parts(instant, timeZone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
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
