import type { EntityManager } from '@mikro-orm/postgresql';
import { ago, NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { DELAYED_AFTER } from '#domain/delivery/delivery.ts';
import { scaled } from '#domain/delivery/retry.ts';
import { DAY } from '#domain/time/durations.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import { appendTimeline } from '#services/timeline.ts';

const AT_ONCE = 500;
/** Attempts that began before are not read again: each was, once a minute, when it was an hour old. */
const LOOK_BACK = 30 * DAY;

/**
 * Finds deliveries that have been trying for an hour and notifies each owner once, also when it then fell back to email.
 * Not for deliveries of a release: their owner is silent.
 * @param minute the length of a minute on the retry ladder, in milliseconds
 */
export async function noteDelays(em: EntityManager, minute: number): Promise<void> {
  await em.transactional(async (tx) => {
    const delayed = await findDelayed(tx, scaled(DELAYED_AFTER, minute));
    if (delayed.length === 0) return;
    const added = await query(tx)
      .insertInto('notices')
      .values(
        delayed.map(({ id, owner_id, revision }) => ({
          id: newId(),
          owner_id,
          kind: 'delivery-delayed' as const,
          delivery_id: id,
          revision,
          created_at: NOW,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .execute();
    await enqueue(tx, 'notice', added);
    await appendTimeline(
      tx,
      new Date(),
      delayed.map(({ id, owner_id }) => ({
        ownerId: owner_id,
        kind: 'delivery-delayed',
        actor: 'stillhere',
        deliveryId: id,
      })),
    );
  });
}

/** @param after how long it has been tried, in milliseconds */
function findDelayed(tx: EntityManager, after: number) {
  return query(tx)
    .selectFrom('deliveries as d')
    .innerJoin('delivery_attempts as a', (join) =>
      join
        .onRef('a.delivery_id', '=', 'd.id')
        .onRef('a.revision', '=', 'd.revision')
        .on('a.n', '=', 1)
        // While it is tried, nothing was accepted. The index has only these.
        .on('a.state', '<>', 'accepted'),
    )
    .select(['d.id', 'd.owner_id', 'd.revision'])
    .where('d.next_attempt_at', 'is not', null)
    .where('d.origin', '=', 'owner')
    .where('a.started_at', '<', ago(after))
    .where('a.started_at', '>', ago(after + LOOK_BACK))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('notices as n')
            .select('n.id')
            .whereRef('n.delivery_id', '=', 'd.id')
            .where('n.kind', '=', 'delivery-delayed')
            .where(({ eb, or, and, ref }) =>
              or([
                eb('n.revision', '=', ref('d.revision')),
                and([eb('n.revision', '=', eb('d.revision', '-', 1)), eb('n.sent_at', '<', ref('d.fell_back_at'))]),
              ]),
            ),
        ),
      ),
    )
    .orderBy('d.id')
    .limit(AT_ONCE)
    .forUpdate('d')
    .skipLocked()
    .execute();
}
