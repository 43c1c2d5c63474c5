import type { EntityManager } from '@mikro-orm/postgresql';
import type { NoticeKind } from '#db/entities/record.ts';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { recordset } from '#db/sql.ts';
import { newId } from '#services/ids.ts';
import { enqueue } from '#services/jobs/jobs.ts';
import type { LockedDelivery } from './locked.ts';

/** Mails the owners of these deliveries about them. */
export async function noticeOf(em: EntityManager, kind: NoticeKind, about: readonly LockedDelivery[]): Promise<void> {
  if (about.length === 0) return;
  const rows = about.map(({ id, ownerId, revision }) => ({ id: newId(), ownerId, deliveryId: id, revision }));
  const notices = await query(em)
    .insertInto('notices')
    .columns(['id', 'owner_id', 'delivery_id', 'revision', 'kind', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom(recordset('r', rows, { id: 'uuid', ownerId: 'uuid', deliveryId: 'uuid', revision: 'integer' }))
        .select(['r.id', 'r.ownerId', 'r.deliveryId', 'r.revision', eb.val(kind).as('kind')])
        .select(NOW.as('created_at')),
    )
    .onConflict((conflict) => conflict.columns(['delivery_id', 'revision', 'kind']).doUpdateSet({ sent_at: null }))
    .returning('id')
    .execute();
  await enqueue(em, 'notice', notices, { anew: true });
}
