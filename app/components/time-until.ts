import { timesAhead } from '#messages/en/times-ahead.ts';
import { say } from '#messages/say.ts';

/** @returns how far ahead an instant is: "in 4 years and 5 months", "in 20 days", "in 5 minutes" */
export function timeUntil(instant: string | Date, now: Date): string {
  const minutes = Math.round((new Date(instant).getTime() - now.getTime()) / 60_000);
  if (minutes < 60) return say(timesAhead.minutes, { count: Math.max(1, minutes) });
  const hours = Math.round(minutes / 60);
  if (hours < 48) return say(timesAhead.hours, { count: hours });
  const days = Math.round(hours / 24);
  if (days < 60) return say(timesAhead.days, { count: days });
  const months = Math.round(days / 30.44);
  if (months < 24) return say(timesAhead.months, { count: months });
  const years = Math.floor(months / 12);
  if (months % 12 === 0) return say(timesAhead.years, { count: years });
  return say(timesAhead.yearsAndMonths, { years, months: months % 12 });
}
