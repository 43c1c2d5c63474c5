import type { EntityManager } from '@mikro-orm/postgresql';
import { Delivery } from '#db/entities/delivery.ts';
import { refuseChange } from '#domain/delivery/protocol.ts';
import { AppError, notFound } from '#domain/errors.ts';
import { isId } from '#domain/ids.ts';
import { type LockedDelivery, lockDeliveries } from './locked.ts';

/**
 * Locks a delivery for its owner.
 * @throws AppError not-found, also for somebody else's and for what was deleted
 */
export async function lockOwnDelivery(
  tx: EntityManager,
  ownerId: string,
  id: string,
): Promise<{ delivery: LockedDelivery; now: number }> {
  const isOwn = isId(id) && (await tx.count(Delivery, { id, owner: ownerId, deletedAt: null })) === 1;
  if (!isOwn) throw notFound('delivery');
  const { now, deliveries } = await lockDeliveries(tx, [id]);
  const [delivery] = deliveries;
  if (!delivery || delivery.isDeleted) throw notFound('delivery');
  return { delivery, now };
}

/**
 * What a person may change is what has not begun to leave: never "deleted" and delivered.
 * @throws AppError conflict, saying how far it has got
 */
export function requireChangeable(delivery: LockedDelivery, now: number): void {
  switch (refuseChange(delivery, delivery.scheduledAt, now)) {
    case 'finished':
      throw new AppError(
        'conflict',
        delivery.status === 'sent' ? 'This delivery has been sent.' : 'This delivery has already ended.',
      );
    case 'being-sent':
      throw new AppError('conflict', 'This delivery is being sent at this moment.');
    case 'due':
      throw new AppError('conflict', 'The time of this delivery has come.');
    case null:
  }
}
