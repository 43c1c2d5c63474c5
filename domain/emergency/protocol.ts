/**
 * The emergency protocol as pure decisions: the rows of one person go in, the one thing to do next comes out. Nothing
 * here knows a clock, a mail or a table. Two promises are kept in this file. It never fires by our own fault: each
 * stage asks for time in which a warning had been accepted and our door was open. And it always fires in the end:
 * every hold is one that our side or our provider can end.
 */
import { type Door, lastOpened, openTime, outageGapOf } from './open-time.ts';

export type Stage = 'armed' | 'reminding' | 'missed' | 'last-call' | 'released';

/** What is mailed to the owner: `again` is the fresh warning after a time in which we could not be reached. */
export type WarningKind = 'reminder' | 'missed' | 'last-call' | 'again';

/** One warning to the owner in the present episode. Instants are milliseconds since the epoch. */
export interface Warning {
  kind: WarningKind;
  /** Which one of its kind. */
  index: number;
  /** Bounced: their mailbox refuses it, which no further try of ours mends. */
  state: 'waiting' | 'accepted' | 'bounced';
  /** When a provider accepted it, or it came back. */
  settledAt: number | null;
}

/** Somebody's protocol, locked, with what is needed to decide. */
export interface ProtocolState {
  isActive: boolean;
  stage: Stage;
  inactiveDays: number;
  safetyDays: number;
  /** From when silence counts; null while nothing counts. See `countsFrom`. */
  countsFrom: number | null;
  /** When the stage "missed" began in this episode. */
  missedAt: number | null;
  /** Of this episode. */
  warnings: readonly Warning[];
  door: Door;
}

/** The one knob: how long a protocol day lasts, in milliseconds. */
export interface ProtocolPolicy {
  day: number;
}

/** What is to be done about somebody's protocol. */
export type Step =
  /** Nothing, until something about it changes. */
  | { kind: 'rest' }
  /** Nothing before this instant. */
  | { kind: 'wait'; until: number }
  /** Warn the owner. */
  | { kind: 'warn'; warning: WarningKind; index: number; stage: Stage }
  /** The check-in was missed: warn the owner urgently and tell the trusted contacts. */
  | { kind: 'miss' }
  /** Send everything. */
  | { kind: 'release' };

/** Before the threshold, in days. */
const REMINDERS = [7, 3, 1, 1 / 4] as const;
/** Below this many days, the first reminder would come almost at once. */
const SHORT = 14;
/** How much longer contacts wait for somebody whose mailbox refuses our warnings, in days. */
export const BOUNCED_DAYS = 14;

/**
 * @param protocol instants in milliseconds; `pausedUntil` and `confirmedAt` null where there is none
 * @returns from when silence counts: the last sign of life, the end of a pause, or the moment from which our warnings
 *   can arrive, whichever is the latest; null while the address is not confirmed
 */
export function countsFrom(protocol: {
  lastCheckIn: number;
  pausedUntil: number | null;
  confirmedAt: number | null;
}): number | null {
  if (protocol.confirmedAt === null) return null;
  return Math.max(protocol.lastCheckIn, protocol.confirmedAt, protocol.pausedUntil ?? protocol.lastCheckIn);
}

/** @returns when reminders are due, by their index, in milliseconds; the first is left out of a short threshold */
export function reminderInstants(
  from: number,
  inactiveDays: number,
  { day }: ProtocolPolicy,
): { index: number; at: number }[] {
  return REMINDERS.map((before, index) => ({ index, at: from + (inactiveDays - before) * day })).slice(
    inactiveDays < SHORT ? 1 : 0,
  );
}

/** @returns how long before the release the last call is made, and how long it must have been there, in milliseconds */
export function lastCallAhead(safetyDays: number, { day }: ProtocolPolicy): number {
  return Math.min(day, (safetyDays * day) / 3);
}

/** Decides what comes next. @param now the database's clock, milliseconds */
export function nextStep(policy: ProtocolPolicy, state: ProtocolState, now: number): Step {
  if (!state.isActive || state.countsFrom === null || state.stage === 'released') return { kind: 'rest' };
  // Whoever wanted to answer could not: nothing is sent, nothing moves.
  if (!state.door.isOpen) return { kind: 'wait', until: now + outageGapOf(policy.day) };
  return state.missedAt === null ? beforeMissed(policy, state, state.countsFrom, now) : afterMissed(policy, state, now);
}

function beforeMissed(policy: ProtocolPolicy, state: ProtocolState, from: number, now: number): Step {
  const reminders = reminderInstants(from, state.inactiveDays, policy);
  const made = Math.max(-1, ...ofKind(state, 'reminder').map(({ index }) => index));
  // After an outage only the newest one: never a burst.
  const due = reminders.findLast(({ index, at }) => at <= now && index > made);
  const warnedLongEnough = missing(state, policy.day / 4, now);
  const missedAt =
    warnedLongEnough === null ? null : Math.max(from + state.inactiveDays * policy.day, now + warnedLongEnough);
  // Before a reminder that comes too late to remind of anything: the two would go out together.
  if (missedAt !== null && missedAt <= now) return { kind: 'miss' };
  if (due) return { kind: 'warn', warning: 'reminder', index: due.index, stage: 'reminding' };
  const next = reminders.find(({ at }) => at > now)?.at ?? null;
  if (state.warnings.length === 0) return waitFor(next);
  if (needsFreshWarning(state, now)) return warnAgain(state);
  return waitFor(missedAt === null ? next : Math.min(missedAt, next ?? missedAt));
}

function afterMissed(policy: ProtocolPolicy, state: ProtocolState, now: number): Step {
  const [urgent] = ofKind(state, 'missed');
  // No clock runs before a provider has taken it, or their mailbox has refused it.
  if (!urgent || urgent.settledAt === null) return { kind: 'rest' };
  const isBouncing = bouncedSince(state, urgent.settledAt);
  const safety = (state.safetyDays + (isBouncing ? BOUNCED_DAYS : 0)) * policy.day;
  // Also where it bounced: while our provider was down, contacts knew of nothing, either.
  const left = safety - openTime(state.door, urgent.settledAt, now);
  const ahead = lastCallAhead(state.safetyDays, policy);
  const [lastCall] = ofKind(state, 'last-call');
  if (!lastCall && left <= ahead) return { kind: 'warn', warning: 'last-call', index: 0, stage: 'last-call' };
  if (needsFreshWarning(state, now)) return warnAgain(state);
  if (!lastCall) return waitFor(now + left - ahead);
  const warnedLongEnough = missing(state, ahead, now);
  if (lastCall.settledAt === null || warnedLongEnough === null) return { kind: 'rest' };
  const calledLongEnough = ahead - openTime(state.door, lastCall.settledAt, now);
  const wait = Math.max(left, warnedLongEnough, calledLongEnough);
  return wait <= 0 ? { kind: 'release' } : waitFor(now + wait);
}

function ofKind({ warnings }: ProtocolState, kind: WarningKind): Warning[] {
  return warnings.filter((warning) => warning.kind === kind);
}

/** Once is enough: whether a mailbox that refused one of them shows the next to anybody, nobody knows. */
function bouncedSince({ warnings }: ProtocolState, since: number): boolean {
  return warnings.some(({ state, settledAt }) => state === 'bounced' && settledAt !== null && settledAt >= since);
}

/** After we could not be reached, the owner hears from us before anything else moves. One that waits is fresh. */
function needsFreshWarning(state: ProtocolState, now: number): boolean {
  const opened = lastOpened(state.door, now);
  return state.warnings.every(({ settledAt }) => settledAt !== null && settledAt < opened);
}

function warnAgain(state: ProtocolState): Step {
  return { kind: 'warn', warning: 'again', index: ofKind(state, 'again').length, stage: state.stage };
}

/**
 * @returns how much longer our door must be open until it has been so for this long since a warning that came after the
 *   last outage, in milliseconds, 0 or less when it has; null while no such warning is settled
 */
function missing(state: ProtocolState, enough: number, now: number): number | null {
  const opened = lastOpened(state.door, now);
  const since = state.warnings
    .map(({ settledAt }) => settledAt)
    .filter((settledAt) => settledAt !== null && settledAt >= opened);
  if (since.length === 0) return null;
  return enough - Math.max(...since.map((settledAt) => openTime(state.door, settledAt ?? now, now)));
}

function waitFor(until: number | null): Step {
  return until === null ? { kind: 'rest' } : { kind: 'wait', until };
}

/** One thing that would happen, and when, in milliseconds. */
export interface Foreseen {
  kind: WarningKind | 'released';
  index: number;
  at: number;
}

/**
 * What would happen from now on, if nobody checked in, our door stayed open and every warning were accepted at once.
 * The same decisions as the real life, so the dates on the page are those of the protocol.
 * @returns in the order of time; empty while nothing counts
 */
export function foresee(policy: ProtocolPolicy, state: ProtocolState, now: number): Foreseen[] {
  const foreseen: Foreseen[] = [];
  const accepted = (kind: WarningKind, index: number): Warning => {
    foreseen.push({ kind, index, at });
    return { kind, index, state: 'accepted', settledAt: at };
  };
  let at = now;
  let seen: ProtocolState = {
    ...state,
    door: { ...state.door, isOpen: true },
    warnings: state.warnings.map((one) =>
      one.settledAt === null ? { ...one, state: 'accepted', settledAt: now } : one,
    ),
  };
  for (;;) {
    const step = nextStep(policy, seen, at);
    switch (step.kind) {
      case 'rest':
        return foreseen;
      case 'wait':
        at = Math.max(step.until, at + 1);
        break;
      case 'warn':
        seen = { ...seen, stage: step.stage, warnings: [...seen.warnings, accepted(step.warning, step.index)] };
        break;
      case 'miss':
        seen = { ...seen, stage: 'missed', missedAt: at, warnings: [...seen.warnings, accepted('missed', 0)] };
        break;
      case 'release':
        return [...foreseen, { kind: 'released', index: 0, at }];
    }
  }
}
