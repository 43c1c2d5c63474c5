/** When a recipient who says "not now" can be reminded. */
export const REMINDERS = ['week', 'month', 'year'] as const;
export type Reminder = (typeof REMINDERS)[number];

export function isReminder(value: unknown): value is Reminder {
  return REMINDERS.some((one) => one === value);
}

/** @returns the same time of day, a week, a calendar month or a year later; the last day of a shorter month */
export function reminderAt(now: Date, reminder: Reminder): Date {
  const at = new Date(now);
  if (reminder === 'week') at.setUTCDate(at.getUTCDate() + 7);
  else at.setUTCMonth(at.getUTCMonth() + (reminder === 'month' ? 1 : 12));
  // A day that the month does not have has become one of the next month.
  if (reminder !== 'week' && at.getUTCDate() !== now.getUTCDate()) at.setUTCDate(0);
  return at;
}

/**
 * @param end of the link; null without one
 * @returns the reminders that come while the link still works
 */
export function remindersBefore(end: Date | null, now: Date): Reminder[] {
  return REMINDERS.filter((one) => end === null || reminderAt(now, one) < end);
}
