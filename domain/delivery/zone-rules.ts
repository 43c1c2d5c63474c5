import { resolveLocalTime } from '../time/civil.ts';
import { MINUTE } from '../time/durations.ts';
import { isTimeZone } from '../time/zone.ts';

/**
 * What was promised is a time on a wall, such as 09:00 in Lisbon. Which instant that is, governments decide, at times
 * long after it was promised.
 * @param local the time on the wall, as it was chosen
 * @param zone by whose clocks
 * @param instant what it meant by the rules of that day, milliseconds
 * @returns what it means by the rules of today; null where that is the same, and where today's rules do not know the
 *   zone: then what was worked out once is the best that anybody knows
 */
export function recompute(local: string, zone: string, instant: number): number | null {
  if (wallTime(instant, zone) === local) return null;
  const resolved = resolveLocalTime(local, zone);
  const today = resolved?.instant.getTime() ?? instant;
  return today === instant ? null : today;
}

/**
 * What the wall shows at an instant, to the minute: a hundred times faster than the other way round, and for nearly all
 * it is what was promised.
 * @returns null for a zone that nobody knows
 */
function wallTime(instant: number, zone: string): string | null {
  if (instant % MINUTE !== 0) return null;
  return clockOf(zone)?.format(instant).replace(' ', 'T') ?? null;
}

/** To make one takes longer than to read it a thousand times. */
const clocks = new Map<string, Intl.DateTimeFormat | null>();

function clockOf(zone: string): Intl.DateTimeFormat | null {
  const known = clocks.get(zone);
  if (known !== undefined) return known;
  const options = { timeZone: zone, dateStyle: 'short', timeStyle: 'short' } as const;
  const clock = isTimeZone(zone) ? new Intl.DateTimeFormat('sv-SE', options) : null;
  clocks.set(zone, clock);
  return clock;
}

/**
 * Whether rules were published later than others. Their versions are a year and a letter, 2026c; workers of two versions
 * run side by side during an upgrade, and the newer rules are the better ones.
 * @param known null before any rules were applied
 */
export function isNewer(version: string, known: string | null): boolean {
  return known === null || version > known;
}
