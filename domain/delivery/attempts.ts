import type { Attempt } from './protocol.ts';

/** @returns how many of them may have arrived, as nobody said what became of them */
export function unknowns(attempts: readonly Attempt[]): number {
  return attempts.filter((attempt) => attempt.state === 'unknown').length;
}

/** The tries that count against the seven days: time in which our own set-up was broken does not. */
export function triesSinceConfiguration(attempts: readonly Attempt[], current: Attempt): Attempt[] {
  const earlier = attempts.filter((attempt) => attempt.n < current.n);
  const lastConfiguration = earlier.findLastIndex((attempt) => attempt.rejection === 'configuration');
  return [...earlier.slice(lastConfiguration + 1).filter((attempt) => attempt.rejection === 'transient'), current];
}
