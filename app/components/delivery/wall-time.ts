/** Times as they stand on somebody's wall, `YYYY-MM-DDTHH:MM`: what a `datetime-local` field holds. */

/** @returns what the clock on the wall of the zone shows at the instant */
export function wallTimeAt(instant: string | Date, timeZone: string): string {
  const written = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(instant),
  );
  return written.replace(' ', 'T');
}

/**
 * Takes a time on a wall as if it were in UTC, so that it can be written out, and compared with another on the same
 * wall, without knowing the zone's rules.
 * @returns the instant, or null when the field holds no full date and time
 */
export function asIfUtc(wallTime: string | undefined): Date | null {
  if (!wallTime || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(wallTime)) return null;
  const date = new Date(`${wallTime.slice(0, 16)}:00Z`);
  return Number.isNaN(date.getTime()) ? null : date;
}
