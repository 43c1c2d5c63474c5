/** The rules of all zones: a page fetches this module when a time is chosen. */

import { resolveLocalTime } from '#domain/time/civil.ts';
import { placeOf } from '#domain/time/written.ts';
import { clock, plainDate } from '#messages/dates.ts';
import { clockChange as texts } from '#messages/en/clock-change.ts';
import { say } from '#messages/say.ts';
import { asIfUtc } from './wall-time.ts';

/** What happens to a local time that the clocks skip or repeat. */
export interface ClockChange {
  /** One or two sentences. */
  says: string;
  /** The local time at which the delivery goes out, `YYYY-MM-DDTHH:MM`. */
  local: string;
}

/** What the server found out about the time that was sent, for pages without scripts. */
export interface ToldClockChange extends ClockChange {
  /** The times that it is about (`timeKey`): the one that was sent, and the one in the form now. */
  keys: string[];
}

/**
 * @param local in the zone, `YYYY-MM-DDTHH:MM`
 * @returns null for a time that exists once, as nearly all do, and for an invalid one
 */
export function clockChange(local: string, timeZone: string): ClockChange | null {
  const resolved = resolveLocalTime(local, timeZone);
  const wanted = asIfUtc(local);
  const actual = asIfUtc(resolved?.local);
  if (!resolved || !wanted || !actual || resolved.adjusted === 'none') return null;
  const date = plainDate(wanted, 'UTC');
  const place = placeOf(timeZone);
  const [asked, goesOut] = [clock(wanted, 'UTC'), clock(actual, 'UTC')];
  const says =
    resolved.adjusted === 'gap'
      ? say(texts.skipped, { date, place, wanted: asked, actual: goesOut })
      : say(texts.twice, { date, place, wanted: asked });
  return { says, local: resolved.local };
}
