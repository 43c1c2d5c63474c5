import { clock, plainDate } from '#app/components/dates.ts';
import { timeUntil } from '#app/components/time-until.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import { placeOf } from '#domain/time/written.ts';
import { Envelope } from './envelope.tsx';
import { asIfUtc, wallTimeAt } from './wall-time.ts';

const PROMISES: Record<Channel, (to: string) => string> = {
  email: (to) => `email this to ${to}`,
  whatsapp: (to) => `send this to ${to} by WhatsApp`,
  sms: (to) => `send this to ${to} by SMS`,
};

interface EnvelopeFigureProps {
  name: string | undefined;
  address: string | undefined;
  channel: Channel;
  /** What was chosen, a time on the wall of the zone. */
  localTime: string | undefined;
  timeZone: string;
  now: string;
}

/** The envelope as it will be addressed, and in one sentence what will happen. */
export function EnvelopeFigure(props: EnvelopeFigureProps) {
  const { name = '', address = '', channel, localTime, timeZone, now } = props;
  const date = asIfUtc(localTime);
  return (
    <figure className="sched-env">
      <Envelope name={name} address={address} instant={date?.toISOString() ?? null} timeZone="UTC" />
      <figcaption>
        {date ? (
          <Promised date={date} to={name || address} {...{ channel, timeZone, now }} />
        ) : (
          'Choose a day, and it will be written here in words.'
        )}
      </figcaption>
    </figure>
  );
}

interface PromisedProps extends Pick<EnvelopeFigureProps, 'channel' | 'timeZone' | 'now'> {
  date: Date;
  to: string;
}

function Promised({ date, to, channel, timeZone, now }: PromisedProps) {
  const today = asIfUtc(wallTimeAt(now, timeZone)) ?? new Date(now);
  if (date <= today) return <>This moment has passed. Please choose a time in the future.</>;
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'long', timeZone: 'UTC' }).format(date);
  return (
    <>
      On {plainDate(date, 'UTC')} at {clock(date, 'UTC')} ({placeOf(timeZone)}) we will{' '}
      {PROMISES[channel](to || 'the person you name')}.
      <span className="soft">
        {' '}
        That is {timeUntil(date, today)}, a {weekday}.
      </span>
    </>
  );
}
