import { daysSince } from '#domain/emergency/emergency.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import type { Context } from '#services/context.ts';
import { dayOf } from './protocol-row.ts';
import { emergencyStatus } from './status.ts';

/** What every page shows of an active protocol. */
export interface Glance {
  stage: Stage;
  /** Whole days since the last check-in, and how many there may be. */
  day: number;
  of: number;
  isPaused: boolean;
  /** When contacts are told or were, and when everything goes out; ISO 8601, null as in `EmergencyStatus`. */
  told_at: string | null;
  release_at: string | null;
}

interface Row {
  stage: Stage;
  last_check_in: Date | string;
  inactive_days: number;
  is_paused: boolean;
}

/** @returns how an active protocol stands, cheaply while nothing is the matter; null of one that is off */
export async function glance(context: Context, ownerId: string): Promise<Glance | null> {
  const [row] = await context.em.execute<Row[]>(
    `select stage, last_check_in, inactive_days, coalesce(paused_until > now(), false) as is_paused
     from emergency_protocols where owner_id = ? and is_active`,
    [ownerId],
  );
  if (!row) return null;
  const { stage, inactive_days: of, is_paused: isPaused } = row;
  const status = stage === 'armed' ? null : await emergencyStatus(context, ownerId);
  return {
    stage,
    day: daysSince(new Date(row.last_check_in), context.now, dayOf(context)),
    of,
    isPaused,
    told_at: status?.contacts_told_at ?? null,
    release_at: status?.release_at ?? null,
  };
}
