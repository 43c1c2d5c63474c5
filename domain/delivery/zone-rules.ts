import { kept } from '#domain/kept.ts';
import { resolveLocalTime } from '../time/civil.ts';
import { MINUTE } from '../time/durations.ts';
import { isTimeZone } from '../time/zone.ts';

/**
 * We promise a local time, such as 09:00 in Lisbon. Governments decide which instant that is, sometimes long after the
 * promise.
 * @param local the local time, as it was chosen
 * @param zone its time zone
 * @param instant what it meant by the rules of that day, milliseconds
 * @returns what it means by today's rules; null where that is the same, and where today's rules do not know the zone:
 *   then the earlier instant is the best we have
 */
export function recompute(local: string, zone: string, instant: number): number | null {
  if (wallTime(instant, zone) === local) return null;
  const resolved = resolveLocalTime(local, zone);
  const today = resolved?.instant.getTime() ?? instant;
  return today === instant ? null : today;
}

/**
 * The local time of an instant, to the minute: a hundred times faster than the reverse, and for nearly all deliveries it
 * is the promised one.
 * @returns null for an unknown zone
 */
function wallTime(instant: number, zone: string): string | null {
  if (instant % MINUTE !== 0) return null;
  return clockOf(zone)?.format(instant).replace(' ', 'T') ?? null;
}

/** Creating a formatter takes longer than using it a thousand times. Null for a zone that this runtime does not know. */
const clockOf = kept((zone: string) =>
  isTimeZone(zone)
    ? new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
    : null,
);

/**
 * Whether rules were published later than others. A version is a year and a letter, 2026c. Workers of two versions run
 * side by side during an upgrade, and the newer rules win.
 * @param known null before any rules were applied
 */
export function isNewer(version: string, known: string | null): boolean {
  return known === null || version > known;
}
