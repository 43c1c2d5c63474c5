import type { EntityManager } from '@mikro-orm/postgresql';

/** How much waits, and how long. */
export interface Backlog {
  pending: number;
  /** Also of emergency protocols. */
  outboxDepth: number;
  /** Seconds since the longest overdue delivery could first be acted upon; 0 when none is. */
  oldestOverdueSeconds: number;
}

/** @returns the backlog of all owners together */
export async function deliveryBacklog(em: EntityManager): Promise<Backlog> {
  const [row] = await em.execute<{ pending: number; outbox: number; overdue: number }[]>(
    `select (select count(*) from deliveries where next_attempt_at is not null)::int as pending,
       ((select count(*) from deliveries where revision > synced_revision)
         + (select count(*) from emergency_protocols where revision > synced_revision))::int as outbox,
       coalesce(extract(epoch from now() - (select min(next_attempt_at) from deliveries where next_attempt_at is not null)), 0)::float8 as overdue`,
  );
  return {
    pending: row?.pending ?? 0,
    outboxDepth: row?.outbox ?? 0,
    oldestOverdueSeconds: Math.max(0, row?.overdue ?? 0),
  };
}
