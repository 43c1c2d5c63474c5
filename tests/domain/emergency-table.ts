import type { Availability } from '#domain/emergency/availability.ts';
import { nextStep, type ProtocolState, type Warning, type WarningKind } from '#domain/emergency/protocol.ts';
import { DAY, HOUR } from '#domain/time/durations.ts';

export const POLICY = { day: DAY };
export const FROM = Date.UTC(2031, 4, 4, 8);
export const T = 30;
export const S = 3;
export const OPEN: Availability = { outages: [], isReachable: true };

/** @returns the instant this many days (and hours) of silence later */
export const day = (days: number, hours = 0) => FROM + days * DAY + hours * HOUR;

export function warning(kind: WarningKind, index: number, settledAt: number | null, isBounced = false): Warning {
  const state = settledAt === null ? 'waiting' : isBounced ? 'bounced' : 'accepted';
  return { kind, index, state, settledAt, reportedAt: isBounced ? settledAt : null };
}

/** What a provider says later of a warning. */
export const reported = (one: Warning, state: Warning['state'], reportedAt: number): Warning => ({
  ...one,
  state,
  reportedAt,
});

export function armed(change: Partial<ProtocolState> = {}): ProtocolState {
  return {
    isActive: true,
    stage: 'armed',
    inactiveDays: T,
    safetyDays: S,
    countsFrom: FROM,
    missedAt: null,
    notifiedAt: null,
    contactZone: null,
    warnings: [],
    availability: OPEN,
    ...change,
  };
}

/** Reminded in time, each reminder accepted as it was due. */
export const REMINDED = [23, 27, 29, 29.75].map((days, index) => warning('reminder', index, day(days)));
export const reminded = (change: Partial<ProtocolState> = {}) =>
  armed({ stage: 'reminding', warnings: REMINDED, ...change });
/** Missed on day 30, the urgent mail accepted at once. */
export const URGENT = warning('missed', 0, day(T));
export const missed = (change: Partial<ProtocolState> = {}) =>
  armed({ stage: 'missed', missedAt: day(T), warnings: [...REMINDED, URGENT], ...change });
/** The last call, accepted a day before the release. */
export const called = (change: Partial<ProtocolState> = {}) =>
  missed({ stage: 'last-call', warnings: [...REMINDED, URGENT, warning('last-call', 0, day(32))], ...change });

export const next = (state: ProtocolState, now: number) => nextStep(POLICY, state, now);
export const wait = (until: number) => ({ kind: 'wait', until });
export const REST = { kind: 'rest' };
