import { DAY } from '../time/durations.ts';

/** spec.md section 9: how long somebody may be silent, in days. */
export const INACTIVE_DAYS = { min: 7, max: 365, usual: 30 } as const;
/** How long contacts and owner have between the missed check-in and the release, in days. */
export const SAFETY_DAYS = { min: 1, max: 30, usual: 3 } as const;
/** For how long the protocol may be paused at a time, in days. */
export const PAUSE_DAYS = { min: 1, max: 90 } as const;

/** Inactive: off, or on while something is missing. */
export type Indicator = 'active' | 'warning' | 'danger' | 'inactive';

/**
 * @param day the length of a protocol day, in milliseconds
 * @returns how many whole days have passed since the last check-in
 */
export function daysSince(lastCheckIn: Date, now: Date, day: number = DAY): number {
  return Math.max(0, Math.floor((now.getTime() - lastCheckIn.getTime()) / day));
}

/** spec.md section 4, of a protocol that runs: danger at the threshold, warning above half of it. */
export function indicatorOf(days: number, threshold: number): Exclude<Indicator, 'inactive'> {
  if (days >= threshold) return 'danger';
  return days > threshold / 2 ? 'warning' : 'active';
}
