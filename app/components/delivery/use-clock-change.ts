import { useLookedUp } from '#app/components/use-looked-up.ts';
import type { ClockChange, ToldClockChange } from '#app/deliveries/clock-words.ts';
import { timeKey } from '#app/deliveries/wall-time.ts';

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
  const seen = useLookedUp(key, async () =>
    (await import('#app/deliveries/clock-words.ts')).clockChange(`${local}`, `${timeZone}`),
  );
  const change = found?.keys.includes(key) ? found : seen;
  return change && { ...change, key };
}
