/**
 * The emergency protocol as pure decisions: from the rows of one owner to the next step. No clock, no mail, no table.
 * It makes two promises. It never fires by our own fault: each stage needs time in which a warning had been accepted
 * and people could reach us, and the release needs a warning that arrived. And it always fires in the end: time, we or our
 * provider can end every hold. What reaches trusted contacts waits for `CONTACT_HOURS`; warnings to the owner never do.
 */
import { type Availability, lastOutageEnd, outageGapOf, reachableTime } from './availability.ts';
import { nextContactTime } from './contact-hours.ts';
import { FIRST_REMINDER_FROM_DAYS, REMINDER_DAYS } from './emergency.ts';
import { answerLeft, daysForConfirmations, holdLeft, isRaised, NO_SAY, type Say } from './say.ts';

export type Stage = 'armed' | 'reminding' | 'missed' | 'last-call' | 'released';

/**
 * The mails to the owner that a protocol waits for. `again` is the fresh warning after an outage of ours; `raised` and `held`
 * follow what a trusted contact said.
 */
export const WARNING_KINDS = ['reminder', 'missed', 'last-call', 'again', 'raised', 'held'] as const;
export type WarningKind = (typeof WARNING_KINDS)[number];

/** One warning to the owner in the present episode. Instants are milliseconds since the epoch. */
export interface Warning {
  kind: WarningKind;
  /** Counts the warnings of its kind, from 0. */
  index: number;
  /**
   * Accepted: a provider took it and reported nothing since. Deferred: the provider still tries. Bounced: the owner's
   * mailbox refuses it, so another try does not help.
   */
  state: 'waiting' | 'accepted' | 'deferred' | 'delivered' | 'bounced';
  /** When a provider accepted it, or it bounced at once; when it was delivered, if it had been deferred before. */
  settledAt: number | null;
  /** When the provider last deferred it, delivered it, or reported its bounce; null in any other state. */
  reportedAt: number | null;
}

/** All that the next step of a protocol depends on. */
export interface ProtocolState {
  isActive: boolean;
  stage: Stage;
  inactiveDays: number;
  safetyDays: number;
  /** From when silence counts; null while it does not. See `countsFrom`. */
  countsFrom: number | null;
  /** When the stage "missed" began in this episode. */
  missedAt: number | null;
  /** When the last of the contacts was notified of the missed check-in; null before the first. */
  notifiedAt: number | null;
  /** The zone whose clocks say when contacts may be mailed; null for at any hour. See `contactZoneOf`. */
  contactZone: string | null;
  /** Of this episode. */
  warnings: readonly Warning[];
  availability: Availability;
  /** Left out where contacts have no say. */
  say?: Say;
}

/** How long a protocol day lasts, in milliseconds. */
export interface ProtocolPolicy {
  day: number;
}

/** What a protocol needs next. */
export type ProtocolStep =
  /** Nothing, until something changes. */
  | { kind: 'rest' }
  /** Nothing before this instant. */
  | { kind: 'wait'; until: number }
  /** Warn the owner. */
  | { kind: 'warn'; warning: WarningKind; index: number; stage: Stage }
  /** The check-in was missed: warn the owner urgently and notify the trusted contacts. */
  | { kind: 'miss' }
  /** Send everything to the trusted contacts. */
  | { kind: 'release' };

/** How much later the release comes if the owner's mailbox refuses our warnings, in days. */
export const BOUNCED_DAYS = 14;
/** How long a provider tries to deliver, in days. If it has reported no bounce by then, it never will. */
export const PROVIDER_TRIES_DAYS = 3;

/**
 * @param protocol instants in milliseconds; null for no pause, and for an address that is not confirmed
 * @returns from when silence counts: the last check-in, the end of the pause, or the confirmation of the address,
 *   whichever is latest; null while the address is not confirmed
 */
export function countsFrom(protocol: {
  lastCheckIn: number;
  pausedUntil: number | null;
  confirmedAt: number | null;
}): number | null {
  if (protocol.confirmedAt === null) return null;
  return Math.max(protocol.lastCheckIn, protocol.confirmedAt, protocol.pausedUntil ?? protocol.lastCheckIn);
}

/** @returns when each reminder is due, in milliseconds; the first is left out of a short threshold */
export function reminderInstants(
  from: number,
  inactiveDays: number,
  { day }: ProtocolPolicy,
): { index: number; at: number }[] {
  return REMINDER_DAYS.map((before, index) => ({ index, at: from + (inactiveDays - before) * day })).slice(
    inactiveDays < FIRST_REMINDER_FROM_DAYS ? 1 : 0,
  );
}

/** @returns how long before the release the last call goes out, at least, in milliseconds */
export function lastCallAhead(safetyDays: number, { day }: ProtocolPolicy): number {
  return Math.min(day, (safetyDays * day) / 3);
}

/** Decides the next step. @param now the database's clock, milliseconds */
export function nextStep(policy: ProtocolPolicy, stored: ProtocolState, now: number): ProtocolStep {
  if (!stored.isActive || stored.countsFrom === null || stored.stage === 'released') return { kind: 'rest' };
  // An owner who wants to answer cannot: nothing is sent, and no stage begins.
  if (!stored.availability.isReachable) return { kind: 'wait', until: now + outageGapOf(policy.day) };
  const state = giveUpDeferred(policy, stored, now);
  const step =
    state.missedAt === null ? beforeMissed(policy, state, stored.countsFrom, now) : afterMissed(policy, state, now);
  return wakeWhenDeferralEnds(policy, state, step, now);
}

/**
 * @param now the database's clock, milliseconds
 * @returns the same state, but a deferred warning counts as bounced once its provider must have stopped trying: the event
 *   that says so may be lost, and every hold must end
 */
export function giveUpDeferred(policy: ProtocolPolicy, state: ProtocolState, now: number): ProtocolState {
  const isOver = (one: Warning) => one.state === 'deferred' && triesUntil(policy, one, now) <= now;
  return { ...state, warnings: state.warnings.map((one) => (isOver(one) ? { ...one, state: 'bounced' } : one)) };
}

/**
 * @returns since when the owner's mailbox takes our warnings, in milliseconds: the first delivery after the last bounce;
 *   -Infinity if nothing bounced; null if nothing was delivered since
 */
export function mailboxWorksSince({ warnings }: Pick<ProtocolState, 'warnings'>): number | null {
  const reported = (state: Warning['state'], otherwise: number) =>
    warnings.filter((one) => one.state === state).map(({ reportedAt }) => reportedAt ?? otherwise);
  const lastBounce = Math.max(Number.NEGATIVE_INFINITY, ...reported('bounced', Number.POSITIVE_INFINITY));
  if (lastBounce === Number.NEGATIVE_INFINITY) return lastBounce;
  const later = reported('delivered', Number.NEGATIVE_INFINITY).filter((at) => at > lastBounce);
  return later.length === 0 ? null : Math.min(...later);
}

function beforeMissed(policy: ProtocolPolicy, state: ProtocolState, from: number, now: number): ProtocolStep {
  const reminders = reminderInstants(from, state.inactiveDays, policy);
  const made = Math.max(-1, ...ofKind(state, 'reminder').map(({ index }) => index));
  const [raised] = ofKind(state, 'raised');
  // What a contact said asks the owner as well: a reminder from before would only withdraw it, or follow at once.
  const askedAt = raised ? (raised.settledAt ?? now) : Number.NEGATIVE_INFINITY;
  // After an outage only the newest: never several at once.
  const due = reminders.findLast(({ index, at }) => at <= now && index > made && at > askedAt);
  const warnedLongEnough = reachableTimeStillNeeded(state, policy.day / 4, now);
  // Until then a check-in still stops it, also in the night after the last of the days.
  const unanswered = now + answerLeft(policy, state, { from, worksSince: mailboxWorksSince(state) }, now);
  const silenceEnds = Math.min(from + state.inactiveDays * policy.day, unanswered);
  const missedAt =
    warnedLongEnough === null ? null : contactTime(state, Math.max(silenceEnds, now + Math.max(0, warnedLongEnough)));
  // Checked before a due reminder, which would go out together with the urgent warning.
  if (missedAt !== null && missedAt <= now) return { kind: 'miss' };
  if (isRaised(state) && !raised) return { kind: 'warn', warning: 'raised', index: 0, stage: 'reminding' };
  if (due) return { kind: 'warn', warning: 'reminder', index: due.index, stage: 'reminding' };
  const next = reminders.find(({ at }) => at > now)?.at ?? null;
  if (state.warnings.length === 0) return waitFor(next);
  if (needsFreshWarning(state, now)) return warnAgain(state);
  return waitFor(missedAt === null ? next : Math.min(missedAt, next ?? missedAt));
}

function afterMissed(policy: ProtocolPolicy, state: ProtocolState, now: number): ProtocolStep {
  const [urgent] = ofKind(state, 'missed');
  const urgentAt = urgent ? settledAt(urgent) : null;
  // The safety days begin when a provider takes the urgent warning, or the mailbox refuses it.
  if (urgentAt === null) return needsFreshWarning(state, now) ? warnAgain(state) : { kind: 'rest' };
  const { say = NO_SAY } = state;
  const held = ofKind(state, 'held').find(({ index }) => index >= say.heard - 1);
  if (say.heard > 0 && !held) return { kind: 'warn', warning: 'held', index: say.heard - 1, stage: 'missed' };
  if (held && settledAt(held) === null) return needsFreshWarning(state, now) ? warnAgain(state) : { kind: 'rest' };
  // While the mails to contacts wait for the morning, the days count from then.
  const since = Math.max(urgentAt, state.notifiedAt ?? contactTime(state, urgentAt));
  const holds = holdLeft(say, policy.day, state.availability, now);
  const first = Math.max(holds, safetyLeft(policy, state, since, now));
  const ahead = lastCallAhead(state.safetyDays, policy);
  // After a hold there is another.
  const lastCall = ofKind(state, 'last-call').find(({ index }) => index >= say.heard);
  if (!lastCall && first <= ahead) return { kind: 'warn', warning: 'last-call', index: say.heard, stage: 'last-call' };
  if (needsFreshWarning(state, now)) return warnAgain(state);
  if (!lastCall) return waitFor(now + first - ahead);
  const warnedLongEnough = reachableTimeStillNeeded(state, ahead, now);
  const calledAt = settledAt(lastCall);
  if (calledAt === null || warnedLongEnough === null) return { kind: 'rest' };
  const calledLongEnough = ahead - reachableTime(state.availability, calledAt, now);
  const safetyDays = state.safetyDays + daysForConfirmations(say);
  const left = Math.max(holds, safetyLeft(policy, { ...state, safetyDays }, since, now));
  const releaseAt = contactTime(state, now + Math.max(0, left, warnedLongEnough, calledLongEnough));
  return releaseAt <= now ? { kind: 'release' } : waitFor(releaseAt);
}

/** @returns the first instant from this one on at which contacts may be mailed, in milliseconds */
function contactTime({ contactZone }: ProtocolState, at: number): number {
  return nextContactTime(at, contactZone);
}

function ofKind({ warnings }: ProtocolState, kind: WarningKind): Warning[] {
  return warnings.filter((warning) => warning.kind === kind);
}

/** @returns from when a warning counts, in milliseconds; null while it waits, or its provider still tries */
export function settledAt(warning: Warning): number | null {
  return warning.state === 'deferred' ? null : warning.settledAt;
}

/**
 * @param since when the owner was urgently warned or the contacts were notified, whichever is later
 * @returns what is left of the safety days, in milliseconds; 0 or less when they are over
 */
function safetyLeft(policy: ProtocolPolicy, state: ProtocolState, since: number, now: number): number {
  const safety = state.safetyDays * policy.day + Math.max(0, since - now);
  // Counted from the urgent warning, also if it bounced: contacts were not notified while our provider was down.
  const longer = safety + BOUNCED_DAYS * policy.day - reachableTime(state.availability, since, now);
  const worksSince = mailboxWorksSince(state);
  if (worksSince === null) return longer;
  // Warnings from before the mailbox worked again may never have been read, so all of the days count from then.
  const shorter = safety - reachableTime(state.availability, Math.max(since, worksSince), now);
  return Math.min(longer, Math.max(shorter, untilArrived(policy, state, now)));
}

/**
 * @returns how much longer people must be able to reach us until a warning counts as arrived, in milliseconds: 0 if a
 *   provider reported a delivery, Infinity if each warning was deferred or bounced
 */
function untilArrived(policy: ProtocolPolicy, state: ProtocolState, now: number): number {
  if (state.warnings.some((one) => one.state === 'delivered')) return 0;
  const silent = state.warnings.filter((one) => one.state === 'accepted');
  return Math.min(Number.POSITIVE_INFINITY, ...silent.map((one) => untilHeard(policy, state, one, now)));
}

/**
 * @returns how much longer we must be reachable until we would know of a bounce, in milliseconds: during an outage the
 *   provider's events do not reach us either
 */
function untilHeard({ day }: ProtocolPolicy, { availability }: ProtocolState, warning: Warning, now: number): number {
  return PROVIDER_TRIES_DAYS * day - reachableTime(availability, warning.settledAt ?? now, now);
}

/** @returns when the provider of a deferred warning gives up, in milliseconds: it also tries while nobody can reach us */
function triesUntil({ day }: ProtocolPolicy, { settledAt: acceptedAt }: Warning, now: number): number {
  return (acceptedAt ?? now) + PROVIDER_TRIES_DAYS * day;
}

/** A provider may give up without an event, so the wait ends when it must have done so. */
function wakeWhenDeferralEnds(
  policy: ProtocolPolicy,
  state: ProtocolState,
  step: ProtocolStep,
  now: number,
): ProtocolStep {
  const deferred = state.warnings.filter((one) => one.state === 'deferred');
  if (deferred.length === 0 || (step.kind !== 'rest' && step.kind !== 'wait')) return step;
  const until = Math.min(...deferred.map((one) => triesUntil(policy, one, now)));
  return step.kind === 'wait' && step.until <= until ? step : { kind: 'wait', until };
}

/** After an outage the owner is warned again before the next stage. A warning that waits to be sent is fresh. */
function needsFreshWarning(state: ProtocolState, now: number): boolean {
  const outageEndedAt = lastOutageEnd(state.availability, now);
  return state.warnings.every(({ settledAt }) => settledAt !== null && settledAt < outageEndedAt);
}

function warnAgain(state: ProtocolState): ProtocolStep {
  return { kind: 'warn', warning: 'again', index: ofKind(state, 'again').length, stage: state.stage };
}

/**
 * @returns how much longer people must be able to reach us until they could for `enough` since a warning after the last
 *   outage, in milliseconds, 0 or less when they could; null while no such warning is settled
 */
function reachableTimeStillNeeded(state: ProtocolState, enough: number, now: number): number | null {
  const outageEndedAt = lastOutageEnd(state.availability, now);
  const since = state.warnings.map(settledAt).filter((at) => at !== null && at >= outageEndedAt);
  if (since.length === 0) return null;
  return enough - Math.max(...since.map((at) => reachableTime(state.availability, at ?? now, now)));
}

function waitFor(until: number | null): ProtocolStep {
  return until === null ? { kind: 'rest' } : { kind: 'wait', until };
}
