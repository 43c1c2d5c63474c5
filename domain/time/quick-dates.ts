/** Days that people often choose, worked out from today: calendar days, `YYYY-MM-DD`, without hours or zones. */

const QUICK_CHOICES = ['tomorrow', 'in-a-year', 'birthday'] as const;
export type QuickChoice = (typeof QUICK_CHOICES)[number];

export const OF_AGE = 18;

/** A day that a button chose, and what there is to say about it (`messages/quick-dates.ts`). */
export interface QuickDate {
  choice: QuickChoice;
  /** Null while the birth date is missing, and where today is no day. */
  date: string | null;
  /** For a birthday: how old they become; 0 for any other choice. */
  age: number;
  /** The year whose 29 February does not exist, so that it is 1 March; null where the day exists. */
  replaces: number | null;
}

export function isQuickChoice(value: unknown): value is QuickChoice {
  return QUICK_CHOICES.some((choice) => choice === value);
}

/**
 * @param today the present day on the clocks of the person who asks
 * @param born a birth date, for the birthday
 */
export function quickDate(choice: QuickChoice, today: string, born = ''): QuickDate {
  const now = dayOf(today);
  const none = { choice, date: null, age: 0, replaces: null };
  if (!now) return none;
  if (choice === 'tomorrow') return { ...none, date: written(now.year, now.month, now.day + 1) };
  if (choice === 'in-a-year') return { ...none, ...sameDay(now.year + 1, now) };
  const birth = dayOf(born);
  if (!birth || born > today) return none;
  const age = sameDay(birth.year + OF_AGE, birth).date > today ? OF_AGE : nextAge(now, today, birth);
  return { choice, age, ...sameDay(birth.year + age, birth) };
}

/** How old they become on the birthday that comes next. */
function nextAge(now: Day, today: string, birth: Day): number {
  const age = now.year - birth.year;
  return sameDay(now.year, birth).date > today ? age : age + 1;
}

interface Day {
  year: number;
  month: number;
  day: number;
}

/** The same day of another year; 1 March where that year has no 29 February. */
function sameDay(year: number, { month, day }: Day): { date: string; replaces: number | null } {
  // A day too many runs over into the next month.
  const date = written(year, month, day);
  return { date, replaces: dayOf(date)?.day === day ? null : year };
}

function dayOf(date: string): Day | null {
  const [, year, month, day] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? []).map(Number);
  if (!year || !month || !day || written(year, month, day) !== date) return null;
  return { year, month, day };
}

function written(year: number, month: number, day: number): string {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.toISOString().slice(0, 10);
}
