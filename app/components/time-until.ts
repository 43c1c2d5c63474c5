/** @returns how far ahead an instant is: "in 4 years and 5 months", "in 20 days", "in 5 minutes" */
export function timeUntil(instant: string | Date, now: Date): string {
  const minutes = Math.round((new Date(instant).getTime() - now.getTime()) / 60_000);
  const count = (value: number, unit: string) => `${value} ${unit}${value === 1 ? '' : 's'}`;
  if (minutes < 60) return `in ${count(Math.max(1, minutes), 'minute')}`;
  const hours = Math.round(minutes / 60);
  if (hours < 48) return `in ${count(hours, 'hour')}`;
  const days = Math.round(hours / 24);
  if (days < 60) return `in ${count(days, 'day')}`;
  const months = Math.round(days / 30.44);
  if (months < 24) return `in ${count(months, 'month')}`;
  const years = Math.floor(months / 12);
  return months % 12 === 0
    ? `in ${count(years, 'year')}`
    : `in ${count(years, 'year')} and ${count(months % 12, 'month')}`;
}
