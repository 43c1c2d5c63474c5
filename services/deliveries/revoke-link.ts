import type { EntityManager } from '@mikro-orm/postgresql';
import { Delivery } from '#db/entities/delivery.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import type { DeliveryView } from './delivery-view.ts';
import type { LockedDelivery } from './locked.ts';
import { lockOwnDelivery } from './own-delivery.ts';
import { findDelivery, MAY_BE_OUT } from './queries.ts';

/**
 * Takes back the link of what was sent: from this moment on it opens nothing, and no file behind it. A further message
 * that was to bring it is called off; one that is under way at this moment arrives with a link that is closed. Asked for
 * once more it changes nothing.
 * @throws AppError conflict when nothing was sent, or a release sent it; not-found
 */
export async function revokeLink(context: Context, ownerId: string, id: string): Promise<DeliveryView> {
  await context.em.transactional(async (tx) => {
    const { delivery, now } = await lockOwnDelivery(tx, ownerId, id);
    if (delivery.origin === 'release') throw ofRelease();
    if (delivery.isLinkRevoked) return;
    if (!(await mayBeOut(tx, delivery)))
      throw new AppError('conflict', 'Nothing was sent yet, so that there is no link to take back.');
    const at = new Date(now);
    const calledOff = delivery.status === 'pending';
    await tx.nativeUpdate(
      Delivery,
      { id, owner: ownerId },
      {
        linkEpoch: delivery.linkEpoch + 1,
        linkRevokedAt: at,
        ...(calledOff ? { status: 'sent' as const, nextAttemptAt: null, finishedAt: at, engineCheckedAt: null } : {}),
      },
    );
    const detail = { revision: delivery.revision, epoch: delivery.linkEpoch };
    await appendTimeline(tx, at, [{ ownerId, kind: 'delivery-link-revoked', actor: 'owner', deliveryId: id, detail }]);
  });
  return findDelivery(context, ownerId, id);
}

/** A link is out once something was sent; and perhaps, where it failed and nobody could learn whether a try of it was. */
async function mayBeOut(tx: EntityManager, { id, status, sentAt }: LockedDelivery): Promise<boolean> {
  if (sentAt !== null || status !== 'failed') return sentAt !== null;
  const [out] = await tx.execute<object[]>(
    `select 1 from deliveries d join delivery_attempts a on a.delivery_id = d.id where d.id = ? and ${MAY_BE_OUT} limit 1`,
    [id],
  );
  return out !== undefined;
}

/** Its links are the protocol's: "I'm back" takes back all that was not opened. */
export function ofRelease(): AppError {
  return new AppError(
    'conflict',
    'Your emergency protocol sent this. Its link is looked after on the page of the protocol.',
  );
}
