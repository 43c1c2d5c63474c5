/** Dates, names and spans as the pages of the emergency protocol write them. */

import { HOUR } from '#domain/time/durations.ts';
import { clock, plainDate } from '#messages/dates.ts';
import { emergencyWords as texts } from '#messages/en/emergency-line.ts';
import { dateFormat, listFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';
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
  if (isHurried(calendar)) return format(at, calendar, SECONDS);
  return format(at, calendar, { day: 'numeric', ...monthOf(at, calendar) });
}

/** @returns "9 November 2026"; "08:40:05" of short days */
export function fullDateOf(at: number, calendar: Calendar): string {
  return isHurried(calendar) ? dateOf(at, calendar) : plainDate(new Date(at), calendar.timeZone);
}

/** @returns "9 December, 08:40"; "08:40:05" of short days */
export function momentOf(at: number, calendar: Calendar): string {
  const date = dateOf(at, calendar);
  return isHurried(calendar) ? date : say(texts.moment, { date, clock: clock(new Date(at), calendar.timeZone) });
}

/** @returns "2, 6, 8, 9 December": each day and month once, earliest first */
export function datesOf(instants: readonly number[], calendar: Calendar): string {
  if (isHurried(calendar)) return listed(instants.map((at) => dateOf(at, calendar)));
  const daysOf = new Map<string, string[]>();
  for (const at of instants) {
    const month = format(at, calendar, monthOf(at, calendar));
    daysOf.set(month, [...(daysOf.get(month) ?? []), format(at, calendar, { day: 'numeric' })]);
  }
  return listed(Array.from(daysOf, ([month, days]) => say(texts.daysOfMonth, { days: listed(days), month })));
}

/** @returns "1 day", "3 days" */
export function daysWords(count: number): string {
  return say(texts.days, { count });
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
  const list = others > 0 ? [...named, say(texts.others, { count: others })] : named;
  return list.length === 0 ? say(texts.nobody) : listFormat().format(list);
}

const SECONDS = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;

function monthOf(at: number, calendar: Calendar): Intl.DateTimeFormatOptions {
  const [year, present] = [at, calendar.now].map((instant) => format(instant, calendar, { year: 'numeric' }));
  return year === present ? { month: 'long' } : { month: 'long', year: 'numeric' };
}

/** Each part once: "2, 6, 8". */
function listed(parts: readonly string[]): string {
  return listFormat({ type: 'unit' }).format(new Set(parts));
}

function format(at: number, { timeZone }: Calendar, options: Intl.DateTimeFormatOptions): string {
  return dateFormat({ ...options, timeZone }).format(at);
}
