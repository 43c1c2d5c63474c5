import { SECOND } from '#domain/time/durations.ts';

/** The query parameter that keeps a page from redirecting by itself. */
export const STAY = 'stay';

/**
 * The header that redirects after a delay, without a script.
 * @param wait in milliseconds
 * @param to a path of ours
 */
export function refreshAfter(wait: number, to: string): Record<string, string> {
  return { refresh: `${wait / SECOND}; url=${to}` };
}
