import type { EntityManager } from '@mikro-orm/postgresql';
import type { ProviderEvent } from '#services/ports/provider-events.ts';
import { type Settled, settleMails } from './settle-mails.ts';

const STATES = {
  accepted: 'accepted',
  delivered: 'delivered',
  deferred: 'deferred',
  failed: 'bounced',
  noted: null,
} as const satisfies Record<ProviderEvent['event']['kind'], Settled['state'] | null>;

/**
 * Records what a provider reports of the protocol's mails, in the transaction that records its events.
 * @param day the length of a protocol day, in milliseconds
 */
export async function recordMailEvents(
  tx: EntityManager,
  day: number,
  events: readonly Pick<ProviderEvent, 'mailId' | 'event' | 'occurredAt'>[],
): Promise<void> {
  const settled = events.flatMap(({ mailId, event, occurredAt }) => {
    const state = STATES[event.kind];
    const reason = event.kind === 'failed' && { failure: event.failure };
    return mailId && state ? [{ mailId, state, at: occurredAt, ...reason }] : [];
  });
  await settleMails(tx, day, settled);
}
