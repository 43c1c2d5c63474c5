import type { EntityManager } from '@mikro-orm/postgresql';
import { BEAT_AHEAD_MAX, type Door, doorAt, type Outage, outageGapOf } from '#domain/emergency/open-time.ts';
import { DAY } from '#domain/time/durations.ts';
import { forgetFuture } from './after-setback.ts';

/** Older ones shift nothing any more: no episode reaches further back, except one that our provider holds up. */
const KEPT_DAYS = 800;

/**
 * Says that people can reach us, and keeps the silence before as an outage where it was long. By the database's clock:
 * one that jumps ahead looks like an outage, and shifts what is left as an outage does. One that was set back is repaired
 * first, so an outage begins there as well.
 * @param day the length of a protocol day, in milliseconds
 */
export async function beat(em: EntityManager, day: number): Promise<void> {
  const gap = `${outageGapOf(day)} milliseconds`;
  await repairHeartbeat(em, day);
  await em.transactional(async (tx) => {
    // By a clock that was set back they would last until it has caught up, and nothing would move for as long.
    await tx.execute(
      `with never as (delete from outages where began_at >= clock_timestamp())
       update outages set ended_at = clock_timestamp() where ended_at > clock_timestamp() and began_at < clock_timestamp()`,
    );
    // The new beat is taken from what was read before it: Postgres would otherwise read the old one when it is gone.
    const [beaten] = await tx.execute<{ kept: number }[]>(
      `with before as (select beat_at from heartbeats where id = 1 for update),
         kept as (insert into outages (began_at, ended_at)
           select beat_at, clock_timestamp() from before where clock_timestamp() - beat_at > ?::interval returning 1)
       insert into heartbeats (id, beat_at) select 1, clock_timestamp() from (select count(*) from before) as was_read
       on conflict (id) do update set beat_at = excluded.beat_at returning (select count(*)::int from kept) as kept`,
      [gap],
    );
    if (beaten?.kept) await lookAtWarned(tx);
  });
}

/**
 * Repairs a heartbeat that is later than now, because the database's clock was set back. Once the clock had passed it, a
 * web process that is gone would seem to be present. It becomes so old that an outage begins here, and lasts until a web
 * process beats.
 * @param day the length of a protocol day, in milliseconds
 * @returns whether it was later than now
 */
export async function repairHeartbeat(em: EntityManager, day: number): Promise<boolean> {
  return em.transactional(async (tx) => {
    const repaired = await tx.execute<object[]>(
      `update heartbeats set beat_at = clock_timestamp() - ?::interval
       where beat_at > clock_timestamp() + ?::interval returning 1`,
      [`${outageGapOf(day)} milliseconds`, `${BEAT_AHEAD_MAX} milliseconds`],
    );
    if (repaired.length === 0) return false;
    await forgetFuture(tx, day);
    return true;
  });
}

/** Whoever was warned before an outage is warned again at its end, and not when something would have been due. */
async function lookAtWarned(tx: EntityManager): Promise<void> {
  await tx.execute(
    `update emergency_protocols set next_step_at = clock_timestamp() where owner_id in (
       select owner_id from emergency_protocols where is_active and stage in ('reminding', 'missed', 'last-call')
       for no key update skip locked)`,
  );
}

/**
 * @param since only outages that ended after this instant matter, milliseconds
 * @param now the database's clock, milliseconds
 * @returns when people could not reach us, and whether they can now
 */
export async function readDoor(em: EntityManager, since: number, now: number, day: number): Promise<Door> {
  const outages = await em.execute<{ from: number; until: number }[]>(
    `select (extract(epoch from began_at) * 1000)::float8 as "from", (extract(epoch from ended_at) * 1000)::float8 as until
     from outages where ended_at > to_timestamp(?::float8 / 1000) order by ended_at`,
    [since],
  );
  const [heart] = await em.execute<{ beat: number }[]>(
    'select (extract(epoch from beat_at) * 1000)::float8 as beat from heartbeats',
  );
  const asNumbers = (outage: Outage) => ({ from: Number(outage.from), until: Number(outage.until) });
  return doorAt(outages.map(asNumbers), heart ? Number(heart.beat) : null, now, day);
}

/** Forgets outages that shift nothing any more. */
export async function sweepOutages(em: EntityManager): Promise<void> {
  await em.execute('delete from outages where ended_at < now() - ?::interval', [`${KEPT_DAYS * DAY} milliseconds`]);
}
