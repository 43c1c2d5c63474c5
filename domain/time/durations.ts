/** Durations in milliseconds, by name, so that no code has a bare number of milliseconds. */
export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
/** A year of the Gregorian calendar on average: for limits, never for birthdays. */
export const YEAR = 365.2425 * DAY;

/**
 * Reads an instant that came from outside (a signal, an input, a row as JSON).
 * @param value an ISO 8601 string with a zone, or anything else
 * @returns milliseconds since the epoch, or null when it is not an instant; never NaN, because a timer
 *   that is given NaN wedges its workflow for good
 */
export function parseInstant(value: unknown): number | null {
  if (typeof value !== 'string' || !/(Z|[+-]\d{2}:\d{2})$/.test(value)) return null;
  const milliseconds = Date.parse(value);
  return Number.isFinite(milliseconds) ? milliseconds : null;
}
