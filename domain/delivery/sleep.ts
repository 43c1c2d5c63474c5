import { DAY, parseInstant, SECOND } from '../time/durations.ts';

/** One run of the engine lasts at most this long: no history is older, so old code paths can go. */
export const RUN_CAP = 30 * DAY;
/** By how much runs end earlier, each by its id: runs that began together are renewed one after the other. */
const SPREAD = 10 * DAY;
/** Events after which a run is renewed: a long history is slow to replay, and the engine refuses one without an end. */
export const HISTORY_MAX = 1_000;
/** After "later" without a usable instant: ask again soon, but never in a busy loop. */
const ASK_AGAIN = 10 * SECOND;
const SHORTEST = SECOND / 4;

/** What a run does next. */
export type SleepStep =
  /** Sleep this long, then decide again. */
  | { kind: 'sleep'; milliseconds: number }
  /** Sleep this long, then start a fresh run with what is known. */
  | { kind: 'continue-as-new'; milliseconds: number }
  /** The time has come. */
  | { kind: 'deliver' };

/**
 * @param id of the delivery or the owner
 * @returns how long a run lasts at most, in milliseconds: the same for each run of this id
 */
export function runCapOf(id: string): number {
  // FNV-1a.
  let hash = 0x811c9dc5;
  for (const character of id) hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193) >>> 0;
  return RUN_CAP - Math.floor((hash / 2 ** 32) * SPREAD);
}

/**
 * Decides how a run waits.
 * @param sendAt an ISO 8601 instant; what is not one never reaches a timer: Postgres is asked instead, and knows
 * @param runStartedAt when this run started, milliseconds
 * @param now the run's clock, milliseconds
 * @param cap how long the run lasts at most, milliseconds
 */
export function nextSleep(sendAt: unknown, runStartedAt: number, now: number, cap = RUN_CAP): SleepStep {
  const due = parseInstant(sendAt);
  if (due === null || due <= now) return { kind: 'deliver' };
  const runEndsAt = runStartedAt + cap;
  if (due > runEndsAt) return { kind: 'continue-as-new', milliseconds: Math.max(0, runEndsAt - now) };
  return { kind: 'sleep', milliseconds: due - now };
}

/**
 * @param at when Postgres said to come back; whatever it is, the run waits at least a moment
 * @returns the instant to wait for, milliseconds
 */
export function comeBackAt(at: unknown, now: number): number {
  const instant = parseInstant(at);
  if (instant === null) return now + ASK_AGAIN;
  return Math.max(instant, now + SHORTEST);
}
