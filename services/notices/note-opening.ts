import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { mailbox } from '#db/sql.ts';
import { isDueUntried } from '#services/deliveries/delivery-expressions.ts';
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
  await wakeHeld(tx, deliveryId);
}

/**
 * The address knows this sender now, so what the day's cap holds there goes out. What another transaction has locked stays
 * held until its time: waiting for it, with the opened delivery locked, could end in a deadlock.
 */
async function wakeHeld(tx: EntityManager, openedId: string): Promise<void> {
  const held = query(tx)
    .selectFrom('deliveries as d')
    .innerJoin('deliveries as o', (join) =>
      join.onRef('o.owner_id', '=', 'd.owner_id').on('o.id', '=', openedId).on('o.fell_back_at', 'is', null),
    )
    .select('d.id')
    .where(isDueUntried())
    .where('d.next_attempt_at', '>', NOW)
    .where(({ eb, and, or, not, ref }) => {
      const byEmail = or([eb('d.channel', '=', 'email'), eb('d.fell_back_at', 'is not', null)]);
      const isSameMailbox = eb(mailbox(ref('d.recipient_email')), '=', mailbox(ref('o.recipient_email')));
      return or([
        and([eb('o.channel', '=', 'email'), byEmail, isSameMailbox]),
        and([eb('o.channel', '<>', 'email'), not(byEmail), eb('d.recipient_phone', '=', ref('o.recipient_phone'))]),
      ]);
    })
    .forUpdate('d')
    .skipLocked();
  await query(tx).updateTable('deliveries').set({ next_attempt_at: NOW }).where('id', 'in', held).execute();
}
