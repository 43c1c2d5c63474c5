import { recordset } from '#db/sql.ts';
import type { LockedDelivery } from './locked.ts';

/** @returns what a transaction may change of deliveries, as rows `r` of one parameter */
export function changedRows(deliveries: readonly LockedDelivery[]) {
  const instant = (at: number | null) => (at === null ? null : new Date(at));
  const rows = deliveries.map((delivery) => ({
    id: delivery.id,
    status: delivery.status,
    next_attempt_at: instant(delivery.nextAttemptAt),
    sent_at: instant(delivery.sentAt),
    delivered_at: instant(delivery.deliveredAt),
    failure_code: delivery.failureCode,
    is_unconfirmed: delivery.isUnconfirmed,
    revision: delivery.revision,
    fell_back_at: instant(delivery.fellBackAt),
    recipient_email: delivery.recipientEmail,
    alternate_email: delivery.alternateEmail,
    refused_email: delivery.refusedEmail,
  }));
  return recordset('r', rows, {
    id: 'uuid',
    status: 'text',
    next_attempt_at: 'timestamptz',
    sent_at: 'timestamptz',
    delivered_at: 'timestamptz',
    failure_code: 'text',
    is_unconfirmed: 'boolean',
    revision: 'integer',
    fell_back_at: 'timestamptz',
    recipient_email: 'text',
    alternate_email: 'text',
    refused_email: 'text',
  });
}

/** @returns the ids of releases that were refused for good, and wait for their next try */
export function refusedReleases(changed: readonly LockedDelivery[]): string[] {
  return changed
    .filter(({ origin, status, attempts }) => {
      const newest = attempts.at(-1);
      return origin === 'release' && status === 'pending' && newest?.rejection === 'permanent';
    })
    .map(({ id }) => id);
}
