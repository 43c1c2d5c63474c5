import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, sql } from 'kysely';
import { before, CLOCK_NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { outageGapOf } from '#domain/emergency/availability.ts';
import { type Stage, WARNING_KINDS } from '#domain/emergency/protocol.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { type ClockState, readClock } from './database-clock.ts';

/** Operators are alarmed when something is later than this, in milliseconds. */
export const LATE = 15 * MINUTE;

/** What waits in all protocols together, and for how long. Durations are milliseconds. */
export interface ProtocolBacklog {
  /** How late the most overdue protocol is; 0 when none is. */
  late: number;
  /** Warnings to owners that no provider has taken for longer than LATE: their protocols wait. */
  waitingWarnings: number;
  /** How many protocols are in which stage; those that are on and blocked are in none. */
  stages: Partial<Record<Stage, number>>;
  /** How long nothing has shown that owners can check in; 0 while it is shown as usual, null if it never was. */
  unreachableFor: number | null;
  /** Whether everything waits because the database's clock is in doubt, and how far it has moved. */
  clock: ClockState;
}

/**
 * @param day the length of a protocol day, in milliseconds
 * @returns the backlog of all protocols, by the database's clock
 */
export async function protocolBacklog(em: EntityManager, day: number): Promise<ProtocolBacklog> {
  const { late, waitingWarnings, silence } = await query(em)
    .selectNoFrom(({ selectFrom }) => [
      millisecondsSince(selectFrom('emergency_protocols').select((eb) => eb.fn.min('next_step_at').as('first'))).as(
        'late',
      ),
      selectFrom('emergency_mails as m')
        .innerJoin('emergency_protocols as p', 'p.owner_id', 'm.owner_id')
        .select(COUNT.as('count'))
        .where('p.is_active', '=', true)
        .where('m.state', '=', 'waiting')
        .where('m.kind', 'in', WARNING_KINDS)
        .where('m.created_at', '<', before(CLOCK_NOW, LATE))
        .as('waitingWarnings'),
      millisecondsSince(selectFrom('heartbeats').select('beat_at')).as('silence'),
    ])
    .executeTakeFirstOrThrow();
  const stages = await query(em)
    .selectFrom('emergency_protocols')
    .select(['stage', COUNT.as('count')])
    .where('is_active', '=', true)
    .where('is_blocked', '=', false)
    .groupBy('stage')
    .execute();
  return {
    late: Math.max(0, late ?? 0),
    waitingWarnings: waitingWarnings ?? 0,
    stages: Object.fromEntries(stages.map(({ stage, count }) => [stage, count])),
    unreachableFor: silence === null ? null : silence > outageGapOf(day) ? silence : 0,
    clock: await readClock(em),
  };
}

function millisecondsSince(instant: Expression<object>) {
  return sql<number | null>`(extract(epoch from ${CLOCK_NOW} - ${instant}) * 1000)::float8`;
}
