import { useLookedUp } from '#app/components/use-looked-up.ts';
import type { ClockChange } from './clock-words.ts';
import { asIfUtc } from './wall-time.ts';

/** What the server found out about the time that was sent, for whoever has no scripts. */
export interface ToldClockChange extends ClockChange {
  /** Of which times it speaks (`timeKey`): the one that was sent, and the one that stands in the form now. */
  keys: string[];
}

/** @returns what tells a time on the wall of a zone from all others; empty while it is not complete */
export function timeKey(local: string | undefined, timeZone: string | undefined): string {
  return asIfUtc(local) && timeZone ? `${local} ${timeZone}` : '';
}

/**
 * Looks at a time while it is being chosen.
 * @param told what the server said, until scripts look for themselves
 * @returns what happens to it, and its key; null where nothing does
 */
export function useClockChange(
  local: string | undefined,
  timeZone: string | undefined,
  told: ToldClockChange | null,
): (ClockChange & { key: string }) | null {
  const key = timeKey(local, timeZone);
  const seen = useLookedUp(key, async () => (await import('./clock-words.ts')).clockChange(`${local}`, `${timeZone}`));
  const change = told?.keys.includes(key) ? told : seen;
  return change && { ...change, key };
}
