/** The course of somebody's protocol through time, as a page draws it: what happened, and what would. */
import {
  countsFrom,
  foresee,
  giveUpDeferred,
  mailboxWorksSince,
  type ProtocolPolicy,
  type ProtocolState,
  type Warning,
  type WarningKind,
} from './protocol.ts';

/** One thing on the course. */
export interface Mark {
  kind: WarningKind | 'released';
  /** Milliseconds since the epoch. */
  at: number;
  /** Of what has happened: what became of the mail; null for what is to come. */
  became: 'waiting' | 'accepted' | 'bounced' | null;
}

/** A course. Instants are milliseconds since the epoch. */
export interface Course {
  now: number;
  /** The length of a protocol day, in milliseconds. */
  day: number;
  /** The last sign of life. */
  since: number;
  /** From when silence counts: later than `since` after a pause, or where an address was confirmed later. */
  from: number;
  /** Days. */
  inactiveDays: number;
  /** A warning bounced, and none was delivered since: the longer clock runs. */
  isRefused: boolean;
  /** In the order of time. */
  marks: Mark[];
}

/** What a course begins with. Instants are milliseconds since the epoch. */
export interface Beginning {
  /** Of what is to be drawn: also of a protocol that is off, or whose clock stands still. */
  now: number;
  pausedUntil: number | null;
  inactiveDays: number;
  safetyDays: number;
}

/** @returns the course of a protocol whose owner checks in at this very moment and is never heard of again */
export function freshCourse(policy: ProtocolPolicy, { now, pausedUntil, inactiveDays, safetyDays }: Beginning): Course {
  const from = countsFrom({ lastCheckIn: now, pausedUntil, confirmedAt: now }) ?? now;
  const state: ProtocolState = {
    isActive: true,
    stage: 'armed',
    inactiveDays,
    safetyDays,
    countsFrom: from,
    missedAt: null,
    warnings: [],
    door: { outages: [], isOpen: true },
  };
  return { now, day: policy.day, since: now, from, inactiveDays, isRefused: false, marks: toCome(policy, state, now) };
}

/**
 * @param state of a protocol whose silence counts
 * @param instants milliseconds; `releasedAt` null before
 * @returns its course: what happened in this episode, then what would happen if nobody checked in
 */
export function courseOf(
  policy: ProtocolPolicy,
  state: ProtocolState,
  { now, lastCheckIn, releasedAt }: { now: number; lastCheckIn: number; releasedAt: number | null },
): Course {
  const known = giveUpDeferred(policy, state, now);
  const past: Mark[] = known.warnings.map(({ kind, state: mail, settledAt }, index) => ({
    kind,
    at: (kind === 'missed' ? state.missedAt : null) ?? settledAt ?? now,
    became: becameOf(mail, index === known.warnings.length - 1),
  }));
  if (releasedAt !== null) past.push({ kind: 'released', at: releasedAt, became: 'accepted' });
  past.sort((a, b) => a.at - b.at);
  return {
    now,
    day: policy.day,
    since: lastCheckIn,
    from: state.countsFrom ?? lastCheckIn,
    inactiveDays: state.inactiveDays,
    isRefused: mailboxWorksSince(known) === null,
    marks: [...past, ...toCome(policy, state, now)],
  };
}

/** @returns when something of this kind first happened or would; null where it would not */
export function instantOf({ marks }: Course, kind: Mark['kind']): number | null {
  return marks.find((mark) => mark.kind === kind)?.at ?? null;
}

/** A deferred one is on its way as long as nothing newer is. */
function becameOf(mail: Warning['state'], isNewest: boolean): Mark['became'] {
  if (mail === 'waiting' || mail === 'bounced') return mail;
  return mail === 'deferred' && isNewest ? 'waiting' : 'accepted';
}

function toCome(policy: ProtocolPolicy, state: ProtocolState, now: number): Mark[] {
  return foresee(policy, state, now).map(({ kind, at }) => ({ kind, at, became: null }));
}
