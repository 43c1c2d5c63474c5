/**
 * The line of stages, ready to be drawn: by the server with the page, and in the browser by the same rules once somebody
 * edits the days. Only then is it fetched there.
 */
import { type Course, freshCourse, instantOf } from '#domain/emergency/course.ts';
import { INACTIVE_DAYS, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { placeOf } from '#domain/time/written.ts';
import type { Prospect } from '#services/emergency/overview.ts';
import { type Shapes, shapesOf } from './line-shapes.ts';
import { goes, isUndated, movedSentence, sentenceOf, switchSentence } from './sentences.ts';
import { type Calendar, count, dateOf, datesOf, fullDateOf, isHurried, momentOf, people } from './words.ts';

/** Days as they stand in a form. */
export interface Days {
  inactiveDays: number;
  safetyDays: number;
}

/** The line, ready to be drawn. */
export interface LineView {
  heading: string;
  /** What would happen on which date, to whom, with what. */
  sentence: string;
  /** What switching it on means, or off where it is on. */
  switchSentence: string;
  scale: string;
  label: string;
  wide: Shapes;
  tall: Shapes;
  stages: { name: string; date: string; what: string; isNow: boolean }[];
  /** Something is missing: the stages are there, and no date is. */
  isUndated: boolean;
}

const STAGES = ['armed', 'reminding', 'missed', 'last-call', 'released'] as const;
const NAMES = ['Armed', 'Reminding', 'Missed', 'Last call', 'Released'];
const KINDS = ['missed', 'last-call', 'released'] as const;

/** @returns whether these can be saved */
export function areDays({ inactiveDays, safetyDays }: Days): boolean {
  return isWithin(inactiveDays, INACTIVE_DAYS) && isWithin(safetyDays, SAFETY_DAYS);
}

function isWithin(days: number, { min, max }: { min: number; max: number }): boolean {
  return Number.isInteger(days) && days >= min && days <= max;
}

/** @param edited days that are not saved; null for the line of what is */
export function drawLine(prospect: Prospect, edited: Days | null, timeZone: string): LineView {
  const { now, day } = prospect.course;
  const calendar = { timeZone, now, day };
  const { pausedUntil, isActive, stage } = prospect;
  const undated = isUndated(prospect);
  const course = edited ? freshCourse({ day }, { now, pausedUntil, ...edited }) : prospect.course;
  const isLive = isActive && !edited && !undated;
  const { since, marks } = course;
  const stages = [since, instantOf(course, 'reminder'), ...KINDS.map((kind) => instantOf(course, kind))];
  const length = Math.round(((marks.at(-1)?.at ?? now) - since) / day);
  const today = isLive ? `day ${Math.floor((now - since) / day)}` : null;
  const words = undated
    ? undatedWords(course, calendar)
    : [
        armedWords(prospect, course, calendar, isLive),
        reminderWords(course, calendar),
        ...lateWords(prospect, course, calendar),
      ];
  return {
    isUndated: undated,
    heading: headingOf(undated, isLive && stage === 'released'),
    sentence: edited ? movedSentence(prospect, course, calendar) : sentenceOf(prospect, calendar),
    switchSentence: switchSentence({ ...prospect, course }, isActive ? 'disarm' : 'arm', calendar),
    scale: undated
      ? 'No dates yet. They appear here when it runs.'
      : `Drawn to scale. ${placeOf(timeZone)} time${isHurried(calendar) ? ', in short days' : ''}.`,
    label: undated
      ? 'The line of stages without dates, because the protocol is not running.'
      : `The line of stages, drawn to scale over ${count(length, 'day')}. The dates stand beside it.`,
    ...shapesOf({
      course,
      stages,
      now: nowWords(calendar, today),
      today,
      saved: edited && !undated ? savedOf(prospect) : null,
      isUndated: undated,
    }),
    stages: words.map((one, index) => ({
      name: NAMES[index] ?? '',
      ...one,
      isNow: isLive && stage === STAGES[index],
    })),
  };
}

function headingOf(undated: boolean, isReleased: boolean): string {
  if (undated) return 'What will happen, once it runs';
  return isReleased ? 'What happened, and when' : 'What would happen, and when';
}

/** What stands on the line beside days that are edited. */
function savedOf({ course }: Prospect) {
  const [missed, released] = [instantOf(course, 'missed'), instantOf(course, 'released')];
  if (missed === null || released === null) return null;
  return { missed, released, words: `saved: ${count(course.inactiveDays, 'day')}` };
}

interface Words {
  date: string;
  what: string;
}

function nowWords(calendar: Calendar, today: string | null): string {
  const moment = `${isHurried(calendar) ? 'Now' : 'Today'}, ${dateOf(calendar.now, calendar)}`;
  return today === null ? moment : `${moment}, ${today}`;
}

function armedWords(
  { isActive, pausedUntil, stage }: Prospect,
  { since, inactiveDays, day, now }: Course,
  calendar: Calendar,
  isLive: boolean,
): Words {
  // The indicator knows whole days only, and more than half of them.
  const amber = since + (Math.floor(inactiveDays / 2) + 1) * day;
  const turns =
    amber > now && !isHurried(calendar) ? ` From ${dateOf(amber, calendar)}, past halfway, this page is amber.` : '';
  const what = `Quiet. Nothing is sent to anyone.${turns}`;
  if (isLive && pausedUntil !== null && stage === 'armed')
    return { date: `paused until ${dateOf(pausedUntil, calendar)}`, what: 'Silence counts from then on.' };
  if (!isLive) return { date: isActive ? 'from when you save' : 'from when you switch it on', what };
  return { date: `since ${fullDateOf(since, calendar)}`, what };
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four'];

function reminderWords({ marks }: Course, calendar: Calendar): Words {
  const reminders = marks.filter(({ kind }) => kind === 'reminder');
  const emails = `${NUMBERS[reminders.length] ?? reminders.length} email${reminders.length === 1 ? '' : 's'}`;
  const sent = reminders.filter(({ became }) => became === 'accepted').length;
  const some = sent > 0 ? `, ${(NUMBERS[sent] ?? `${sent}`).toLowerCase()} of them sent` : '';
  const what = sent === reminders.length && sent > 0 ? `${emails} sent to you` : `${emails} to you${some}`;
  const date = datesOf(
    reminders.map(({ at }) => at),
    calendar,
  );
  return { date, what: `${what}. One tap answers.` };
}

/** How long after which stage each begins, of a course that has no dates yet. */
function undatedWords(course: Course, calendar: Calendar): Words[] {
  const { inactiveDays, day } = course;
  const [reminded, missed, lastCall, released] = (['reminder', ...KINDS] as const).map((kind) =>
    instantOf(course, kind),
  );
  const between = (from: number | null = null, until: number | null = null) => {
    const hours = Math.round((((until ?? 0) - (from ?? 0)) / day) * 24);
    return hours % 24 === 0 ? count(hours / 24, 'day') : count(hours, 'hour');
  };
  return [
    { date: 'from the first day', what: 'Quiet. Nothing is sent to anyone.' },
    { date: `in the last ${between(reminded, missed)}`, what: reminderWords(course, calendar).what },
    { date: `after ${count(inactiveDays, 'day')}`, what: 'Your contacts are told that we have not heard from you.' },
    { date: `${between(missed, lastCall)} after Missed`, what: 'One last email to you.' },
    { date: `${between(missed, released)} after Missed`, what: 'What you set aside goes to your contacts.' },
  ];
}

/** From the missed check-in on. */
function lateWords({ contacts, contents }: Prospect, course: Course, calendar: Calendar): Words[] {
  const [missed, lastCall, released] = KINDS.map((kind) => {
    const mark = course.marks.find((one) => one.kind === kind);
    return { date: mark ? momentOf(mark.at, calendar) : '', isPast: mark !== undefined && mark.became !== null };
  });
  // After a release all of them may have been removed.
  const whom = contacts.length > 0 ? people(contacts) : 'Your contacts';
  const isOne = contacts.length === 1;
  const verb = missed?.isPast ? (isOne ? 'was' : 'were') : isOne ? 'is' : 'are';
  const gone = `${goes(contents)} to ${whom}.`;
  return [
    {
      date: missed?.date ?? '',
      what: `${whom} ${verb} told we have not heard from you.`,
    },
    { date: lastCall?.date ?? '', what: 'One last email to you.' },
    { date: released?.date ?? '', what: released?.isPast ? 'What you set aside has gone out.' : gone },
  ];
}
