import { Temporal } from 'temporal-polyfill';
import type { Interval } from './plan.ts';

/**
 * @param start milliseconds since the epoch
 * @returns when a plan that is paid for from then on is paid for again; the 31st becomes the last of a shorter month
 */
export function periodEnd(start: number, interval: Interval): Date {
  const from = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO('UTC');
  return new Date(from.add(interval === 'month' ? { months: 1 } : { years: 1 }).epochMilliseconds);
}
