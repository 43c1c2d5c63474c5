import type { EntityManager } from '@mikro-orm/postgresql';
import { daysSince, INACTIVE_DAYS, type Indicator, indicatorOf, SAFETY_DAYS } from '#domain/emergency/emergency.ts';
import { DAY } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';

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
  stage: 'armed' | null;
  /**
   * When trusted contacts are told, unless there is a check-in. Null while the protocol is not active, and while the
   * owner's address is not confirmed: warnings might not arrive, so the clock does not run.
   */
  contacts_told_at: string | null;
  /** When everything goes out, at the earliest; null as above. */
  release_at: string | null;
}

export interface ProtocolRow {
  is_active: boolean;
  inactive_days: number;
  safety_days: number;
  last_check_in: Date | string;
  is_email_confirmed: boolean;
}

/** @returns the protocol as it is, or as it is for whoever never touched it */
export async function readProtocol(em: EntityManager, ownerId: string): Promise<ProtocolRow> {
  const [row] = await em.execute<ProtocolRow[]>(
    `select coalesce(p.is_active, false) as is_active, coalesce(p.inactive_days, ?) as inactive_days,
       coalesce(p.safety_days, ?) as safety_days, coalesce(p.last_check_in, u.created_at) as last_check_in,
       u.email_confirmed_at is not null as is_email_confirmed
     from users u left join emergency_protocols p on p.owner_id = u.id where u.id = ?`,
    [INACTIVE_DAYS.usual, SAFETY_DAYS.usual, ownerId],
  );
  if (!row) throw new Error('A protocol was asked for without its owner.');
  return row;
}

/** @returns where somebody's protocol stands */
export async function emergencyStatus({ em, now }: Context, ownerId: string): Promise<EmergencyStatus> {
  const row = await readProtocol(em, ownerId);
  const lastCheckIn = new Date(row.last_check_in);
  const days = daysSince(lastCheckIn, now);
  const isRunning = row.is_active && row.is_email_confirmed;
  const after = (count: number) => new Date(lastCheckIn.getTime() + count * DAY).toISOString();
  return {
    is_active: row.is_active,
    inactive_days_threshold: row.inactive_days,
    last_check_in: lastCheckIn.toISOString(),
    safety_days: row.safety_days,
    days_since_last_check_in: days,
    indicator: indicatorOf(days, row.inactive_days),
    stage: row.is_active ? 'armed' : null,
    contacts_told_at: isRunning ? after(row.inactive_days) : null,
    release_at: isRunning ? after(row.inactive_days + row.safety_days) : null,
  };
}
