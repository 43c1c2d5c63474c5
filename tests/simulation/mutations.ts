/** Wrong rules, and the search for a life that shows one. */
import { Violation } from './violation.ts';

/** Each mutation must be seen within so many lives. */
export const SEARCHED = 10_000;

/** One rule, or some, replaced by a wrong one. */
export interface Mutation<Rules> {
  /** What goes wrong. */
  name: string;
  rules: Partial<Rules>;
}

/** What a life shows of a wrong rule. */
export interface Sight {
  seed: number;
  /** The rule that it breaks. */
  sentence: string;
}

/**
 * Lives lives under a wrong rule until one breaks a promise.
 * @param most how many at most
 * @returns null where none of them shows it
 */
export function seen<Rules extends object>(
  live: (seed: number, rules: Rules) => unknown,
  rules: Rules,
  mutation: Mutation<Rules>,
  most: number,
): Sight | null {
  const mutated = { ...rules, ...mutation.rules };
  for (let seed = 1; seed <= most; seed += 1) {
    try {
      live(seed, mutated);
    } catch (error) {
      if (!(error instanceof Violation)) throw error;
      return { seed, sentence: error.message };
    }
  }
  return null;
}
