/** Moves the instants of protocols after the database's clock jumped: batch by batch, each owner once. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type Selectable, sql } from 'kysely';
import { after, before, CLOCK_NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';

const BATCH = 500;

/** Which instants move. */
export interface Shift {
  /** By how much, in milliseconds. */
  by: number;
  /** Those between the jump and `until`; otherwise all others. */
  isInside: boolean;
  /** Null for now, at whatever instant an owner is moved: one who checks in meanwhile does so by the accepted clock. */
  until: Expression<Date> | null;
  /** How long before it was noted the jump may have been, in milliseconds. */
  margin: number;
}

/** Records what is to be moved, and moves outages. The row of the clock is locked, and says when the jump was noted. */
export async function beginShift(tx: EntityManager, { by, isInside, until, margin }: Shift): Promise<void> {
  await query(tx)
    .updateTable('database_clock')
    .set(({ ref }) => ({
      shift_ms: by,
      shift_is_inside: isInside,
      shift_from: before(ref('noted_at') as Expression<Date>, margin),
      shift_until: until,
      shifted_to: null,
    }))
    .execute();
  const span = await query(tx).selectFrom('database_clock').selectAll().executeTakeFirstOrThrow();
  await query(tx)
    .updateTable('outages')
    .set(({ ref }) => ({ began_at: shifted(span, ref('began_at')), ended_at: shifted(span, ref('ended_at')) }))
    .execute();
}

/**
 * Moves the instants of the next owners and plans their protocols anew. The row of the clock is locked meanwhile: two
 * processes, or one that begins again after a crash, move nothing twice. Protocols wait until all are moved.
 * @returns whether there may be more
 */
export function shiftInstants(em: EntityManager): Promise<boolean> {
  return em.transactional(async (tx) => {
    const span = await query(tx).selectFrom('database_clock').selectAll().forUpdate().executeTakeFirst();
    if (!span || span.shift_ms === null) return false;
    const owners = await query(tx)
      .selectFrom('emergency_protocols')
      .select('owner_id')
      .$if(span.shifted_to !== null, (rest) => rest.where('owner_id', '>', span.shifted_to as string))
      .orderBy('owner_id')
      .limit(BATCH)
      .execute();
    const ids = owners.map(({ owner_id: id }) => id);
    if (ids.length > 0) await shiftOwners(tx, span, ids);
    const last = ids.length < BATCH ? null : (ids.at(-1) ?? null);
    if (last === null) {
      await wakeMails(tx);
      await moveTriesBack(tx, span);
    }
    await query(tx)
      .updateTable('database_clock')
      .set({ shifted_to: last, ...(last === null && { shift_ms: null, shift_from: null, shift_until: null }) })
      .execute();
    return last !== null;
  });
}

type Span = Selectable<Pick<Tables['database_clock'], 'shift_ms' | 'shift_is_inside' | 'shift_from' | 'shift_until'>>;

/** Locks in the order of every transaction: accounts, protocols, mails. */
async function shiftOwners(tx: EntityManager, span: Span, ids: readonly string[]): Promise<void> {
  await query(tx).selectFrom('users').select('id').where('id', '=', anyOf(ids)).orderBy('id').forUpdate().execute();
  const running = await query(tx)
    .selectFrom('emergency_protocols')
    .select(['owner_id', 'episode'])
    .where('owner_id', '=', anyOf(ids))
    .where('is_active', '=', true)
    .where('stage', '<>', 'released')
    .orderBy('owner_id')
    .forUpdate()
    .execute();
  const owners = anyOf(running.map(({ owner_id: id }) => id));
  await query(tx)
    .updateTable('users')
    .set(({ ref }) => ({ email_confirmed_at: shifted(span, ref('email_confirmed_at')) }))
    .where('id', '=', owners)
    .execute();
  await query(tx)
    .updateTable('emergency_protocols')
    .set(({ ref, eb }) => ({
      last_check_in: shifted(span, ref('last_check_in')),
      missed_at: shifted(span, ref('missed_at')),
      // What an owner chose by the moved clock lies ahead of it.
      ...(!span.shift_is_inside && { paused_until: shiftedPause(span, ref('paused_until'), ref('last_check_in')) }),
      revision: eb('revision', '+', 1),
      next_step_at: CLOCK_NOW,
    }))
    .where('owner_id', '=', owners)
    .execute();
  await query(tx)
    .updateTable('emergency_mails as m')
    .from('emergency_protocols as p')
    .set(({ ref }) => ({
      created_at: shifted(span, ref('m.created_at')),
      settled_at: shifted(span, ref('m.settled_at')),
      deferred_at: shifted(span, ref('m.deferred_at')),
      delivered_at: shiftedDelivery(span, ref('m.delivered_at')),
      bounced_at: shifted(span, ref('m.bounced_at')),
    }))
    .whereRef('p.owner_id', '=', 'm.owner_id')
    .whereRef('p.episode', '=', 'm.episode')
    .where('m.owner_id', '=', owners)
    .execute();
}

/** Mails that wait for an instant of the moved clock are looked at again. */
async function wakeMails(tx: EntityManager): Promise<void> {
  await query(tx)
    .updateTable('jobs')
    .set({ run_at: CLOCK_NOW })
    .where('kind', '=', 'emergency-mail')
    .where('run_at', '>', CLOCK_NOW)
    .execute();
}

/**
 * A retry that was planned by a clock that was ahead would wait for as long as the clock had jumped. What waits for its date
 * does not move.
 */
async function moveTriesBack(tx: EntityManager, span: Span): Promise<void> {
  const by = span.shift_ms ?? 0;
  if (by >= 0) return;
  await query(tx)
    .updateTable('deliveries')
    .set(({ ref, fn }) => ({
      next_attempt_at: fn<Date>('greatest', [
        after(ref('next_attempt_at') as Expression<Date>, by),
        ref('scheduled_time'),
      ]),
    }))
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', span.shift_is_inside ? (span.shift_from as Date) : before(CLOCK_NOW, by))
    .whereRef('next_attempt_at', '<>', 'scheduled_time')
    .execute();
}

/** A pause that an owner chose by a clock that was set back does not become shorter: choosing it was a check-in. */
function shiftedPause(span: Span, pause: Expression<Date | null>, lastCheckIn: Expression<Date>) {
  const moved = shifted(span, pause);
  if ((span.shift_ms ?? 0) > 0) return moved;
  return sql<Date | null>`case when ${isInside(span, lastCheckIn)} then ${pause} else ${moved} end`;
}

/**
 * After a clock was set back, an instant may be from before or after the jump. A delivery then counts as the earlier one: one
 * that seemed to follow a bounce would make the protocol shorter.
 */
function shiftedDelivery(span: Span, delivered: Expression<Date | null>) {
  const isBack = (span.shift_ms ?? 0) < 0;
  if (isBack === span.shift_is_inside) return shifted(span, delivered);
  return isBack ? after(delivered as Expression<Date>, span.shift_ms ?? 0) : delivered;
}

function isInside(span: Span, instant: Expression<Date | null>) {
  return sql<boolean>`${instant} between ${span.shift_from} and coalesce(${span.shift_until}, ${CLOCK_NOW})`;
}

/** @returns the instant, moved if it is one of those; null for null. What has happened stays in the past. */
function shifted<Instant extends Date | null>(span: Span, instant: Expression<Instant>) {
  const moved = after(instant as Expression<Date>, span.shift_ms ?? 0);
  const isMeant = span.shift_is_inside ? isInside(span, instant) : sql`not (${isInside(span, instant)})`;
  return sql<Instant>`case when not (${isMeant}) then ${instant}
    when ${instant} <= ${CLOCK_NOW} then least(${moved}, ${CLOCK_NOW}) else ${moved} end`;
}
