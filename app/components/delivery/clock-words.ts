/** Fetched only when there is a time to look at: it knows the rules of all zones. */

import { clock, plainDate } from '#app/components/dates.ts';
import { resolveLocalTime } from '#domain/time/civil.ts';
import { placeOf } from '#domain/time/written.ts';
import { asIfUtc } from './wall-time.ts';

/** What happens to a time on the wall when the clocks change at that very hour. */
export interface ClockChange {
  /** In a sentence. */
  says: string;
  /** What the wall shows when it goes out, `YYYY-MM-DDTHH:MM`. */
  local: string;
}

/**
 * @param local a time on the wall of the zone, `YYYY-MM-DDTHH:MM`
 * @returns null for nearly all times: they exist, and come once
 */
export function clockChange(local: string, timeZone: string): ClockChange | null {
  const resolved = resolveLocalTime(local, timeZone);
  const wanted = asIfUtc(local);
  const actual = asIfUtc(resolved?.local);
  if (!resolved || !wanted || !actual || resolved.adjusted === 'none') return null;
  const where = `On ${plainDate(wanted, 'UTC')} the clocks in ${placeOf(timeZone)} go`;
  const says =
    resolved.adjusted === 'gap'
      ? `${where} forward, and ${clock(wanted, 'UTC')} is skipped. It goes out at ${clock(actual, 'UTC')} instead.`
      : `${where} back, and ${clock(wanted, 'UTC')} comes twice. It goes out the first time.`;
  return { says, local: resolved.local };
}
