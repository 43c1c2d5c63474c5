import { Link } from 'react-router';
import { type Course, instantOf } from '#domain/emergency/course.ts';
import { placeOf } from '#domain/time/written.ts';
import type { Missing, Prospect } from '#services/emergency/overview.ts';
import { Stages } from './stages.tsx';
import { type Calendar, count, dateOf, isHurried, people } from './words.ts';

interface LineSectionProps {
  prospect: Prospect;
  /** The course of settings that are not saved; null where there are none. */
  edited: Course | null;
  timeZone: string;
}

/** What would happen, and when: in one sentence, as a line, and in red what is missing. */
export function LineSection({ prospect, edited, timeZone }: LineSectionProps) {
  const course = edited ?? prospect.course;
  const calendar = { timeZone, now: course.now, day: course.day };
  return (
    <section className="line-sec" aria-labelledby="h-line">
      <div className="stack-s">
        <div className="row between">
          <h2 id="h-line">What would happen, and when</h2>
          <p className="small soft">
            Drawn to scale. {placeOf(timeZone)} time{isHurried(calendar) && ', in short days'}.
          </p>
        </div>
        <p aria-live="polite">{edited ? movedWords(prospect, edited, calendar) : sentenceOf(prospect, calendar)}</p>
        <MissingList missing={prospect.missing} />
        <Trouble course={course} />
      </div>
      <Stages prospect={prospect} course={course} isSaved={!edited} timeZone={timeZone} />
    </section>
  );
}

/** @returns what would happen on which date, to whom, with what */
export function sentenceOf({ course, contacts, contents, isActive, stage }: Prospect, calendar: Calendar): string {
  if (stage === 'released') return 'The line has reached its end.';
  const [missed, released] = [instantOf(course, 'missed'), instantOf(course, 'released')];
  if (missed === null || released === null) return '';
  const whom = people(contacts);
  const condition = isActive ? 'Unless you check in' : 'If you switched it on now and never checked in';
  const told =
    missed < calendar.now
      ? `${whom} were told on ${dateOf(missed, calendar)} that we have not heard from you`
      : `on ${dateOf(missed, calendar)} ${whom} ${contacts.length === 1 ? 'is' : 'are'} told that we have not heard from you`;
  const gone = `on ${dateOf(released, calendar)} ${count(contents, 'item')} ${contents === 1 ? 'goes' : 'go'} to ${contacts.length === 1 ? 'this contact' : 'them'}`;
  if (contacts.length === 0)
    return `${condition}, the check-in is missed on ${dateOf(missed, calendar)}, and nobody is told.`;
  return missed < calendar.now ? `${told}. ${condition}, ${gone}.` : `${condition}, ${told}; ${gone}.`;
}

/** Saving is a sign of life, so the new line begins now. */
function movedWords({ course, contacts, isActive }: Prospect, edited: Course, calendar: Calendar): string {
  const [before, after] = [instantOf(course, 'missed'), instantOf(edited, 'missed')];
  if (before === null || after === null) return '';
  const instead = isActive && before > edited.now ? ` instead of ${dateOf(before, calendar)}` : '';
  const whom = contacts.length === 0 ? 'nobody is' : contacts.length === 1 ? 'your contact is' : 'your contacts are';
  return `If you save ${count(edited.inactiveDays, 'day')} now, ${whom} told on ${dateOf(after, calendar)}${instead}.`;
}

/** What each gap means, in red. */
export function MissingList({ missing }: { missing: readonly Missing[] }) {
  if (missing.length === 0) return null;
  return (
    <ul className="note is-danger missing">
      {missing.map((what) => (
        <li key={what}>{WHAT_IS_MISSING[what]}</li>
      ))}
    </ul>
  );
}

const WHAT_IS_MISSING = {
  contact: (
    <>
      <strong>No trusted contact.</strong> Nothing would be sent to anyone. Add somebody on your{' '}
      <Link to="/profile">Profile</Link>.
    </>
  ),
  content: (
    <>
      <strong>No emergency content.</strong> Your contacts would be told, and nothing would be sent to them. Choose
      something below.
    </>
  ),
  address: (
    <>
      <strong>Your email address is not confirmed.</strong> Our warnings might not reach you, so the clock stands still
      until you open the link that we sent you.
    </>
  ),
} as const satisfies Record<Missing, React.ReactNode>;

function Trouble({ course: { marks } }: { course: Course }) {
  if (marks.some(({ became }) => became === 'bounced'))
    return (
      <p className="note is-danger">
        Your mailbox refused our last warning. Your contacts are told on time, and what you set aside waits two weeks
        longer than usual.
      </p>
    );
  return marks.some(({ became }) => became === 'waiting') ? (
    <p className="note is-warn">A warning to you is on its way. Nothing moves on before it has left us.</p>
  ) : null;
}
