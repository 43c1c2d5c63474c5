import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';

/** A delivery that was opened. */
interface Opening {
  deliveryId: string;
  ownerId: string;
  revision: number;
  openedAt: Date;
}

/**
 * Enqueues the mail to the owner, in the transaction that records the opening: one for each delivery, also when a new link
 * of it is opened later. Whether it goes out is decided when it is sent (`isStillTrue` in notice-job.ts).
 */
export async function noteOpening(tx: EntityManager, opening: Opening): Promise<void> {
  const { deliveryId, ownerId, revision, openedAt } = opening;
  const added = await query(tx)
    .insertInto('notices')
    .values({
      id: newId(),
      owner_id: ownerId,
      kind: 'delivery-opened',
      delivery_id: deliveryId,
      revision,
      created_at: openedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute();
  await enqueue(tx, 'opened-mail', added);
}
