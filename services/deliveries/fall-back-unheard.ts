import type { EntityManager } from '@mikro-orm/postgresql';
import { FALL_BACK_AFTER } from '#domain/delivery/delivery.ts';
import { type DeliveryPolicy, scaled } from '#domain/delivery/retry.ts';
import { isUnheard } from '#domain/delivery/unheard.ts';
import { DeliveryChanges } from './delivery-changes.ts';
import { idArray, lockDeliveries } from './locked.ts';

const AT_ONCE = 100;

/**
 * Finds messages that WhatsApp accepted two days ago and of which nothing was heard since: they go by email now.
 * @returns how many
 */
export async function fallBackUnheard(em: EntityManager, policy: DeliveryPolicy): Promise<number> {
  return em.transactional(async (tx) => {
    const silent = await tx.execute<{ id: string }[]>(
      `select id from deliveries where channel = 'whatsapp' and status = 'sent' and fell_back_at is null and delivered_at is null
         and opened_at is null and deleted_at is null and link_revoked_at is null and sent_at <= now() - ?::interval order by sent_at limit ${AT_ONCE}`,
      [`${scaled(FALL_BACK_AFTER, policy.minute)} milliseconds`],
    );
    const { now, deliveries } = await lockDeliveries(
      tx,
      silent.map(({ id }) => id),
    );
    // Read under the lock: somebody may have opened it while we waited.
    const opened = await tx.execute<{ id: string }[]>(
      'select id from deliveries where id = any(?::uuid[]) and opened_at is not null',
      [idArray(deliveries.map(({ id }) => id))],
    );
    const isOpened = new Set(opened.map(({ id }) => id));
    const changes = new DeliveryChanges();
    const unheard = deliveries.filter(
      (delivery) => !delivery.isLinkRevoked && isUnheard(delivery, isOpened.has(delivery.id), now, policy),
    );
    for (const delivery of unheard) changes.fellBack(delivery, 'unheard', now);
    await changes.write(tx, now);
    return unheard.length;
  });
}
