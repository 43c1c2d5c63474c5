/** Dates, names and counts as the pages of the emergency protocol write them. */
import { clock, plainDate } from '#app/components/dates.ts';
import { HOUR } from '#domain/time/durations.ts';
import { oneLine } from '#services/mails/words.ts';

/** What writing an instant depends on: the time zone, the present year, the length of a protocol day. */
export interface Calendar {
  timeZone: string;
  /** Milliseconds since the epoch. */
  now: number;
  /** Milliseconds. */
  day: number;
}

/** @returns whether days are so short that only the time tells them apart */
export function isHurried({ day }: Pick<Calendar, 'day'>): boolean {
  return day < HOUR;
}

/** @param at milliseconds @returns "9 December", with the year if it is another; "08:40:05" of short days */
export function dateOf(at: number, calendar: Calendar): string {
  const { timeZone, now } = calendar;
  if (isHurried(calendar)) return seconds(at, timeZone);
  const date = plainDate(new Date(at), timeZone);
  const [year = ''] = plainDate(new Date(now), timeZone).split(' ').slice(-1);
  return date.endsWith(` ${year}`) ? date.slice(0, -year.length - 1) : date;
}

/** @returns "9 November 2026"; "08:40:05" of short days */
export function fullDateOf(at: number, calendar: Calendar): string {
  return isHurried(calendar) ? dateOf(at, calendar) : plainDate(new Date(at), calendar.timeZone);
}

/** @returns "9 December, 08:40"; "08:40:05" of short days */
export function momentOf(at: number, calendar: Calendar): string {
  const date = dateOf(at, calendar);
  return isHurried(calendar) ? date : `${date}, ${clock(new Date(at), calendar.timeZone)}`;
}

/** @returns "2, 6, 8, 9 December": each day and month once, earliest first */
export function datesOf(instants: readonly number[], calendar: Calendar): string {
  const dates = [...new Set(instants.map((at) => dateOf(at, calendar)))];
  return dates
    .map((date, index) => {
      const [day = '', ...month] = date.split(' ');
      const next = dates[index + 1]?.split(' ').slice(1).join(' ');
      return month.length > 0 && next === month.join(' ') ? day : date;
    })
    .join(', ');
}

/** @returns "1 item", "3 items" */
export function count(value: number, what: string): string {
  return `${value} ${what}${value === 1 ? '' : 's'}`;
}

/**
 * @param names in full
 * @returns "Rui and Marta", "Rui, Marta and 3 others": by first names, unless two are the same or one is no name
 */
export function people(names: readonly string[]): string {
  const first = names.map((name) => name.trim().split(/\s+/)[0] ?? name);
  const areNames = new Set(first).size === first.length && first.every((name) => /^\p{L}{3,}$/u.test(name));
  // Without isolation two right-to-left names side by side would change places.
  const shown = (areNames ? first : names).map((name) => oneLine(name));
  const [named, others] = shown.length > 3 ? [shown.slice(0, 2), shown.length - 2] : [shown, 0];
  const list = others > 0 ? [...named, `${others} others`] : named;
  return list.length < 2 ? (list[0] ?? 'nobody') : `${list.slice(0, -1).join(', ')} and ${list.at(-1)}`;
}

function seconds(at: number, timeZone: string): string {
  const parts = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZone } as const;
  return new Intl.DateTimeFormat('en-GB', parts).format(at);
}
