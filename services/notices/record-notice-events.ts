import type { EntityManager } from '@mikro-orm/postgresql';
import type { JobKind } from '#db/entities/jobs.ts';
import { query, type Tables } from '#db/query.ts';
import type { DeliveryEvent } from '#domain/delivery/protocol.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';

/** The kinds of jobs that send notices. */
const NOTICE_JOBS: readonly JobKind[] = ['notice', 'opened-mail'];

/** A notice that came back, and the delivery that it is about. */
export type LostNotice = Pick<Tables['notices'], 'id' | 'delivery_id'>;

/** @returns the notices of which the provider reports that they did not arrive; without those that no longer exist */
export async function lostNotices(
  tx: EntityManager,
  events: readonly Pick<ProviderEvent, 'noticeId' | 'event'>[],
): Promise<LostNotice[]> {
  const ids = events.flatMap(({ noticeId, event }) => (noticeId && cameBack(event) ? [noticeId] : []));
  if (ids.length === 0) return [];
  return query(tx).selectFrom('notices').select(['id', 'delivery_id']).where('id', 'in', ids).execute();
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
  const ids = lost.map(({ id }) => id);
  // Jobs before notices, as a worker locks them that records a mail (`finishing`).
  await query(tx)
    .deleteFrom('jobs')
    .where('kind', 'in', NOTICE_JOBS)
    .where('subject', 'in', ids)
    .where('tries', '>', 0)
    .execute();
  await query(tx)
    .updateTable('notices as n')
    .set({ sent_at: null })
    .where('n.id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('jobs')
            .select('subject')
            .where('kind', 'in', NOTICE_JOBS)
            .where('subject', '=', ({ cast, ref }) => cast<string>(ref('n.id'), 'text')),
        ),
      ),
    )
    .execute();
}
