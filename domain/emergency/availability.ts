import { DAY, MINUTE, SECOND } from '../time/durations.ts';

/** A span in which people could not reach the check-in page. Milliseconds since the epoch. */
export interface Outage {
  from: number;
  until: number;
}

/** When people could not reach us, as far as we know, and whether they can now. */
export interface Availability {
  outages: readonly Outage[];
  isReachable: boolean;
}

/** @returns how often it is shown that owners can check in, in milliseconds: each minute of a protocol day */
export function heartbeatOf(day: number): number {
  return Math.max(SECOND, (MINUTE / DAY) * day);
}

/** How far a heartbeat may be ahead of now, in milliseconds: a small correction of the clock is no outage. */
export const BEAT_AHEAD_MAX = 5 * SECOND;

/** @returns how long nothing must show it to count as an outage, in milliseconds: five minutes of a protocol day */
export function outageGapOf(day: number): number {
  return Math.max(3 * SECOND, ((5 * MINUTE) / DAY) * day);
}

/**
 * @param recorded outages that are over
 * @param lastBeat when it was last shown that owners can check in; null when it never was
 * @returns what is known at this moment: a silence that lasts counts as an outage before it has ended
 */
export function availabilityAt(
  recorded: readonly Outage[],
  lastBeat: number | null,
  now: number,
  day: number,
): Availability {
  // An outage that ends later than now was still on when the clock was read, or the clock was set back: the next beat corrects that.
  const isOn = recorded.some(({ from, until }) => from <= now && now < until);
  if (lastBeat === null || isOn) return { outages: recorded, isReachable: false };
  // A clock that was set back leaves a beat later than now. How long ago it really was is unknown.
  const isAhead = lastBeat > now + BEAT_AHEAD_MAX;
  if (!isAhead && now - lastBeat <= outageGapOf(day)) return { outages: recorded, isReachable: true };
  return { outages: [...recorded, { from: Math.min(lastBeat, now), until: now }], isReachable: false };
}

/** @returns for how much of this span people could reach us, in milliseconds; 0 for a span that ends before it begins */
export function reachableTime({ outages }: Availability, from: number, until: number): number {
  if (until <= from) return 0;
  const overlapping = outages
    .map((outage) => ({ from: Math.max(outage.from, from), until: Math.min(outage.until, until) }))
    .filter((outage) => outage.until > outage.from)
    .sort((a, b) => a.from - b.from);
  let unreachable = 0;
  let seen = from;
  for (const outage of overlapping) {
    unreachable += Math.max(0, outage.until - Math.max(outage.from, seen));
    seen = Math.max(seen, outage.until);
  }
  return until - from - unreachable;
}

/** @returns when the last outage before this moment ended, in milliseconds; -Infinity without any */
export function lastOutageEnd({ outages }: Availability, now: number): number {
  return Math.max(Number.NEGATIVE_INFINITY, ...outages.filter(({ until }) => until <= now).map(({ until }) => until));
}
