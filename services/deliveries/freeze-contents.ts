import type { EntityManager } from '@mikro-orm/postgresql';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';

/** Copies what is sent: a later edit of the original does not reach what was delivered. Files never change. */
export async function freezeContents(em: EntityManager, deliveryIds: readonly string[]): Promise<void> {
  if (deliveryIds.length === 0) return;
  await query(em)
    .updateTable('delivery_contents as dc')
    .from('contents as c')
    .set(({ ref }) => ({ frozen_head: ref('c.head'), frozen_body: ref('c.body') }))
    .whereRef('c.id', '=', 'dc.content_id')
    .where('dc.delivery_id', '=', anyOf(deliveryIds))
    .execute();
}
