import type { Context } from '#services/context.ts';
import { appendTimeline } from '#services/timeline.ts';
import { findOpened } from './invitations.ts';

/**
 * Records that the recipient took something of a delivery with them: the first time, once for each link.
 * @throws whatever keeps it from being recorded; nobody's download waits for that
 */
export async function noteDownload(context: Context, secret: string): Promise<void> {
  const { id, ownerId, linkEpoch, isDownloaded } = await findOpened(context, secret);
  if (isDownloaded) return;
  await context.em.transactional(async (tx) => {
    const [first] = await tx.execute<{ now: Date }[]>(
      `update deliveries set downloaded_at = now() where id = ? and link_epoch = ? and downloaded_at is null
       returning downloaded_at as now`,
      [id, linkEpoch],
    );
    if (!first) return;
    await appendTimeline(tx, new Date(first.now), [
      { ownerId, kind: 'delivery-downloaded', actor: 'recipient', deliveryId: id },
    ]);
  });
}
