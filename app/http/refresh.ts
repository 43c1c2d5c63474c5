import { SECOND } from '#domain/time/durations.ts';

/** In the address of a page that leads on by itself: not this time. */
export const STAY = 'stay';

/**
 * Leads on after a while, without a script.
 * @param wait in milliseconds
 * @param to a path of ours
 */
export function refreshAfter(wait: number, to: string): Record<string, string> {
  return { refresh: `${wait / SECOND}; url=${to}` };
}
