import { nextSleep, RUN_CAP } from '../delivery/sleep.ts';
import { parseInstant } from '../time/durations.ts';

/** What a protocol's workflow run does next. */
export type Wait =
  /** Sleep this long, unless something earlier is asked for; then decide again. */
  | { kind: 'sleep'; milliseconds: number }
  /** The same, then start a fresh run with what is known. */
  | { kind: 'continue-as-new'; milliseconds: number }
  /** It is time: ask Postgres what is due. */
  | { kind: 'ask' };

/**
 * Decides how a run waits: as a delivery's run does, and for a protocol without a next step until the run is renewed.
 * @param wakeAt an ISO 8601 instant, or null without a next step; anything else never reaches a timer
 * @param cap how long the run lasts at most, milliseconds
 * @param runStartedAt when this run started, milliseconds
 * @param now the run's clock, milliseconds
 */
export function nextWait(wakeAt: unknown, runStartedAt: number, now: number, cap = RUN_CAP): Wait {
  if (wakeAt === null) return { kind: 'continue-as-new', milliseconds: Math.max(0, runStartedAt + cap - now) };
  const step = nextSleep(wakeAt, runStartedAt, now, cap);
  return step.kind === 'deliver' ? { kind: 'ask' } : step;
}

/**
 * A sleeping run is woken only for an earlier instant: most check-ins move it later, and the run finds that out when its
 * timer fires.
 * @param wakeAt of the newer plan
 * @param sleepsUntil of the plan that the timer was set by
 */
export function isEarlier(wakeAt: unknown, sleepsUntil: unknown): boolean {
  return instantOf(wakeAt) < instantOf(sleepsUntil);
}

/** Without a next step: later than every instant. What is not an instant: earlier, so that the run asks at once. */
function instantOf(wakeAt: unknown): number {
  return wakeAt === null ? Number.POSITIVE_INFINITY : (parseInstant(wakeAt) ?? Number.NEGATIVE_INFINITY);
}
