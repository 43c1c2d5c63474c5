import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type ExpressionBuilder, sql } from 'kysely';
import { before, CLOCK_NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import type { FailureCode } from '#domain/delivery/delivery.ts';
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
  /** What releases sent and their contacts do not have: it came back, was refused for longer than LATE, or is unconfirmed. */
  undelivered: number;
  /** Contacts whose notification came back, while their owner is silent and the release is ahead. */
  notNotified: number;
  /** How many protocols are in which stage; those that are on and blocked are in none. */
  stages: Partial<Record<Stage, number>>;
  /** How many protocols wait for what contacts say, or for their owner's answer to it. */
  waits: Record<'held' | 'confirmations' | 'raised', number>;
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
  const { undelivered, notNotified } = await unreached(em);
  return {
    waits: await countWaits(em),
    undelivered,
    notNotified,
    late: Math.max(0, late ?? 0),
    waitingWarnings: waitingWarnings ?? 0,
    stages: Object.fromEntries(stages.map(({ stage, count }) => [stage, count])),
    unreachableFor: silence === null ? null : silence > outageGapOf(day) ? silence : 0,
    clock: await readClock(em),
  };
}

/** Failures after which a contact wants nothing, or has it. */
const NOT_WANTED: FailureCode[] = ['refused', 'stopped', 'revoked', 'reported'];

async function unreached(em: EntityManager): Promise<Pick<ProtocolBacklog, 'undelivered' | 'notNotified'>> {
  const row = await query(em)
    .selectNoFrom((eb) => [selectUndelivered(eb), selectNotNotified(eb)])
    .executeTakeFirstOrThrow();
  return { undelivered: row.undelivered ?? 0, notNotified: row.notNotified ?? 0 };
}

type Selecting = ExpressionBuilder<Tables, never>;

/** What releases sent and their contacts do not have. */
function selectUndelivered({ selectFrom }: Selecting) {
  return (
    selectFrom('deliveries as d')
      .innerJoin('emergency_protocols as p', (join) =>
        join.onRef('p.owner_id', '=', 'd.owner_id').onRef('p.episode', '=', 'd.release_episode'),
      )
      .select(COUNT.as('count'))
      .where('d.origin', '=', 'release')
      // As the index has it.
      .where((eb) => eb.or([eb('d.status', '<>', 'sent'), eb('d.is_unconfirmed', '=', true)]))
      .where('d.deleted_at', 'is', null)
      .where('d.opened_at', 'is', null)
      .where('p.stage', '=', 'released')
      .where((eb) =>
        eb.or([
          eb('d.is_unconfirmed', '=', true),
          eb.and([eb('d.status', '=', 'failed'), eb('d.failure_code', 'not in', NOT_WANTED)]),
          eb.exists(
            eb
              .selectFrom('delivery_attempts as a')
              .select('a.id')
              .whereRef('a.delivery_id', '=', 'd.id')
              .whereRef('a.revision', '=', 'd.revision')
              .where('d.status', '=', 'pending')
              .where('a.state', '=', 'rejected')
              .where('a.started_at', '<', before(CLOCK_NOW, LATE)),
          ),
        ]),
      )
      .as('undelivered')
  );
}

/** Notifications that came back before a release. */
function selectNotNotified({ selectFrom }: Selecting) {
  return (
    selectFrom('emergency_mails as m')
      .innerJoin('emergency_protocols as p', (join) =>
        join.onRef('p.owner_id', '=', 'm.owner_id').onRef('p.episode', '=', 'm.episode'),
      )
      .innerJoin('trusted_contacts as t', (join) =>
        join.onRef('t.owner_id', '=', 'm.owner_id').onRef('t.email', '=', 'm.email'),
      )
      .select(COUNT.as('count'))
      .where('m.kind', '=', 'contact-told')
      .where('m.state', '=', 'bounced')
      .where('p.is_active', '=', true)
      .where('p.stage', 'in', ['missed', 'last-call'])
      .where('t.bounced_at', 'is not', null)
      // Their second address may have it.
      .where(({ exists, not, selectFrom: select }) =>
        not(
          exists(
            select('emergency_mails as second')
              .select('second.id')
              .whereRef('second.owner_id', '=', 'm.owner_id')
              .whereRef('second.episode', '=', 'm.episode')
              .where('second.kind', '=', 'contact-told')
              .whereRef('second.email', '=', 't.alternate_email')
              .where('second.state', '=', 'accepted'),
          ),
        ),
      )
      .as('notNotified')
  );
}

/** By the first words of `waitsFor` (domain/emergency/waits-for.ts). */
async function countWaits(em: EntityManager): Promise<ProtocolBacklog['waits']> {
  const row = await query(em)
    .selectNoFrom(({ selectFrom }) => {
      const waiting = (words: string) =>
        selectFrom('emergency_protocols')
          .select(COUNT.as('count'))
          .where('waits_for', 'like', `${words}%`)
          // As the index has it: before a warning, or what a contact says, it waits for nobody.
          .where('stage', '<>', 'armed')
          .where('is_active', '=', true)
          .where('is_blocked', '=', false);
      return [waiting('held').as('held'), waiting('waits').as('confirmations'), waiting('raised').as('raised')];
    })
    .executeTakeFirstOrThrow();
  return { held: row.held ?? 0, confirmations: row.confirmations ?? 0, raised: row.raised ?? 0 };
}

function millisecondsSince(instant: Expression<object>) {
  return sql<number | null>`(extract(epoch from ${CLOCK_NOW} - ${instant}) * 1000)::float8`;
}
