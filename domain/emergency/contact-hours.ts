/** The hours in which trusted contacts are mailed that something is wrong: nobody is woken at three in the morning. */
import { kept } from '#domain/kept.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../time/durations.ts';
import { knownZone } from '../time/zone.ts';

/** On the owner's clocks: from the first hour on, and before the second. */
export const CONTACT_HOURS = { from: 9, until: 19 } as const;

/** A mail that was caused in these hours may leave this long after them: its owner's safety days have begun. */
const GRACE = 15 * MINUTE;
/** Each zone differs from UTC by whole quarters of an hour, and so does each change of its clocks. */
const QUARTER = 15 * MINUTE;

/**
 * @param day the length of a protocol day, in milliseconds
 * @returns the zone whose clocks say when contacts may be mailed; null if at any hour, because shortened days have no nights
 */
export function contactZoneOf(timeZone: string, day: number): string | null {
  return day < DAY ? null : timeZone;
}

/**
 * Moves an instant into the hours in which contacts are mailed. The later of two instants never becomes the earlier.
 * @param at milliseconds since the epoch
 * @param zone an IANA name; an unknown one counts as UTC; null for mails at any hour
 * @returns the instant itself in these hours, otherwise when they next begin: at most 14 hours later, or 15 in a night in
 *   which the clocks go back
 */
export function nextContactTime(at: number, zone: string | null): number {
  if (zone === null || isContactTime(at, zone)) return at;
  const opens = CONTACT_HOURS.from * HOUR;
  const whole = Math.ceil(at);
  const next = whole + ((opens - timeOfDay(whole, zone) + DAY) % DAY);
  if (timeOfDay(next, zone) === opens) return next;
  // The clocks change on the way: the morning comes earlier or later, and 09:00 may come twice or not at all.
  let quarter = Math.ceil(at / QUARTER) * QUARTER;
  while (!isContactTime(quarter, zone)) quarter += QUARTER;
  return quarter;
}

/**
 * @param madeAt when the mail was caused, milliseconds since the epoch
 * @param now milliseconds since the epoch
 * @param zone as in `nextContactTime`
 * @returns how long a mail to a contact waits, in milliseconds; 0 if it goes out now
 */
export function contactMailWait({ madeAt, now }: { madeAt: number; now: number }, zone: string | null): number {
  // Before it was caused: the clock was set back, and nobody knows how long ago that was.
  const isFresh = now >= madeAt && now - madeAt < GRACE;
  if (isFresh && nextContactTime(madeAt, zone) === madeAt) return 0;
  return nextContactTime(now, zone) - now;
}

function isContactTime(at: number, zone: string): boolean {
  const time = timeOfDay(at, zone);
  return time >= CONTACT_HOURS.from * HOUR && time < CONTACT_HOURS.until * HOUR;
}

/** Making one takes a hundred times as long as asking it. */
const clockOf = kept(
  (zone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: knownZone(zone), timeStyle: 'medium', hourCycle: 'h23' }),
);

/** @returns what the clocks there show, in milliseconds since 00:00 */
function timeOfDay(at: number, zone: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = clockOf(zone).format(at).split(':').map(Number);
  const fraction = ((at % SECOND) + SECOND) % SECOND;
  return hours * HOUR + minutes * MINUTE + seconds * SECOND + fraction;
}
