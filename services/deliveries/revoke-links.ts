import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';

/** @returns an update that makes the links of deliveries invalid for good; the caller adds which deliveries */
export function revokeLinks(tx: EntityManager) {
  return query(tx)
    .updateTable('deliveries')
    .set((eb) => ({ link_epoch: eb('link_epoch', '+', 1), link_revoked_at: NOW }));
}
