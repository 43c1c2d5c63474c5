import { instantOf } from '#domain/emergency/course.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { Prospect } from '#services/emergency/overview.ts';
import { type Calendar, count, isHurried, momentOf } from './words.ts';

/** What the protocol promises, with both of its dates. */
export function HowSection({ prospect, calendar }: { prospect: Prospect; calendar: Calendar }) {
  const { course, safetyDays } = prospect;
  const [missed, released] = [instantOf(course, 'missed'), instantOf(course, 'released')];
  const last = released === null ? null : released - (isHurried(calendar) ? course.day / 24 : MINUTE);
  return (
    <section className="spread" aria-labelledby="h-how">
      <div className="aside">
        <h2 id="h-how">How it works</h2>
      </div>
      <div className="body note">
        {missed !== null && released !== null && released > calendar.now && (
          <p>
            <strong>Two dates.</strong> Without a word from you, your contacts are told on {momentOf(missed, calendar)},
            and what you set aside is sent on {momentOf(released, calendar)}.
          </p>
        )}
        <p>
          <strong>It cannot fire by our own fault.</strong> Nothing is released sooner than {count(safetyDays, 'day')}{' '}
          after a warning to you was accepted for delivery. If we are down, everything waits.
        </p>
        <p>
          <strong>It can be stopped until the last moment.</strong> A check-in{' '}
          {last !== null && last > calendar.now && `on ${momentOf(last, calendar)} `}still stops everything, and the
          people who were told are told again that all is well.
        </p>
        <p>
          <strong>What counts as a check-in.</strong> The button above, the link in a reminder, signing in, and anything
          you change here. Looking at pages does not.
        </p>
      </div>
    </section>
  );
}
