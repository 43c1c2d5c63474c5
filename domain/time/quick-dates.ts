/** Days that people often choose, worked out from today: days of the calendar, `YYYY-MM-DD`, without hours or zones. */

const QUICK_CHOICES = ['tomorrow', 'in-a-year', 'birthday'] as const;
export type QuickChoice = (typeof QUICK_CHOICES)[number];

/** Of age, as the words on the page have it. */
const OF_AGE = 18;

/** A day, and what is to be said about it. */
export interface QuickDate {
  /** Null where none can be found, and `says` asks for what is missing. */
  date: string | null;
  says: string;
}

export function isQuickChoice(value: unknown): value is QuickChoice {
  return QUICK_CHOICES.some((choice) => choice === value);
}

/**
 * @param today the day that it is on the wall of whoever asks
 * @param born a birth date, for the birthday
 * @returns the day that was meant. Where it would be a 29 February that does not come, it is 1 March, and that is said
 */
export function quickDate(choice: QuickChoice, today: string, born = ''): QuickDate {
  const now = dayOf(today);
  if (!now) return { date: null, says: '' };
  if (choice === 'tomorrow') {
    const date = written(now.year, now.month, now.day + 1);
    return { date, says: `Tomorrow is ${inWords(date)}.` };
  }
  if (choice === 'in-a-year') {
    const { date, aside } = sameDay(now.year + 1, now, 'A whole year has passed then.');
    return { date, says: `A year from today is ${inWords(date)}.${aside}` };
  }
  return birthday(now, today, born);
}

function birthday(now: Day, today: string, born: string): QuickDate {
  const birth = dayOf(born);
  if (!birth || born > today) return { date: null, says: 'Please enter the day on which they were born.' };
  const isYoung = sameDay(birth.year + OF_AGE, birth, '').date > today;
  const age = isYoung ? OF_AGE : nextAge(now, today, birth);
  const { date, aside } = sameDay(birth.year + age, birth, `They are ${age} from then on.`);
  const past = isYoung ? '' : `They are ${OF_AGE} already. `;
  return { date, says: `${past}Their ${ordinal(age)} birthday is ${inWords(date)}.${aside}` };
}

/** How old they become on the birthday that comes next. */
function nextAge(now: Day, today: string, birth: Day): number {
  const age = now.year - birth.year;
  return sameDay(now.year, birth, '').date > today ? age : age + 1;
}

interface Day {
  year: number;
  month: number;
  day: number;
}

/** The same day of another year, and why another one where that year has none. */
function sameDay(year: number, { month, day }: Day, because: string): { date: string; aside: string } {
  // A day too many runs over into the next month.
  const date = written(year, month, day);
  const isThere = dayOf(date)?.day === day;
  return { date, aside: isThere ? '' : ` In ${year} there is no 29 February, so we chose 1 March. ${because}` };
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

/** @returns "Thursday 4 May 2056" */
function inWords(date: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-GB', options).format(new Date(date)).replace(',', '');
}

function ordinal(count: number): string {
  const ending = { one: 'st', two: 'nd', few: 'rd', other: 'th' } as Record<string, string>;
  return `${count}${ending[new Intl.PluralRules('en', { type: 'ordinal' }).select(count)]}`;
}
