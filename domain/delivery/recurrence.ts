import { resolveLocalTime } from '../time/civil.ts';
import { DAY } from '../time/durations.ts';
import { knownZone } from '../time/zone.ts';

/** A delivery that goes out each year, on the same day at the same local time. */
export interface YearlyRule {
  /** The local time of the first, as it was chosen: `YYYY-MM-DDTHH:MM`, also with seconds. */
  from: string;
  timeZone: string;
  /** The last year in which it goes out, by the calendar of the zone. */
  untilYear: number;
}

/** One delivery of such a series. */
export interface Occurrence {
  instant: Date;
  /** What clocks in the zone show then. */
  local: string;
}

/**
 * Each year starts from the time that was chosen: what one year moves, because its clocks skip the hour or because it has no
 * 29 February (then it is 1 March), moves no other.
 * @param after milliseconds
 * @returns the first one after this instant, by today's rules of the zone; null when the last year is over
 */
export function nextOccurrence({ from, timeZone, untilYear }: YearlyRule, after: number): Occurrence | null {
  const zone = knownZone(timeZone);
  // The year of an instant differs by one at most between zones.
  const earliest = Math.max(yearOf(from), new Date(after).getUTCFullYear() - 1);
  for (let year = earliest; year <= untilYear; year++) {
    const local = inYear(from, year);
    // No clock differs so much from UTC: looking a zone's rules up is slow.
    if (Date.parse(`${local}Z`) + 2 * DAY < after) continue;
    const resolved = resolveLocalTime(local, zone);
    if (resolved && resolved.instant.getTime() > after) return { instant: resolved.instant, local: resolved.local };
  }
  return null;
}

/** @param local `YYYY-MM-DDTHH:MM` */
export function yearOf(local: string): number {
  return Number.parseInt(local, 10);
}

function inYear(local: string, year: number): string {
  const rest = local.slice(local.indexOf('-') + 1);
  const day = rest.startsWith('02-29') && !isLeap(year) ? rest.replace('02-29', '03-01') : rest;
  return `${`${year}`.padStart(4, '0')}-${day}`;
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1;
}
