import type { EntityManager } from '@mikro-orm/postgresql';
import { outageGapOf } from '#domain/emergency/open-time.ts';
import type { Stage } from '#domain/emergency/protocol.ts';
import { MINUTE } from '#domain/time/durations.ts';

/** From which lateness on operators are alarmed. */
export const LATE = 15 * MINUTE;

/** How much waits, and how long, of all protocols together. Durations are milliseconds. */
export interface ProtocolBacklog {
  /** For how long the most overdue protocol has waited for us; 0 when none does. */
  late: number;
  /** Warnings to owners that no provider has taken for longer than LATE: their protocols are held. */
  held: number;
  /** How many protocols are in which stage; those that are on and lack something run in none. */
  stages: Partial<Record<Stage, number>>;
  /** For how long nobody has said that people can reach us, 0 while that is as usual; null when nobody ever did. */
  closedFor: number | null;
}

/**
 * @param day the length of a protocol day, in milliseconds
 * @returns how all protocols stand, by the database's clock
 */
export async function protocolBacklog(em: EntityManager, day: number): Promise<ProtocolBacklog> {
  const [row] = await em.execute<{ late: number; held: number; silence: number | null }[]>(
    `select coalesce(extract(epoch from clock_timestamp() - (select min(next_step_at) from emergency_protocols)) * 1000, 0)::float8 as late,
       (select count(*) from emergency_mails m join emergency_protocols p on p.owner_id = m.owner_id and p.is_active
        where m.next_try_at is not null and m.kind in ('reminder', 'missed', 'last-call', 'again')
          and m.created_at < clock_timestamp() - ?::interval)::int as held,
       (select extract(epoch from clock_timestamp() - beat_at) * 1000 from heartbeats)::float8 as silence`,
    [`${LATE} milliseconds`],
  );
  const stages = await em.execute<{ stage: Stage; count: number }[]>(
    'select stage, count(*)::int as count from emergency_protocols where is_active and not is_blocked group by stage',
  );
  const silence = row?.silence ?? null;
  return {
    late: Math.max(0, row?.late ?? 0),
    held: row?.held ?? 0,
    stages: Object.fromEntries(stages.map(({ stage, count }) => [stage, count])),
    closedFor: silence === null ? null : silence > outageGapOf(day) ? silence : 0,
  };
}
