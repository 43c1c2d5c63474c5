import { daysSince, type Indicator, indicatorOf } from '#domain/emergency/emergency.ts';
import { foresee, type Stage } from '#domain/emergency/protocol.ts';
import type { Blocker } from '#domain/emergency/running.ts';
import type { Context } from '#services/context.ts';
import { dayOf, type Protocol, readProtocol } from './protocol-row.ts';

/** What somebody sees of their emergency protocol. Instants are ISO 8601 with Z. */
export interface EmergencyStatus {
  is_active: boolean;
  /** Whether it is on and nothing is missing. It becomes true by itself, and that instant counts as a sign of life. */
  running: boolean;
  /** What is missing, also while it is off. */
  blocked_by: Blocker[];
  inactive_days_threshold: number;
  /** Of a new account: when it was opened. */
  last_check_in: string;
  safety_days: number;
  /** Whole days. */
  days_since_last_check_in: number;
  /** `inactive` while it does not run. */
  indicator: Indicator;
  /** Null while it does not run, until a release: that one stays. */
  stage: Stage | null;
  /** When trusted contacts are told, unless there is a check-in, or when they were. Null as `stage`. */
  contacts_told_at: string | null;
  /** When everything goes out, at the earliest, or when it did. Null as `stage`. */
  release_at: string | null;
  /** Until when the protocol is paused; null where it is not. */
  paused_until: string | null;
}

/** @returns where somebody's protocol stands */
export async function emergencyStatus(context: Context, ownerId: string): Promise<EmergencyStatus> {
  const day = dayOf(context);
  return statusOf(await readProtocol(context.em, ownerId, day), day);
}

/** @returns the same of a protocol that was read already */
export function statusOf(protocol: Protocol, day: number): EmergencyStatus {
  const { state, now, lastCheckIn, releasedAt, pausedUntil, running } = protocol;
  const { isRunning, blockedBy } = running;
  const hasStage = state.isActive && (isRunning || state.stage === 'released');
  const ahead = foresee({ day }, state, now);
  const at = (kind: 'missed' | 'released') => ahead.find((one) => one.kind === kind)?.at ?? null;
  const days = daysSince(new Date(lastCheckIn), new Date(now), day);
  return {
    is_active: state.isActive,
    running: isRunning,
    blocked_by: blockedBy,
    inactive_days_threshold: state.inactiveDays,
    last_check_in: new Date(lastCheckIn).toISOString(),
    safety_days: state.safetyDays,
    days_since_last_check_in: days,
    indicator: isRunning ? indicatorOf(days, state.inactiveDays) : 'inactive',
    stage: hasStage ? state.stage : null,
    contacts_told_at: hasStage ? iso(state.missedAt ?? at('missed')) : null,
    release_at: iso(releasedAt ?? at('released')),
    paused_until: pausedUntil !== null && pausedUntil > now ? iso(pausedUntil) : null,
  };
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
