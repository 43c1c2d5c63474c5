/** Whether people can reach us, by the heartbeat (canary.ts says who writes it): silence counts only while they can. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { type Expression, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { deleteBatch } from '#db/delete-batch.ts';
import { after, ago, before, CLOCK_NOW, fromMilliseconds, inMilliseconds } from '#db/instants.ts';
import { prepared } from '#db/prepared.ts';
import { query } from '#db/query.ts';
import { COUNT } from '#db/sql.ts';
import { type Availability, availabilityAt, BEAT_AHEAD_MAX, outageGapOf } from '#domain/emergency/availability.ts';
import { PAUSE_DAYS } from '#domain/emergency/emergency.ts';
import { DAY } from '#domain/time/durations.ts';
import { isClockHeld, isInDoubt } from './database-clock.ts';
import { wakeMails } from './wake-mails.ts';

/** Older outages shift nothing: no episode reaches further back, except one whose mails our provider delays. */
const KEPT_DAYS = 800;

/**
 * Records that people can reach us. A long silence before it becomes an outage. By the database's clock: a clock that
 * jumps ahead looks like an outage, and one that was set back is repaired first, so an outage begins there as well.
 * @param day the length of a protocol day, in milliseconds
 */
export async function beat(em: EntityManager, day: number): Promise<void> {
  await repairHeartbeat(em, day);
  await em.transactional(async (tx) => {
    // A clock that was set back is in doubt, and outages of before lie ahead of it until it is set right.
    if (!(await isClockHeld(tx))) await endFutureOutages(tx);
    if (await recordBeat(tx, outageGapOf(day))) await wakeWarned(tx);
  });
}

/** An outage later than now, from a clock that ran ahead, would stop every protocol until the clock has caught up. */
async function endFutureOutages(tx: EntityManager): Promise<void> {
  await query(tx)
    .with('never', (db) => db.deleteFrom('outages').where('began_at', '>=', CLOCK_NOW))
    .updateTable('outages')
    .set({ ended_at: CLOCK_NOW })
    .where('ended_at', '>', CLOCK_NOW)
    .where('began_at', '<', CLOCK_NOW)
    .execute();
}

/** @returns whether the silence before this beat was an outage */
async function recordBeat(tx: EntityManager, gap: number): Promise<boolean> {
  const beaten = await query(tx)
    .with('before', (db) => db.selectFrom('heartbeats').select('beat_at').where('id', '=', 1).forUpdate())
    .with('inserted', (db) =>
      db
        .insertInto('outages')
        .columns(['began_at', 'ended_at'])
        .expression(
          db
            .selectFrom('before')
            .select(['beat_at', CLOCK_NOW.as('ended_at')])
            .where('beat_at', '<', before(CLOCK_NOW, gap)),
        )
        .returning('id'),
    )
    .insertInto('heartbeats')
    .columns(['id', 'beat_at'])
    // Reads `before` first: otherwise Postgres would read the old beat after this statement has replaced it.
    .expression((eb) =>
      eb
        .selectFrom(eb.selectFrom('before').select(COUNT.as('count')).as('was_read'))
        .select([eb.lit(1).as('id'), CLOCK_NOW.as('beat_at')]),
    )
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ beat_at: ({ ref }) => ref('excluded.beat_at') }))
    .returning((eb) => eb.selectFrom('inserted').select(COUNT.as('count')).as('outages'))
    .executeTakeFirstOrThrow();
  return (beaten.outages ?? 0) > 0;
}

/**
 * Repairs a heartbeat that is later than now because the database's clock was set back: once the clock had passed it, a
 * web process that has stopped would seem to run. It becomes so old that an outage begins here and lasts until the next
 * beat.
 * @param day the length of a protocol day, in milliseconds
 * @returns whether it was later than now
 */
export async function repairHeartbeat(em: EntityManager, day: number): Promise<boolean> {
  return em.transactional(async (tx) => {
    const repaired = await query(tx)
      .updateTable('heartbeats')
      .set({ beat_at: before(CLOCK_NOW, outageGapOf(day)) })
      .where('beat_at', '>', after(CLOCK_NOW, BEAT_AHEAD_MAX))
      .returning('id')
      .execute();
    if (repaired.length === 0) return false;
    await forgetFuture(tx, day);
    return true;
  });
}

/**
 * Moves instants in the future back to now, after a clock that ran ahead was corrected: otherwise no owner would be warned
 * and no protocol advanced until those instants. Plans every protocol anew.
 * @param day the length of a protocol day, in milliseconds
 */
export async function forgetFuture(tx: EntityManager, day: number): Promise<void> {
  await query(tx)
    .updateTable('users')
    .set({ email_confirmed_at: CLOCK_NOW })
    .where('email_confirmed_at', '>', CLOCK_NOW)
    .execute();
  // In the order of owners, as every transaction that locks several.
  await query(tx)
    .selectFrom('emergency_protocols')
    .select('owner_id')
    .where('is_active', '=', true)
    .orderBy('owner_id')
    .forUpdate()
    .execute();
  const longestPause = after(CLOCK_NOW, PAUSE_DAYS.max * day);
  await query(tx)
    .updateTable('emergency_protocols')
    .set(({ eb, ref }) => ({
      last_check_in: atMost(ref('last_check_in')),
      missed_at: atMost(ref('missed_at')),
      released_at: atMost(ref('released_at')),
      paused_until: atMost(ref('paused_until'), longestPause),
      revision: eb('revision', '+', 1),
      next_step_at: eb.case().when('stage', '<>', 'released').then(CLOCK_NOW).end(),
    }))
    .where('is_active', '=', true)
    .execute();
  await query(tx)
    .updateTable('duress_holds')
    .set(({ ref }) => ({
      began_at: CLOCK_NOW,
      ends_at: sql<Date>`${CLOCK_NOW} + (${ref('ends_at')} - ${ref('began_at')})`,
    }))
    .where('began_at', '>', CLOCK_NOW)
    .execute();
  await query(tx).updateTable('contact_acts').set({ at: CLOCK_NOW }).where('at', '>', CLOCK_NOW).execute();
  await forgetFutureOfMails(tx);
}

async function forgetFutureOfMails(tx: EntityManager): Promise<void> {
  await query(tx)
    .updateTable('emergency_mails')
    .set(({ ref }) => ({
      settled_at: atMost(ref('settled_at')),
      deferred_at: atMost(ref('deferred_at')),
      delivered_at: atMost(ref('delivered_at')),
      bounced_at: atMost(ref('bounced_at')),
    }))
    .where(({ eb, fn }) =>
      eb(fn<Date>('greatest', ['settled_at', 'deferred_at', 'delivered_at', 'bounced_at']), '>', CLOCK_NOW),
    )
    .execute();
  await wakeMails(tx);
}

function atMost<Instant>(instant: Expression<Instant>, latest: Expression<Date> = CLOCK_NOW) {
  return sql<Instant>`case when ${instant} > ${latest} then ${latest} else ${instant} end`;
}

/** Looks again at each protocol that had warned its owner before an outage, so that the owner is warned again now. */
async function wakeWarned(tx: EntityManager): Promise<void> {
  await query(tx)
    .updateTable('emergency_protocols')
    .set({ next_step_at: CLOCK_NOW })
    .where('owner_id', 'in', ({ selectFrom }) =>
      selectFrom('emergency_protocols')
        .select('owner_id')
        .where('is_active', '=', true)
        .where('stage', 'in', ['reminding', 'missed', 'last-call'])
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .execute();
}

/**
 * @param since only outages that ended after this instant matter, milliseconds
 * @param now the database's clock, milliseconds
 * @returns when people could not reach us, and whether they can now; they count as kept out while the clock is in doubt, so
 *   that every protocol waits
 */
export async function readAvailability(
  em: EntityManager,
  since: number,
  now: number,
  day: number,
): Promise<Availability> {
  const [row] = await availabilityRow(em, { since });
  const availability = availabilityAt(row?.outages ?? [], row?.beat ?? null, now, day);
  return row?.clock && isInDoubt(row.clock) ? { ...availability, isReachable: false } : availability;
}

const availabilityRow = prepared((db, { since }: { since: number }) => {
  const outages = db
    .selectFrom('outages')
    .select(({ ref }) => [inMilliseconds(ref('began_at')).as('from'), inMilliseconds(ref('ended_at')).as('until')])
    .where('ended_at', '>', fromMilliseconds(since))
    .orderBy('ended_at');
  return db.selectNoFrom([
    jsonArrayFrom(outages).as('outages'),
    db
      .selectFrom('heartbeats')
      .select(({ ref }) => inMilliseconds(ref('beat_at')).as('beat'))
      .as('beat'),
    jsonObjectFrom(db.selectFrom('database_clock').select(['skew_ms', 'shift_ms'])).as('clock'),
  ]);
});

/** Deletes outages that no longer shift anything. @returns whether there may be more */
export function deleteOldOutages(em: EntityManager): Promise<boolean> {
  return deleteBatch(em, 'outages', (eb) => eb('ended_at', '<', ago(KEPT_DAYS * DAY)));
}
