/** What the emergency page promises. */
import { CONTACT_HOURS, contactZoneOf } from '#domain/emergency/contact-hours.ts';
import { instantOf } from '#domain/emergency/forecast.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { placeOf } from '#domain/time/written.ts';
import { clock } from '#messages/dates.ts';
import { emergencyView as texts } from '#messages/en/emergency-view.ts';
import { say } from '#messages/say.ts';
import type { ProtocolView } from '#services/emergency/protocol-view.ts';
import { isUndated } from './sentences.ts';
import { type Calendar, isHurried, momentOf } from './words.ts';

/** A few bold words and a sentence. */
export interface Remark {
  strong: string;
  text: string;
}

/** What the protocol promises, with both of its dates. */
export function howOf(protocol: ProtocolView, calendar: Calendar): Remark[] {
  const { safetyDays, stage, isActive } = protocol;
  const { fault, checkIn } = texts.how;
  const isStopped = isActive && isUndated(protocol);
  return [
    ...datesIn(protocol, calendar),
    { strong: say(fault.strong), text: say(fault.text, { days: safetyDays }) },
    ...(stage === 'released'
      ? []
      : [
          ...daytime(calendar),
          canStop(protocol, calendar),
          { strong: say(checkIn.strong), text: say(isStopped ? checkIn.textStopped : checkIn.text) },
        ]),
  ];
}

function canStop(protocol: ProtocolView, calendar: Calendar): Remark {
  const { forecast, confirmableFrom } = protocol;
  const { strong, text, textUntil } = texts.how.stop;
  // With confirmations it may be sent before its date.
  const first = confirmableFrom?.getTime() ?? instantOf(forecast, 'released');
  const released = isUndated(protocol) ? null : first;
  const last = released === null ? 0 : released - (isHurried(calendar) ? forecast.day / 24 : MINUTE);
  const words = last > calendar.now ? say(textUntil, { moment: momentOf(last, calendar) }) : say(text);
  return { strong: say(strong), text: words };
}

function datesIn(protocol: ProtocolView, calendar: Calendar): Remark[] {
  const { forecast, isActive, isTelling } = protocol;
  const [missed, released] = [instantOf(forecast, 'missed'), instantOf(forecast, 'released')];
  if (isUndated(protocol) || missed === null || released === null || released <= calendar.now) return [];
  const { dates } = texts.how;
  const moments = { missed: momentOf(missed, calendar), released: momentOf(released, calendar) };
  const isAhead = missed > calendar.now;
  const text = isAhead
    ? say(dates.ahead, { ...moments, isActive: isActive ? 'yes' : 'no' })
    : say(isTelling ? dates.telling : dates.missed, moments);
  return [{ strong: say(dates.strong), text }];
}

/** Shortened days have no nights. */
function daytime({ timeZone, day }: Calendar): Remark[] {
  const zone = contactZoneOf(timeZone, day);
  if (zone === null) return [];
  const { strong, text } = texts.how.daytime;
  return [
    {
      strong: say(strong),
      text: say(text, { from: hour(CONTACT_HOURS.from), until: hour(CONTACT_HOURS.until), place: placeOf(zone) }),
    },
  ];
}

/** @returns "09:00" */
function hour(hours: number): string {
  return clock(new Date(hours * HOUR), 'UTC');
}
