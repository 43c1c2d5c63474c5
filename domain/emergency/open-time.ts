import { DAY, MINUTE, SECOND } from '../time/durations.ts';

/** A time in which our check-in page could not be reached. Milliseconds since the epoch. */
export interface Outage {
  from: number;
  until: number;
}

/** What is known about our door: when it was closed, and whether it is open now. */
export interface Door {
  outages: readonly Outage[];
  isOpen: boolean;
}

/** How often the web process says that it can be reached: each minute of a protocol day. */
export function heartbeatOf(day: number): number {
  return Math.max(SECOND, (MINUTE / DAY) * day);
}

/** How far a beat may be later than now, in milliseconds: small corrections of the clock close nothing. */
export const BEAT_AHEAD_MAX = 5 * SECOND;

/** From which silence on it counts as an outage: five minutes of a protocol day. */
export function outageGapOf(day: number): number {
  return Math.max(3 * SECOND, ((5 * MINUTE) / DAY) * day);
}

/**
 * @param recorded outages that are over
 * @param lastBeat when the web process last said that it can be reached; null when it never did
 * @returns the door as it is known at this moment: a silence that lasts is an outage already
 */
export function doorAt(recorded: readonly Outage[], lastBeat: number | null, now: number, day: number): Door {
  // One that ends after this moment was on when the clock was read; or the clock was set back, and the next beat mends it.
  const isOn = recorded.some(({ from, until }) => from <= now && now < until);
  if (lastBeat === null || isOn) return { outages: recorded, isOpen: false };
  // A clock that was set back leaves a beat that is later than now. Nobody can tell how long ago it truly was.
  const isAhead = lastBeat > now + BEAT_AHEAD_MAX;
  if (!isAhead && now - lastBeat <= outageGapOf(day)) return { outages: recorded, isOpen: true };
  return { outages: [...recorded, { from: Math.min(lastBeat, now), until: now }], isOpen: false };
}

/** @returns how much of this span our door was open, in milliseconds; 0 for a span that ends before it begins */
export function openTime({ outages }: Door, from: number, until: number): number {
  if (until <= from) return 0;
  const overlapping = outages
    .map((outage) => ({ from: Math.max(outage.from, from), until: Math.min(outage.until, until) }))
    .filter((outage) => outage.until > outage.from)
    .sort((a, b) => a.from - b.from);
  let closed = 0;
  let seen = from;
  for (const outage of overlapping) {
    closed += Math.max(0, outage.until - Math.max(outage.from, seen));
    seen = Math.max(seen, outage.until);
  }
  return until - from - closed;
}

/** @returns when our door was last opened again before this moment; -Infinity when it never was closed */
export function lastOpened({ outages }: Door, now: number): number {
  return Math.max(Number.NEGATIVE_INFINITY, ...outages.filter(({ until }) => until <= now).map(({ until }) => until));
}
