import { daysSince, type Indicator, indicatorOf } from '#domain/emergency/emergency.ts';
import { foresee, type Stage } from '#domain/emergency/protocol.ts';
import type { Context } from '#services/context.ts';
import { dayOf, type Protocol, readProtocol } from './protocol-row.ts';

/** What somebody sees of their emergency protocol. Instants are ISO 8601 with Z. */
export interface EmergencyStatus {
  is_active: boolean;
  inactive_days_threshold: number;
  /** Of a new account: when it was opened. */
  last_check_in: string;
  safety_days: number;
  /** Whole days. */
  days_since_last_check_in: number;
  indicator: Indicator;
  /** Null while the protocol is not active. */
  stage: Stage | null;
  /**
   * When trusted contacts are told, unless there is a check-in, or when they were. Null while the protocol is not
   * active, and while the owner's address is not confirmed: warnings might not arrive, so the clock does not run.
   */
  contacts_told_at: string | null;
  /** When everything goes out, at the earliest, or when it did; null as above. */
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
  const { state, now, lastCheckIn, releasedAt, pausedUntil } = protocol;
  const ahead = foresee({ day }, state, now);
  const at = (kind: 'missed' | 'released') => ahead.find((one) => one.kind === kind)?.at ?? null;
  const days = daysSince(new Date(lastCheckIn), new Date(now), day);
  return {
    is_active: state.isActive,
    inactive_days_threshold: state.inactiveDays,
    last_check_in: new Date(lastCheckIn).toISOString(),
    safety_days: state.safetyDays,
    days_since_last_check_in: days,
    indicator: indicatorOf(days, state.inactiveDays),
    stage: state.isActive ? state.stage : null,
    contacts_told_at: iso(state.missedAt ?? at('missed')),
    release_at: iso(releasedAt ?? at('released')),
    paused_until: pausedUntil !== null && pausedUntil > now ? iso(pausedUntil) : null,
  };
}

function iso(instant: number | null): string | null {
  return instant === null ? null : new Date(instant).toISOString();
}
