import type { EntityManager } from '@mikro-orm/postgresql';
import { Delivery } from '#db/entities/delivery.ts';
import { RESENDS_A_DAY } from '#domain/delivery/delivery.ts';
import { AppError } from '#domain/errors.ts';
import { DAY, HOUR, SECOND } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import { linkExpiry } from './compose-invitation.ts';
import type { DeliveryView } from './delivery-view.ts';
import type { LockedDelivery } from './locked.ts';
import { lockOwnDelivery } from './own-delivery.ts';
import { findDelivery } from './queries.ts';
import { notSentAgain, requireContent } from './retry-delivery.ts';
import { wayTaken } from './way-taken.ts';

/**
 * Sends once more what was sent, now, as a new revision: what the first message showed, by the way that brought it: after
 * falling back from WhatsApp, by email. The link stays the same and goes on opening meanwhile, unless it was taken back:
 * then this one brings a new one.
 * @param seen the revision that its owner was looking at: a second press of the same button sends nothing further
 * @throws AppError conflict when it was not sent, or what it carried was deleted, or it belongs to a release, or something
 *   has happened since it was looked at; too-many-requests beyond RESENDS_A_DAY; not-found
 */
export async function resendDelivery(
  context: Context,
  ownerId: string,
  id: string,
  { seen }: { seen?: number | undefined } = {},
): Promise<DeliveryView> {
  await context.em.transactional(async (tx) => {
    const { delivery, now } = await lockOwnDelivery(tx, ownerId, id);
    if (seen !== undefined && seen !== delivery.revision) {
      if (await wasResent(tx, id, seen + 1)) return;
      throw new AppError('conflict', 'Something has happened to this delivery since. Please look at it again.');
    }
    requireSent(delivery);
    await requireContent(tx, id);
    await requireLeft(tx, id, now);
    await sendOnceMore(tx, delivery, now);
  });
  return findDelivery(context, ownerId, id);
}

function requireSent({ origin, status, sentAt }: LockedDelivery): void {
  if (origin === 'release') throw notSentAgain();
  if (status === 'failed') throw new AppError('conflict', 'This delivery failed: try it again instead.');
  if (status === 'sent') return;
  const message = sentAt === null ? 'This delivery has not been sent yet.' : 'This delivery is being sent once more.';
  throw new AppError('conflict', message);
}

async function wasResent(tx: EntityManager, id: string, revision: number): Promise<boolean> {
  const [row] = await tx.execute<{ id: string }[]>(
    `select id from timeline where delivery_id = ? and kind = 'delivery-resent' and detail->>'revision' = ?`,
    [id, `${revision}`],
  );
  return row !== undefined;
}

/** Counted under the lock, from what was recorded: somebody is at the other end, so that no other count will do. */
async function requireLeft(tx: EntityManager, id: string, now: number): Promise<void> {
  const [oldest, ...others] = await tx
    .execute<{ at: string }[]>(
      `select at from timeline where delivery_id = ? and kind = 'delivery-resent' and at > ?
     order by at desc limit ${RESENDS_A_DAY}`,
      [id, new Date(now - DAY)],
    )
    .then((rows) => rows.reverse());
  if (!oldest || others.length + 1 < RESENDS_A_DAY) return;
  const wait = new Date(oldest.at).getTime() + DAY - now;
  const hours = Math.max(1, Math.ceil(wait / HOUR));
  throw new AppError(
    'too-many-requests',
    `This was sent ${RESENDS_A_DAY} times more within a day. Please wait ${hours === 1 ? 'an hour' : `${hours} hours`} and try again.`,
    [],
    { retry_after: Math.ceil(wait / SECOND) },
  );
}

async function sendOnceMore(tx: EntityManager, delivery: LockedDelivery, now: number): Promise<void> {
  const { id, ownerId, isLinkRevoked } = delivery;
  const revision = delivery.revision + 1;
  const at = new Date(now);
  // Another link may be another's: what became of the old one is told by the timeline alone.
  const isByEmail = (await wayTaken(tx, id)) === 'email';
  const link = isLinkRevoked ? { linkEpoch: delivery.linkEpoch + 1, openedAt: null, downloadedAt: null } : {};
  await tx.nativeUpdate(
    Delivery,
    { id, owner: ownerId },
    {
      ...link,
      ...(isByEmail ? {} : { fellBackAt: null }),
      status: 'pending',
      nextAttemptAt: at,
      deliveredAt: null,
      isUnconfirmed: false,
      linkExpiresAt: linkExpiry(at),
      linkRevokedAt: null,
      finishedAt: null,
      engineCheckedAt: null,
      revision,
    },
  );
  const detail = { revision, ...(isLinkRevoked ? { new_link: 1 } : {}) };
  await appendTimeline(tx, at, [{ ownerId, kind: 'delivery-resent', actor: 'owner', deliveryId: id, detail }]);
}
