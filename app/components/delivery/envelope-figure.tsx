import type { TextMeta } from '#app/components/field.tsx';
import { timeUntil } from '#app/components/time-until.ts';
import { ZoneOffer } from '#app/components/zone-offer.tsx';
import { asIfUtc, wallTimeAt } from '#app/deliveries/wall-time.ts';
import type { Channel } from '#domain/delivery/delivery.ts';
import { DAY } from '#domain/time/durations.ts';
import { placeOf } from '#domain/time/written.ts';
import { clock, plainDate } from '#messages/dates.ts';
import { envelope } from '#messages/en/envelope.ts';
import { dateFormat } from '#messages/formatters.ts';
import { say } from '#messages/say.ts';
import { Envelope } from './envelope.tsx';

interface EnvelopeFigureProps {
  /** Of what is sent; undefined until it is chosen. */
  title: string | undefined;
  name: string | undefined;
  address: string | undefined;
  channel: Channel;
  /** As typed, in the zone, `YYYY-MM-DDTHH:MM`. */
  localTime: string | undefined;
  zone: TextMeta;
  now: string;
}

/** The envelope with its address, and one sentence about what will happen. */
export function EnvelopeFigure(props: EnvelopeFigureProps) {
  const { title, name = '', address = '', channel, localTime, zone, now } = props;
  const timeZone = zone.value || 'UTC';
  const date = asIfUtc(localTime);
  return (
    <figure className="sched-env">
      <Envelope title={title} name={name} address={address} instant={date?.toISOString() ?? null} timeZone="UTC" />
      <figcaption>
        {date ? (
          <PromiseWords date={date} recipient={name || address} {...{ title, channel, timeZone, now }} />
        ) : (
          say(envelope.noDay)
        )}
        <ZoneOffer meta={zone} />
      </figcaption>
    </figure>
  );
}

interface PromiseProps extends Pick<EnvelopeFigureProps, 'title' | 'channel' | 'now'> {
  timeZone: string;
  date: Date;
  /** Empty while none is typed. */
  recipient: string;
}

function PromiseWords({ date, title, recipient, channel, timeZone, now }: PromiseProps) {
  const today = asIfUtc(wallTimeAt(now, timeZone)) ?? new Date(now);
  if (date <= today) return say(envelope.past);
  const weekday = dateFormat({ weekday: 'long', timeZone: 'UTC' }).format(date);
  const ahead = date.getTime() - today.getTime() < 6 * DAY ? envelope.aheadThis : envelope.ahead;
  return (
    <>
      {say(envelope.promise[channel], {
        date: plainDate(date, 'UTC'),
        clock: clock(date, 'UTC'),
        place: placeOf(timeZone),
        title: title ? say(envelope.title, { title }) : say(envelope.nothing),
        recipient: recipient || say(envelope.nobody),
      })}
      <span className="soft"> {say(ahead, { ahead: timeUntil(date, today), weekday })}</span>
    </>
  );
}
