import type { EntityManager } from '@mikro-orm/postgresql';
import { DELAYED_AFTER } from '#domain/delivery/delivery.ts';
import { scaled } from '#domain/delivery/retry.ts';
import { newId } from '#services/ids.ts';
import { appendTimeline } from '#services/timeline.ts';

/**
 * Finds deliveries that have been trying for an hour and tells each owner once, also when it then fell back from WhatsApp
 * to email. Those of a release have nobody to tell: its owner is silent.
 * @param minute the length of a minute on the retry ladder, in milliseconds
 */
export async function noteDelays(em: EntityManager, minute: number): Promise<void> {
  await em.transactional(async (tx) => {
    const delayed = await tx.execute<{ id: string; owner_id: string; revision: number }[]>(
      `select d.id, d.owner_id, d.revision from deliveries d
         join delivery_attempts a on a.delivery_id = d.id and a.revision = d.revision and a.n = 1
       where d.next_attempt_at is not null and d.origin = 'owner' and a.started_at < now() - ?::interval
         and not exists (select 1 from notices n where n.delivery_id = d.id and n.kind = 'delivery-delayed'
           and (n.revision = d.revision or (n.revision = d.revision - 1 and n.sent_at < d.fell_back_at)))
       order by d.id limit 500 for update of d skip locked`,
      [`${scaled(DELAYED_AFTER, minute)} milliseconds`],
    );
    for (const { id, owner_id, revision } of delayed) {
      await tx.execute(
        `insert into notices (id, owner_id, kind, delivery_id, revision, tries, next_try_at, created_at)
         values (?, ?, 'delivery-delayed', ?, ?, 0, now(), now()) on conflict do nothing`,
        [newId(), owner_id, id, revision],
      );
    }
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
