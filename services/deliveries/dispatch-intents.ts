import type { EntityManager } from '@mikro-orm/postgresql';
import { tellOutbox } from '#services/engine/tell-outbox.ts';
import type { Engine } from '#services/ports/engine.ts';

interface Row {
  owner_id: string;
  channel: string;
  send_at: Date;
  is_over: boolean;
}

/**
 * Tells the engine the newest intent of deliveries it has not heard of.
 * @returns how many were told; when it is not 0, more may be waiting
 * @throws when the engine did not answer; what it was not told stays in the outbox
 */
export function dispatchIntents(em: EntityManager, engine: Pick<Engine, 'announce'>): Promise<number> {
  return tellOutbox<Row>(em, {
    table: 'deliveries',
    key: 'id',
    columns: `owner_id, channel, coalesce(next_attempt_at, scheduled_time) as send_at,
      deleted_at is not null or status <> 'pending' as is_over`,
    tell: (row) =>
      engine.announce({
        deliveryId: row.id,
        revision: row.revision,
        sendAt: new Date(row.send_at),
        cancelled: row.is_over,
        ownerId: row.owner_id,
        channel: row.channel,
      }),
  });
}
