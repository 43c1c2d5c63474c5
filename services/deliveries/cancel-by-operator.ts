import type { EntityManager } from '@mikro-orm/postgresql';
import { refuseChange } from '#domain/delivery/protocol.ts';
import { DeliveryChanges } from './delivery-changes.ts';
import { lockDeliveries } from './locked.ts';

/**
 * An operator cancelled the run in the engine: the delivery fails, and its owner is told. What is finished, deleted, or
 * in the provider's hands stays as it is.
 */
export async function cancelByOperator(em: EntityManager, deliveryId: string): Promise<void> {
  await em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [deliveryId]);
    const [delivery] = deliveries;
    if (!delivery || delivery.isDeleted) return;
    const refusal = refuseChange(delivery, delivery.scheduledAt, now);
    if (refusal === 'finished' || refusal === 'being-sent') return;
    const changes = new DeliveryChanges();
    changes.failed(delivery, 'cancelled-by-operator', 'operator');
    await changes.write(tx, now);
  });
}
