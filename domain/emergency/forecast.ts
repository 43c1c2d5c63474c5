/** What happened in a protocol's present episode, and what would happen from now on. */
import { foresee } from './foresee.ts';
import {
  countsFrom,
  giveUpDeferred,
  mailboxWorksSince,
  type ProtocolPolicy,
  type ProtocolState,
  type Warning,
  type WarningKind,
} from './protocol.ts';

/** One event: a mail to the owner, or the release. */
export interface Mark {
  kind: WarningKind | 'released';
  /** Milliseconds since the epoch. */
  at: number;
  /** The state of the mail; null for an event to come. */
  became: 'waiting' | 'accepted' | 'bounced' | null;
}

/** Past and future events of a protocol. Instants are milliseconds since the epoch. */
export interface Forecast {
  now: number;
  /** The length of a protocol day, in milliseconds. */
  day: number;
  /** The last check-in. */
  since: number;
  /** From when silence counts: later than `since` after a pause, or if the address was confirmed later. */
  from: number;
  /** Days. */
  inactiveDays: number;
  /** A warning bounced and none was delivered since: the release waits longer. */
  isRefused: boolean;
  /** Earliest first. */
  marks: Mark[];
}

/** What a fresh forecast begins with. Instants are milliseconds since the epoch. */
export interface Beginning {
  now: number;
  pausedUntil: number | null;
  inactiveDays: number;
  safetyDays: number;
  /** See `contactZoneOf`. Null also where no dates are shown: then only the distances count. */
  contactZone: string | null;
}

/** @returns the forecast of a protocol that is on and whose owner checks in now and never again */
export function freshForecast(
  policy: ProtocolPolicy,
  { now, pausedUntil, inactiveDays, safetyDays, contactZone }: Beginning,
): Forecast {
  const from = countsFrom({ lastCheckIn: now, pausedUntil, confirmedAt: now }) ?? now;
  const state: ProtocolState = {
    isActive: true,
    stage: 'armed',
    inactiveDays,
    safetyDays,
    countsFrom: from,
    missedAt: null,
    notifiedAt: null,
    contactZone,
    warnings: [],
    availability: { outages: [], isReachable: true },
  };
  return { now, day: policy.day, since: now, from, inactiveDays, isRefused: false, marks: toCome(policy, state, now) };
}

/**
 * @param state of a protocol that runs or was released
 * @param instants milliseconds; `releasedAt` is null before the release
 * @returns what happened in this episode, then what would happen without a check-in
 */
export function forecastOf(
  policy: ProtocolPolicy,
  state: ProtocolState,
  { now, lastCheckIn, releasedAt }: { now: number; lastCheckIn: number; releasedAt: number | null },
): Forecast {
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

/** @returns when the first event of this kind happened or would happen, in milliseconds; null if it would not */
export function instantOf({ marks }: Forecast, kind: Mark['kind']): number | null {
  return marks.find((mark) => mark.kind === kind)?.at ?? null;
}

/** A deferred mail counts as waiting only while it is the newest. */
function becameOf(mail: Warning['state'], isNewest: boolean): Mark['became'] {
  if (mail === 'waiting' || mail === 'bounced') return mail;
  return mail === 'deferred' && isNewest ? 'waiting' : 'accepted';
}

function toCome(policy: ProtocolPolicy, state: ProtocolState, now: number): Mark[] {
  return foresee(policy, state, now).map(({ kind, at }) => ({ kind, at, became: null }));
}
