import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { DeliveryChanges } from '#services/deliveries/delivery-changes.ts';
import { idArray, lockDeliveries } from '#services/deliveries/locked.ts';
import { appendTimeline } from '#services/timeline.ts';
import { endEpisode } from './apply-change.ts';
import { dayOf, lockProtocol, planAgain } from './protocol-row.ts';

/**
 * "I'm back", after a release: what has not gone does not go, what was not opened opens nothing any more, contacts hear
 * that all is well, and the protocol begins again. What was opened was read; nothing can take that back, and the page
 * shows it.
 * @throws AppError conflict where nothing was released
 */
export async function returnToLife(context: Context, ownerId: string): Promise<void> {
  await context.em.transactional(async (tx) => {
    const protocol = await lockProtocol(tx, ownerId, dayOf(context));
    if (protocol?.state.stage !== 'released') throw new AppError('conflict', 'Nothing was released.');
    const { episode, now } = protocol;
    const released = await tx.execute<{ id: string }[]>(
      'select id from deliveries where owner_id = ? and release_episode = ? and deleted_at is null',
      [ownerId, episode],
    );
    const { now: lockedAt, deliveries } = await lockDeliveries(
      tx,
      released.map(({ id }) => id),
    );
    const changes = new DeliveryChanges();
    for (const delivery of deliveries) if (delivery.status === 'pending') changes.failed(delivery, 'revoked', 'owner');
    await changes.write(tx, lockedAt);
    // Also of what is in the provider's hands at this moment: its link opens nothing when it arrives.
    const revoked = await tx.execute<{ id: string }[]>(
      `update deliveries set link_epoch = link_epoch + 1, link_revoked_at = now()
       where id = any(?::uuid[]) and opened_at is null returning id`,
      [idArray(deliveries.map(({ id }) => id))],
    );
    await appendTimeline(tx, new Date(now), [
      ...revoked.map(({ id }) => ({
        ownerId,
        kind: 'delivery-link-withdrawn' as const,
        actor: 'owner' as const,
        deliveryId: id,
      })),
      { ownerId, kind: 'protocol-returned', actor: 'owner', deliveryId: null, detail: { episode } },
    ]);
    await endEpisode(tx, protocol);
    await tx.execute(
      `update emergency_protocols set stage = 'armed', episode = episode + 1, missed_at = null, released_at = null,
         paused_until = null, last_check_in = clock_timestamp() where owner_id = ?`,
      [ownerId],
    );
    await planAgain(tx, ownerId, dayOf(context));
  });
}
