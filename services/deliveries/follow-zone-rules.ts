import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyOf, recordset } from '#db/sql.ts';
import { isNewer, recompute } from '#domain/delivery/zone-rules.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { type LockedDelivery, lockDeliveries } from './locked.ts';

/** So few that a delivery that falls due meanwhile does not wait for them. */
const AT_ONCE = 500;
/** So long after new rules came, a process that has not been upgraded yet may still schedule by the old ones. */
const SIDE_BY_SIDE = 2 * DAY;
/** Before anything: ids are compared as they are sorted. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A local time, and its instant when it was last computed. */
interface CivilRow {
  id: string;
  local_time: string | null;
  time_zone: string;
  scheduled_time: Date;
}

/**
 * Moves the instants of waiting deliveries to where the time zone rules put them now. What a program scheduled is an
 * instant, and never moves. It can stop anywhere and start again, in several workers at once: each row is decided under
 * its lock.
 * @param version of the rules of this process, such as 2026c (`process.versions.tz`)
 * @returns how many moved
 */
export async function followZoneRules(fork: () => EntityManager, version: string): Promise<number> {
  if (!(await isToWalk(fork(), version))) return 0;
  let moved = 0;
  let after = FIRST_ID;
  while (true) {
    const rows = await civilRows(fork(), after);
    const stale = rows.filter((row) => newInstant(row) !== null);
    if (stale.length > 0) moved += await moveAll(fork(), stale);
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) break;
    after = last.id;
  }
  await recordVersion(fork(), version);
  return moved;
}

async function isToWalk(em: EntityManager, version: string): Promise<boolean> {
  const known = await query(em)
    .selectFrom('zone_rules')
    .select((eb) => ['version', eb('applied_at', '>', ago(SIDE_BY_SIDE)).as('is_fresh')])
    .executeTakeFirst();
  return isNewer(version, known?.version ?? null) || (known?.version === version && known.is_fresh === true);
}

function civilRows(em: EntityManager, after: string): Promise<CivilRow[]> {
  return query(em)
    .selectFrom('deliveries')
    .select(['id', 'local_time', 'time_zone', 'scheduled_time'])
    .where('local_time', 'is not', null)
    .where('next_attempt_at', 'is not', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
}

function newInstant({ local_time, time_zone, scheduled_time }: CivilRow): number | null {
  return local_time === null ? null : recompute(local_time, time_zone, scheduled_time.getTime());
}

/** @returns how many of them moved; the others have changed, begun or ended meanwhile */
async function moveAll(em: EntityManager, stale: readonly CivilRow[]): Promise<number> {
  return em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(
      tx,
      stale.map(({ id }) => id),
    );
    const walls = await wallTimes(
      tx,
      deliveries.map(({ id }) => id),
    );
    const moves = deliveries.flatMap((delivery) => {
      const local = walls.get(delivery.id) ?? null;
      const to = hasNotBegun(delivery, now) && local ? recompute(local, delivery.timeZone, delivery.scheduledAt) : null;
      return to === null ? [] : [{ delivery, to }];
    });
    const instants = moves.map(({ delivery, to }) => ({ id: delivery.id, at: new Date(to) }));
    await query(tx)
      .updateTable('deliveries as d')
      .from(recordset('r', instants, { id: 'uuid', at: 'timestamptz' }))
      .set(({ eb, ref, fn }) => ({
        scheduled_time: ref('r.at'),
        next_attempt_at: fn<Date>('greatest', ['r.at', NOW]),
        engine_checked_at: null,
        revision: eb('d.revision', '+', 1),
      }))
      .whereRef('d.id', '=', 'r.id')
      .execute();
    await appendTimeline(tx, new Date(now), moves.map(happening));
    return moves.length;
  });
}

/** Read under the lock: its owner may have chosen another time meanwhile. */
async function wallTimes(tx: EntityManager, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await query(tx)
    .selectFrom('deliveries')
    .select(['id', 'local_time'])
    .where('id', '=', anyOf(ids))
    .execute();
  return new Map(rows.map((row) => [row.id, row.local_time]));
}

/** A delivery that is due by the old rules goes out by them. */
function hasNotBegun({ status, isDeleted, attempts, scheduledAt }: LockedDelivery, now: number): boolean {
  return status === 'pending' && !isDeleted && attempts.length === 0 && scheduledAt > now;
}

function happening({ delivery, to }: { delivery: LockedDelivery; to: number }): Happening {
  const minutes = Math.round((to - delivery.scheduledAt) / MINUTE);
  const detail = { revision: delivery.revision + 1, minutes };
  return {
    ownerId: delivery.ownerId,
    kind: 'delivery-time-moved',
    actor: 'stillhere',
    deliveryId: delivery.id,
    detail,
  };
}

/** Records the newest version, and since when it applies. */
async function recordVersion(em: EntityManager, version: string): Promise<void> {
  await query(em)
    .insertInto('zone_rules')
    .values({ id: 1, version, applied_at: NOW })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet(({ ref }) => ({ version: ref('excluded.version'), applied_at: NOW }))
        .whereRef('excluded.version', '>', 'zone_rules.version'),
    )
    .execute();
}
