import type { EntityManager } from '@mikro-orm/postgresql';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import { idArray } from '#services/deliveries/locked.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';

/** A notice that came back, and the delivery that it is about. */
export interface LostNotice {
  id: string;
  delivery_id: string;
}

/** @returns the notices of which the provider reports that they did not arrive; without those that no longer exist */
export async function lostNotices(
  tx: EntityManager,
  events: readonly Pick<ProviderEvent, 'noticeId' | 'event'>[],
): Promise<LostNotice[]> {
  const ids = events.flatMap(({ noticeId, event }) => (noticeId && cameBack(event) ? [noticeId] : []));
  if (ids.length === 0) return [];
  return tx.execute<LostNotice[]>('select id, delivery_id from notices where id = any(?::uuid[])', [idArray(ids)]);
}

/** A mail that its reader reported as spam has arrived. */
function cameBack(event: DeliveryEvent): boolean {
  return event.kind === 'failed' && event.failure !== 'reported';
}

/**
 * Takes back that notices were sent, as if they had been refused at once: none counts as sent, and none is tried again.
 * The caller holds their deliveries, because a failure writes its notice while it holds the delivery. One that waits for
 * its first try is about a newer failure of the same delivery: what came back is an older mail.
 */
export async function takeBackNotices(tx: EntityManager, lost: readonly LostNotice[]): Promise<void> {
  if (lost.length === 0) return;
  await tx.execute('update notices set sent_at = null, next_try_at = null where id = any(?::uuid[]) and tries > 0', [
    idArray(lost.map(({ id }) => id)),
  ]);
}
