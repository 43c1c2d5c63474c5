import { OF_AGE, type QuickDate } from '#domain/time/quick-dates.ts';
import { quickDateTexts } from './en/quick-dates.ts';
import { dateFormat } from './formatters.ts';
import { say } from './say.ts';

/** @returns what the page says about a day that a button chose; asks for a birth date where that is missing */
export function sayQuickDate({ choice, date, age, replaces }: QuickDate): string {
  if (date === null) return choice === 'birthday' ? say(quickDateTexts['birth-date-missing']) : '';
  if (choice === 'tomorrow') return say(quickDateTexts.tomorrow, { date: longDate(date) });
  const moved = replaces === null ? [] : [say(quickDateTexts['no-29-february'], { year: `${replaces}` })];
  if (choice === 'in-a-year') {
    const sentences = [say(quickDateTexts['in-a-year'], { date: longDate(date) }), ...moved];
    if (replaces !== null) sentences.push(say(quickDateTexts['year-has-passed']));
    return sentences.join(' ');
  }
  const past = age > OF_AGE ? [say(quickDateTexts['of-age-already'], { age: `${OF_AGE}` })] : [];
  const because = replaces === null ? [] : [say(quickDateTexts['of-age-from-then'], { age: `${age}` })];
  return [...past, say(quickDateTexts.birthday, { age, date: longDate(date) }), ...moved, ...because].join(' ');
}

/** @returns "Thursday 4 May 2056" */
function longDate(date: string): string {
  const options = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
  return dateFormat(options).format(new Date(date)).replace(',', '');
}
