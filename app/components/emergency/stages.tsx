import { plainDate } from '#app/components/dates.ts';
import { type Course, instantOf } from '#domain/emergency/course.ts';
import type { Prospect } from '#services/emergency/overview.ts';
import { LineScale } from './line-scale.tsx';
import { type Calendar, count, dateOf, datesOf, isHurried, momentOf, people } from './words.ts';

interface StagesProps {
  prospect: Prospect;
  /** Its course, or that of settings which are not saved yet. */
  course: Course;
  /** Whether it is the course of what is saved. */
  isSaved: boolean;
  timeZone: string;
}

const STAGES = ['armed', 'reminding', 'missed', 'last-call', 'released'] as const;
const NAMES = ['Armed', 'Reminding', 'Missed', 'Last call', 'Released'];

/** The line of stages on real dates, and what each of them is. */
export function Stages({ prospect, course, isSaved, timeZone }: StagesProps) {
  const { now, day, since, marks } = course;
  const calendar = { timeZone, now, day };
  const reminder = instantOf(course, 'reminder');
  const at = [
    since,
    reminder,
    ...(['missed', 'last-call', 'released'] as const).map((kind) => instantOf(course, kind)),
  ];
  const end = marks.at(-1)?.at ?? now;
  const days = Math.floor((now - since) / day);
  const isLive = prospect.isActive && isSaved;
  return (
    <div className="stages">
      <LineScale
        course={course}
        stages={at.map((instant) => ({ at: instant }))}
        now={now > end ? null : nowWords(calendar, isLive ? days : null)}
        label={`The line of stages, drawn to scale over ${count(Math.round((end - since) / day), 'day')}. The dates stand beside it.`}
      />
      <ol>
        {wordsOf(prospect, course, calendar, isLive).map(({ date, what }, index) => {
          const name = NAMES[index] ?? '';
          const isNow = isLive && prospect.stage === STAGES[index];
          return (
            <li key={name} className={isNow ? 'stage is-now' : 'stage'} aria-current={isNow ? 'step' : undefined}>
              <span className="name">{name}</span>
              <span className="date">{date}</span>
              <span className="what">{what}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

function nowWords(calendar: Calendar, days: number | null): string {
  const moment = `${isHurried(calendar) ? 'Now' : 'Today'}, ${dateOf(calendar.now, calendar)}`;
  return days === null ? moment : `${moment}, day ${days}`;
}

/** A date and a sentence for each stage. */
function wordsOf(
  { contacts, contents, pausedUntil, isActive }: Prospect,
  course: Course,
  calendar: Calendar,
  isLive: boolean,
): { date: string; what: string }[] {
  const when = (kind: 'missed' | 'last-call' | 'released') => {
    const mark = course.marks.find((one) => one.kind === kind);
    return { date: mark ? momentOf(mark.at, calendar) : '', isPast: mark?.became === 'accepted' };
  };
  const [missed, lastCall, released] = [when('missed'), when('last-call'), when('released')];
  const whom = people(contacts);
  const items = count(contents, 'item');
  return [
    armedWords(course, calendar, { isLive, isActive, pausedUntil }),
    reminderWords(course, calendar),
    {
      date: missed.date,
      what: `${whom === 'nobody' ? 'Nobody is' : missed.isPast ? `${whom} were` : `${whom} are`} told we have not heard from you.`,
    },
    { date: lastCall.date, what: 'One last email to you.' },
    {
      date: released.date,
      what: released.isPast
        ? 'What you set aside has gone out.'
        : contacts.length > 0 && contents > 0
          ? `${items} ${contents === 1 ? 'goes' : 'go'} to ${whom}.`
          : 'Nothing goes out: something is missing.',
    },
  ];
}

function armedWords(
  { since, from, inactiveDays, day, now }: Course,
  calendar: Calendar,
  { isLive, isActive, pausedUntil }: { isLive: boolean; isActive: boolean; pausedUntil: number | null },
): { date: string; what: string } {
  const half = from + (inactiveDays * day) / 2;
  const turns = half > now ? ` Halfway, on ${dateOf(half, calendar)}, this page turns amber.` : '';
  const what = `Quiet. Nothing is sent to anyone.${isHurried(calendar) ? '' : turns}`;
  if (isLive && pausedUntil !== null)
    return { date: `paused until ${dateOf(pausedUntil, calendar)}`, what: 'Silence counts from then on.' };
  if (!isLive) return { date: isActive ? 'from when you save' : 'from when you switch it on', what };
  const date = isHurried(calendar) ? dateOf(since, calendar) : plainDate(new Date(since), calendar.timeZone);
  return { date: `since ${date}`, what };
}

const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five'];

function reminderWords({ marks }: Course, calendar: Calendar): { date: string; what: string } {
  const warnings = marks.filter(({ kind }) => kind === 'reminder');
  const sent = warnings.filter(({ became }) => became === 'accepted').length;
  const emails = `${NUMBERS[warnings.length] ?? warnings.length} email${warnings.length === 1 ? '' : 's'} to you`;
  return {
    date: datesOf(
      warnings.map(({ at }) => at),
      calendar,
    ),
    what: sent > 0 ? `${emails}, ${sent} of them sent. One tap answers.` : `${emails}. One tap answers.`,
  };
}
