/** Moves the instants of protocols after the database's clock jumped: batch by batch, each owner once. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { after, before, CLOCK_NOW } from '#db/instants.ts';
import { query, type Tables } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { FALL_BACK_AFTER, FALLING_BACK } from '#domain/delivery/delivery.ts';
import { wakeMails } from './wake-mails.ts';

const BATCH = 500;

/** Which instants move. */
export interface Shift {
  /** By how much, in milliseconds. */
  by: number;
  /** Those between the jump and `until`; otherwise all others. */
  isInside: boolean;
  /** Null for now, at whatever instant an owner is moved: one who checks in meanwhile does so by the accepted clock. */
  until: Expression<Date> | null;
  /** How long before it was noted a jump may have been, in milliseconds: where the version before noted it. */
  margin: number;
}

/** Records what is to be moved, and moves outages. The row of the clock is locked, and says when the jump was noted. */
export async function beginShift(tx: EntityManager, { by, isInside, until, margin }: Shift): Promise<void> {
  await query(tx)
    .updateTable('database_clock')
    .set(({ ref, fn }) => ({
      shift_ms: by,
      shift_is_inside: isInside,
      // The version before does not say where a doubt began.
      shift_from: fn.coalesce('shift_from', before(ref('noted_at') as Expression<Date>, margin)),
      shift_until: until,
      shifted_to: null,
    }))
    .execute();
  const span = await query(tx).selectFrom('database_clock').selectAll().executeTakeFirstOrThrow();
  await moveOutages(tx, span);
}

/** Written when they ended, by the clock of that moment. */
async function moveOutages(tx: EntityManager, span: Span): Promise<void> {
  const both = (row: ExpressionBuilder<Tables, 'outages'>) => ({
    began_at: moved(span, row.ref('began_at'), row.ref('ended_at')),
    ended_at: moved(span, row.ref('ended_at')),
  });
  if (!span.shift_is_inside) {
    await query(tx).updateTable('outages').set(both).execute();
    return;
  }
  // One may be from before the jump as well: it counts twice, and the owner gets more time.
  await query(tx)
    .insertInto('outages')
    .columns(['began_at', 'ended_at'])
    .expression((eb) =>
      eb
        .selectFrom('outages')
        .select((row) => [both(row).began_at.as('began_at'), both(row).ended_at.as('ended_at')])
        .where(({ ref }) => isInside(span, ref('ended_at'))),
    )
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
      await warnAgain(tx);
      await wakeMails(tx);
      await moveTriesBack(tx, span);
      await moveUnheard(tx, span);
    }
    await query(tx)
      .updateTable('database_clock')
      .set({
        shifted_to: last,
        ...(last === null && { shift_ms: null, shift_from: doubtFrom(span), shift_until: null }),
      })
      .execute();
    return last !== null;
  });
}

type Span = Selectable<
  Pick<Tables['database_clock'], 'skew_ms' | 'shift_ms' | 'shift_is_inside' | 'shift_from' | 'shift_until'>
>;

/** While the clock is still in doubt: since when, by the clock that has moved again. */
function doubtFrom({ skew_ms: skew, shift_from: from, shift_ms: by }: Span) {
  return skew === 0 || from === null ? null : new Date(from.getTime() + (by ?? 0));
}

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
    // Also of a protocol that is off: switched on, it would not count before an instant that lies ahead.
    .where('id', '=', anyOf(ids))
    .execute();
  await query(tx)
    .updateTable('emergency_protocols')
    .set(({ ref, eb }) => ({
      last_check_in: shifted(span, ref('last_check_in')),
      missed_at: shifted(span, ref('missed_at')),
      paused_until: shiftedPause(span, ref('paused_until'), ref('last_check_in')),
      revision: eb('revision', '+', 1),
      next_step_at: CLOCK_NOW,
    }))
    .where('owner_id', '=', owners)
    .execute();
  await shiftMessages(tx, span, owners);
  await shiftHolds(tx, span, ids);
}

/** A hold keeps its length. It also runs for an owner whose protocol is off or released. */
async function shiftHolds(tx: EntityManager, span: Span, ids: readonly string[]): Promise<void> {
  await query(tx)
    .updateTable('duress_holds')
    .set(({ ref }) => {
      const began = shifted(span, ref('began_at'));
      return { began_at: began, ends_at: sql<Date>`${began} + (${ref('ends_at')} - ${ref('began_at')})` };
    })
    .where('owner_id', '=', anyOf(ids))
    .execute();
}

async function shiftMessages(tx: EntityManager, span: Span, owners: ReturnType<typeof anyOf>): Promise<void> {
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
  await query(tx)
    .updateTable('contact_acts as a')
    .from('emergency_protocols as p')
    .set(({ ref }) => ({ at: shifted(span, ref('a.at')) }))
    .whereRef('p.owner_id', '=', 'a.owner_id')
    .whereRef('p.episode', '=', 'a.episode')
    .where('a.owner_id', '=', owners)
    .execute();
  await query(tx)
    .updateTable('warning_messages')
    .set(({ ref }) => ({ delivered_at: shiftedDelivery(span, ref('delivered_at')) }))
    .where('owner_id', '=', owners)
    .where('kind', '=', 'warning')
    .execute();
}

/**
 * Ends a short outage now, so that each owner who had been warned is warned again: of what was accepted by a clock that was
 * set back nobody knows whether it came before or after the last outage.
 */
async function warnAgain(tx: EntityManager): Promise<void> {
  await query(tx)
    .insertInto('outages')
    .columns(['began_at', 'ended_at'])
    .expression(query(tx).selectNoFrom([before(CLOCK_NOW, 1).as('began_at'), CLOCK_NOW.as('ended_at')]))
    .execute();
}

/**
 * A retry that was planned by a clock that was ahead would wait for as long as the clock had jumped. What waits for its date
 * does not move. What was sent again before its date, which a clock that was accepted since has made later, does not wait
 * for it.
 */
async function moveTriesBack(tx: EntityManager, span: Span): Promise<void> {
  const by = span.shift_ms ?? 0;
  if (by >= 0) return;
  await query(tx)
    .updateTable('deliveries')
    .set(({ ref }) => {
      const [next, date] = [ref('next_attempt_at') as Expression<Date>, ref('scheduled_time')];
      const moved = after(next, by);
      return {
        next_attempt_at: sql<Date>`case when ${next} < ${date} then ${moved} else greatest(${moved}, ${date}) end`,
      };
    })
    .where('status', '=', 'pending')
    .where('next_attempt_at', '>', span.shift_is_inside ? (span.shift_from as Date) : before(CLOCK_NOW, by))
    .whereRef('next_attempt_at', '<>', 'scheduled_time')
    .execute();
}

/** Messages that go by email unless they are heard of: they keep their two days. */
async function moveUnheard(tx: EntityManager, span: Span): Promise<void> {
  await query(tx)
    .updateTable('deliveries')
    .set(({ ref }) => ({ sent_at: shifted(span, ref('sent_at')) }))
    .where('channel', 'in', FALLING_BACK)
    .where('status', '=', 'sent')
    .where('fell_back_at', 'is', null)
    .where('delivered_at', 'is', null)
    .where('opened_at', 'is', null)
    .where('sent_at', '>', before(CLOCK_NOW, Math.abs(span.shift_ms ?? 0) + FALL_BACK_AFTER))
    .execute();
}

/**
 * Choosing a pause is a check-in, so the last check-in says by which clock its end was chosen. In doubt it becomes longer: one
 * that was chosen by a clock that was ahead, and one that was chosen before the owner checked in by such a clock.
 */
function shiftedPause(span: Span, pause: Expression<Date | null>, lastCheckIn: Expression<Date>) {
  const by = span.shift_ms ?? 0;
  const moved = after(pause as Expression<Date>, by);
  if (by > 0 && !span.shift_is_inside) return moved;
  if (by < 0 && span.shift_is_inside) return pause;
  const [inside, outside] = span.shift_is_inside ? [moved, pause] : [pause, moved];
  return sql<Date | null>`case when ${isInside(span, lastCheckIn)} then ${inside} else ${outside} end`;
}

/**
 * After a clock was set back, an instant may be from before or after the jump. A delivery then counts as the earlier one: one
 * that seemed to follow a bounce would make the protocol shorter.
 */
function shiftedDelivery(span: Span, delivered: Expression<Date | null>) {
  const isBack = (span.shift_ms ?? 0) < 0;
  if (isBack === span.shift_is_inside) return moved(span, delivered);
  return isBack ? after(delivered as Expression<Date>, span.shift_ms ?? 0) : delivered;
}

function isInside(span: Span, instant: Expression<Date | null>) {
  return sql<boolean>`${instant} between ${span.shift_from} and coalesce(${span.shift_until}, ${CLOCK_NOW})`;
}

/**
 * A machine that was paused looks like a clock that was set back a second time. While the clock is still in doubt nothing
 * becomes older: an owner who has just checked in would be released early.
 * @returns the instant, moved if it is one of those; null for null. What has happened stays in the past.
 */
function shifted<Instant extends Date | null>(span: Span, instant: Expression<Instant>) {
  if (span.skew_ms === 0 || (span.shift_ms ?? 0) > 0) return moved(span, instant);
  return sql<Instant>`case when ${instant} > ${CLOCK_NOW} then ${CLOCK_NOW} else ${instant} end`;
}

/** @param writtenAt when the instant was written; it is of that moment, where nothing else is given */
function moved<Instant extends Date | null>(
  span: Span,
  instant: Expression<Instant>,
  writtenAt: Expression<Date | null> = instant,
) {
  const other = after(instant as Expression<Date>, span.shift_ms ?? 0);
  const isMeant = span.shift_is_inside ? isInside(span, writtenAt) : sql`not (${isInside(span, writtenAt)})`;
  return sql<Instant>`case when not (${isMeant}) then ${instant}
    when ${instant} <= ${CLOCK_NOW} then least(${other}, ${CLOCK_NOW}) else ${other} end`;
}
