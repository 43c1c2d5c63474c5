/** What sentences about times are made of. */
import { DAY, HOUR, MINUTE, SECOND } from './durations.ts';
import { knownZone } from './zone.ts';

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

/**
 * @param zone by its present name (zone-names.ts)
 * @returns the name people know it by: "Lisbon" for Europe/Lisbon, "UTC" for a zone we do not know
 */
export function placeOf(zone: string): string {
  const known = knownZone(zone);
  return /^(Etc\/)?(UTC|GMT)$/.test(known) ? 'UTC' : known.slice(known.lastIndexOf('/') + 1).replaceAll('_', ' ');
}
