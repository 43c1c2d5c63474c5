import { useLookedUp } from '#app/components/use-looked-up.ts';
import type { ClockChange } from './clock-words.ts';
import { asIfUtc } from './wall-time.ts';

/** What the server found out about the time that was sent, for pages without scripts. */
export interface ToldClockChange extends ClockChange {
  /** The times that it is about (`timeKey`): the one that was sent, and the one in the form now. */
  keys: string[];
}

/** @returns a string that identifies a local time in its zone; empty while one of the two is missing */
export function timeKey(local: string | undefined, timeZone: string | undefined): string {
  return asIfUtc(local) && timeZone ? `${local} ${timeZone}` : '';
}

/**
 * Finds out while a time is being chosen whether the clocks skip or repeat it.
 * @param found what the server found out, until the browser has looked itself
 * @returns what happens to it, and its key; null for an ordinary time
 */
export function useClockChange(
  local: string | undefined,
  timeZone: string | undefined,
  found: ToldClockChange | null,
): (ClockChange & { key: string }) | null {
  const key = timeKey(local, timeZone);
  const seen = useLookedUp(key, async () => (await import('./clock-words.ts')).clockChange(`${local}`, `${timeZone}`));
  const change = found?.keys.includes(key) ? found : seen;
  return change && { ...change, key };
}
