/**
 * The emergency protocol as pure decisions: the rows of one person go in, the one thing to do next comes out. Nothing
 * here knows a clock, a mail or a table. Two promises are kept in this file. It never fires by our own fault: each
 * stage asks for time in which a warning had been accepted and our door was open, and the release asks that one arrived.
 * And it always fires in the end: every hold is one that time, our side or our provider can end.
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
  /**
   * Accepted: a provider has it and has said no more. Deferred: the provider still tries, and nobody knows the end.
   * Bounced: their mailbox refuses it, which no further try of ours mends.
   */
  state: 'waiting' | 'accepted' | 'deferred' | 'delivered' | 'bounced';
  /** When a provider accepted it, or it came back at once; when it was delivered, if it had been deferred before. */
  settledAt: number | null;
  /** When the provider deferred it last, delivered it, or reported its bounce; null in any other state. */
  reportedAt: number | null;
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
/** How long a provider tries, in days. After that it has said that a message bounced, or it never will. */
export const PROVIDER_TRIES_DAYS = 3;

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
export function nextStep(policy: ProtocolPolicy, stored: ProtocolState, now: number): Step {
  if (!stored.isActive || stored.countsFrom === null || stored.stage === 'released') return { kind: 'rest' };
  // Whoever wanted to answer could not: nothing is sent, nothing moves.
  if (!stored.door.isOpen) return { kind: 'wait', until: now + outageGapOf(policy.day) };
  const state = giveUpDeferred(policy, stored, now);
  const step =
    state.missedAt === null ? beforeMissed(policy, state, stored.countsFrom, now) : afterMissed(policy, state, now);
  return beforeGivingUp(policy, state, step, now);
}

/**
 * @param now the database's clock, milliseconds
 * @returns the same, but a deferred warning counts as bounced once its provider must have stopped trying. The event that
 *   says so may be lost, and a hold must end.
 */
export function giveUpDeferred(policy: ProtocolPolicy, state: ProtocolState, now: number): ProtocolState {
  const isOver = (one: Warning) => one.state === 'deferred' && untilHeard(policy, state, one, now) <= 0;
  return { ...state, warnings: state.warnings.map((one) => (isOver(one) ? { ...one, state: 'bounced' } : one)) };
}

/**
 * @returns from when on their mailbox takes our warnings, milliseconds: the first delivery after the last bounce;
 *   -Infinity where nothing bounced; null where nothing was delivered since
 */
export function mailboxWorksSince({ warnings }: Pick<ProtocolState, 'warnings'>): number | null {
  const reported = (state: Warning['state'], otherwise: number) =>
    warnings.filter((one) => one.state === state).map(({ reportedAt }) => reportedAt ?? otherwise);
  const lastBounce = Math.max(Number.NEGATIVE_INFINITY, ...reported('bounced', Number.POSITIVE_INFINITY));
  if (lastBounce === Number.NEGATIVE_INFINITY) return lastBounce;
  const later = reported('delivered', Number.NEGATIVE_INFINITY).filter((at) => at > lastBounce);
  return later.length === 0 ? null : Math.min(...later);
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
  const urgentAt = urgent ? settledAt(urgent) : null;
  // No clock runs before a provider has taken it, or their mailbox has refused it.
  if (urgentAt === null) return needsFreshWarning(state, now) ? warnAgain(state) : { kind: 'rest' };
  const left = safetyLeft(policy, state, urgentAt, now);
  const ahead = lastCallAhead(state.safetyDays, policy);
  const [lastCall] = ofKind(state, 'last-call');
  if (!lastCall && left <= ahead) return { kind: 'warn', warning: 'last-call', index: 0, stage: 'last-call' };
  if (needsFreshWarning(state, now)) return warnAgain(state);
  if (!lastCall) return waitFor(now + left - ahead);
  const warnedLongEnough = missing(state, ahead, now);
  const calledAt = settledAt(lastCall);
  if (calledAt === null || warnedLongEnough === null) return { kind: 'rest' };
  const calledLongEnough = ahead - openTime(state.door, calledAt, now);
  const wait = Math.max(left, warnedLongEnough, calledLongEnough);
  return wait <= 0 ? { kind: 'release' } : waitFor(now + wait);
}

function ofKind({ warnings }: ProtocolState, kind: WarningKind): Warning[] {
  return warnings.filter((warning) => warning.kind === kind);
}

/** @returns from when a warning counts; null while it waits, or its provider still tries */
function settledAt(warning: Warning): number | null {
  return warning.state === 'deferred' ? null : warning.settledAt;
}

/** @returns what is left of the safety time, in milliseconds; 0 or less when it is over */
function safetyLeft(policy: ProtocolPolicy, state: ProtocolState, urgentAt: number, now: number): number {
  const safety = state.safetyDays * policy.day;
  // From the urgent warning on, also where it bounced: while our provider was down, contacts knew of nothing, either.
  const longer = safety + BOUNCED_DAYS * policy.day - openTime(state.door, urgentAt, now);
  const worksSince = mailboxWorksSince(state);
  if (worksSince === null) return longer;
  // What came before a mailbox worked again may never have been read: all of the time counts from then.
  const shorter = safety - openTime(state.door, Math.max(urgentAt, worksSince), now);
  return Math.min(longer, Math.max(shorter, untilArrived(policy, state, now)));
}

/**
 * @returns how much longer our door must be open until a warning counts as arrived, in milliseconds: 0 where a provider
 *   said so, Infinity where each was deferred or bounced
 */
function untilArrived(policy: ProtocolPolicy, state: ProtocolState, now: number): number {
  if (state.warnings.some((one) => one.state === 'delivered')) return 0;
  const silent = state.warnings.filter((one) => one.state === 'accepted');
  return Math.min(Number.POSITIVE_INFINITY, ...silent.map((one) => untilHeard(policy, state, one, now)));
}

/**
 * @returns how much longer our door must be open until we would have heard of a bounce, in milliseconds. While it is
 *   closed, a provider's events do not reach us.
 */
function untilHeard({ day }: ProtocolPolicy, { door }: ProtocolState, warning: Warning, now: number): number {
  return PROVIDER_TRIES_DAYS * day - openTime(door, warning.settledAt ?? now, now);
}

/** Nobody tells us that a provider has given up without a word: it is looked at again by itself. */
function beforeGivingUp(policy: ProtocolPolicy, state: ProtocolState, step: Step, now: number): Step {
  const deferred = state.warnings.filter((one) => one.state === 'deferred');
  if (deferred.length === 0 || (step.kind !== 'rest' && step.kind !== 'wait')) return step;
  const until = now + Math.min(...deferred.map((one) => untilHeard(policy, state, one, now)));
  return step.kind === 'wait' && step.until <= until ? step : { kind: 'wait', until };
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
  const since = state.warnings.map(settledAt).filter((at) => at !== null && at >= opened);
  if (since.length === 0) return null;
  return enough - Math.max(...since.map((at) => openTime(state.door, at ?? now, now)));
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
 * What would happen from now on, if nobody checked in, our door stayed open and every warning arrived at once. One that
 * follows a bounce is only taken as accepted: until a delivery shows that the mailbox works, the longer clock is told.
 * The same decisions as the real life, so the dates on the page are those of the protocol.
 * @returns in the order of time; empty while nothing counts
 */
export function foresee(policy: ProtocolPolicy, state: ProtocolState, now: number): Foreseen[] {
  const foreseen: Foreseen[] = [];
  let at = now;
  let seen: ProtocolState = { ...giveUpDeferred(policy, state, now), door: { ...state.door, isOpen: true } };
  const arrived = ({ kind, index }: Pick<Warning, 'kind' | 'index'>): Warning =>
    mailboxWorksSince(seen) === null
      ? { kind, index, state: 'accepted', settledAt: at, reportedAt: null }
      : { kind, index, state: 'delivered', settledAt: at, reportedAt: at };
  const sent = (kind: WarningKind, index: number): Warning => {
    foreseen.push({ kind, index, at });
    return arrived({ kind, index });
  };
  seen = { ...seen, warnings: seen.warnings.map((one) => (settledAt(one) === null ? arrived(one) : one)) };
  for (;;) {
    const step = nextStep(policy, seen, at);
    switch (step.kind) {
      case 'rest':
        return foreseen;
      case 'wait':
        at = Math.max(step.until, at + 1);
        break;
      case 'warn':
        seen = { ...seen, stage: step.stage, warnings: [...seen.warnings, sent(step.warning, step.index)] };
        break;
      case 'miss':
        seen = { ...seen, stage: 'missed', missedAt: at, warnings: [...seen.warnings, sent('missed', 0)] };
        break;
      case 'release':
        return [...foreseen, { kind: 'released', index: 0, at }];
    }
  }
}
