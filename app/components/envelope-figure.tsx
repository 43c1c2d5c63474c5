import { placeOf } from '#domain/time/written.ts';
import { clock, plainDate, timeUntil } from './dates.ts';
import { Envelope } from './envelope.tsx';
import { asIfUtc, wallTimeAt } from './wall-time.ts';

interface EnvelopeFigureProps {
  name: string | undefined;
  address: string | undefined;
  /** What the date field holds, a time on the wall of the zone. */
  localTime: string | undefined;
  timeZone: string;
  now: string;
}

/** The envelope as it will be addressed, and in one sentence what will happen. */
export function EnvelopeFigure({ name = '', address = '', localTime, timeZone, now }: EnvelopeFigureProps) {
  const date = asIfUtc(localTime);
  return (
    <figure className="sched-env">
      <Envelope name={name} address={address} instant={date?.toISOString() ?? null} timeZone="UTC" />
      <figcaption>
        {date ? (
          <Promised date={date} to={name || address} {...{ timeZone, now }} />
        ) : (
          'Choose a day, and it will be written here in words.'
        )}
      </figcaption>
    </figure>
  );
}

function Promised({ date, to, timeZone, now }: { date: Date; to: string; timeZone: string; now: string }) {
  const today = asIfUtc(wallTimeAt(now, timeZone)) ?? new Date(now);
  if (date <= today) return <>This moment has passed. Please choose a time in the future.</>;
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(date);
  return (
    <>
      On {plainDate(date, 'UTC')} at {clock(date, 'UTC')} ({placeOf(timeZone)}) we will email this to{' '}
      {to || 'the person you name'}.
      <span className="soft">
        {' '}
        That is {timeUntil(date, today)}, a {weekday}.
      </span>
    </>
  );
}
