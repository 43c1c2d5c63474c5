import { DAY } from '../time/durations.ts';

/** Days without a check-in until trusted contacts are notified (spec.md section 9). Every page, text and schema takes them from here. */
export const INACTIVE_DAYS = { min: 7, max: 365, usual: 30 } as const;
/** Days between the missed check-in and the release. */
export const SAFETY_DAYS = { min: 1, max: 30, usual: 3 } as const;
/** Days after the release at which a contact receives something. */
export const AFTER_DAYS = { min: 0, max: 365 } as const;
/** How many contacts must confirm before the release; 0 for none. */
export const CONFIRMATIONS = { min: 0, max: 9, usual: 0 } as const;
/** Days that the release waits for them. */
export const UNANSWERED_DAYS = { min: 1, max: 365, usual: 30 } as const;
/** Days that the owner has to answer when a contact says that something has happened. */
export const ANSWER_DAYS = { min: 3, max: 30, usual: 7 } as const;
/** How often a contact can say that something has happened, within this many days. */
export const RAISES = { max: 2, withinDays: 365 } as const;
/** Days that a duress hold may last. */
export const HOLD_DAYS = { min: 7, max: 365, usual: 90 } as const;
/** Days that a pause may last. */
export const PAUSE_DAYS = { min: 1, max: 90 } as const;

/** Days before the missed check-in at which the owner is reminded. */
export const REMINDER_DAYS = [7, 3, 1, 1 / 4] as const;
/** With fewer inactive days than this the first reminder is left out: it would come almost at once. */
export const FIRST_REMINDER_FROM_DAYS = 14;

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
