import type { EntityManager } from '@mikro-orm/postgresql';
import { isNewer, recompute } from '#domain/delivery/zone-rules.ts';
import { DAY, MINUTE } from '#domain/time/durations.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { idArray, type LockedDelivery, lockDeliveries } from './locked.ts';

/** So few that what is due meanwhile does not wait for them. */
const AT_ONCE = 500;
/** So long after new rules came, a process that has not been upgraded yet may still schedule by the old ones. */
const SIDE_BY_SIDE = 2 * DAY;
/** Before anything: ids are compared as they are sorted. */
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A time on a wall, and what it meant when it was worked out. */
interface CivilRow {
  id: string;
  local_time: string;
  time_zone: string;
  instant: string;
}

/**
 * Moves the instants of what waits to where the rules of time zones have them now. What a program scheduled is an
 * instant, and never moves. It can be ended anywhere and begun again, by several workers at once: each row is decided
 * under its lock.
 * @param version of the rules that this process knows, such as 2026c (`process.versions.tz`)
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
  await noteVersion(fork(), version);
  return moved;
}

async function isToWalk(em: EntityManager, version: string): Promise<boolean> {
  const [known] = await em.execute<{ version: string; is_fresh: boolean }[]>(
    'select version, applied_at > now() - ?::interval as is_fresh from zone_rules',
    [`${SIDE_BY_SIDE} milliseconds`],
  );
  return isNewer(version, known?.version ?? null) || (known?.version === version && known.is_fresh);
}

async function civilRows(em: EntityManager, after: string): Promise<CivilRow[]> {
  return em.execute(
    `select id, local_time, time_zone, (extract(epoch from scheduled_time) * 1000)::float8 as instant from deliveries
     where local_time is not null and next_attempt_at is not null and id > ? order by id limit ${AT_ONCE}`,
    [after],
  );
}

function newInstant({ local_time, time_zone, instant }: CivilRow): number | null {
  return recompute(local_time, time_zone, Number(instant));
}

/** @returns how many of them moved: others have changed, begun or gone meanwhile */
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
    await tx.execute(
      `update deliveries d set scheduled_time = r.at, next_attempt_at = greatest(r.at, now()), engine_checked_at = null, revision = d.revision + 1
       from jsonb_to_recordset(?::jsonb) as r(id uuid, at timestamptz) where d.id = r.id`,
      [JSON.stringify(moves.map(({ delivery, to }) => ({ id: delivery.id, at: new Date(to).toISOString() })))],
    );
    await appendTimeline(tx, new Date(now), moves.map(happening));
    return moves.length;
  });
}

/** Read under the lock: its owner may have chosen another time meanwhile. */
async function wallTimes(tx: EntityManager, ids: readonly string[]): Promise<Map<string, string | null>> {
  const rows = await tx.execute<Pick<CivilRow, 'id' | 'local_time'>[]>(
    'select id, local_time from deliveries where id = any(?::uuid[])',
    [idArray(ids)],
  );
  return new Map(rows.map((row) => [row.id, row.local_time]));
}

/** Once its hour has come by the old rules, it goes out by them. */
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

/** The newest rules stay noted, and since when. */
async function noteVersion(em: EntityManager, version: string): Promise<void> {
  await em.execute(
    `insert into zone_rules (id, version, applied_at) values (1, ?, now())
     on conflict (id) do update set version = excluded.version, applied_at = now() where excluded.version > zone_rules.version`,
    [version],
  );
}
