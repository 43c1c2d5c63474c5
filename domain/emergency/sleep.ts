import { nextStep, RUN_CAP } from '../delivery/sleep.ts';
import { parseInstant } from '../time/durations.ts';

/** What a protocol's run does next. */
export type Wait =
  /** Sleep this long, unless something earlier is asked for; then decide again. */
  | { kind: 'sleep'; milliseconds: number }
  /** The same, then start a fresh run with what is known. */
  | { kind: 'continue-as-new'; milliseconds: number }
  /** The time has come: ask Postgres what is due. */
  | { kind: 'ask' };

/**
 * Decides how a run waits. It is a delivery's waiting, but for protocols to which nothing is to come.
 * @param wakeAt an ISO 8601 instant, or null while nothing is to come; what is neither never reaches a timer
 * @param runStartedAt when this run started, milliseconds
 * @param now the run's clock, milliseconds
 */
export function nextWait(wakeAt: unknown, runStartedAt: number, now: number): Wait {
  if (wakeAt === null) return { kind: 'continue-as-new', milliseconds: Math.max(0, runStartedAt + RUN_CAP - now) };
  const step = nextStep(wakeAt, runStartedAt, now);
  return step.kind === 'deliver' ? { kind: 'ask' } : step;
}

/**
 * A run that sleeps is woken for what comes earlier only: most check-ins move the instant later, and their run finds that
 * out when its timer fires.
 * @param wakeAt of the newer plan
 * @param sleepsUntil of the plan that the timer was set by
 */
export function isEarlier(wakeAt: unknown, sleepsUntil: unknown): boolean {
  return instantOf(wakeAt) < instantOf(sleepsUntil);
}

/** Nothing to come is later than everything; what is no instant has to be asked about at once. */
function instantOf(wakeAt: unknown): number {
  return wakeAt === null ? Number.POSITIVE_INFINITY : (parseInstant(wakeAt) ?? Number.NEGATIVE_INFINITY);
}
