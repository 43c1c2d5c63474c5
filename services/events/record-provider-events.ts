import type { EntityManager } from '@mikro-orm/postgresql';
import { type Attempt, decideEvent } from '#domain/delivery/protocol.ts';
import type { Context } from '#services/context.ts';
import { DeliveryChanges } from '#services/deliveries/delivery-changes.ts';
import { idArray, type LockedDelivery, lockDeliveries, toAttempt } from '#services/deliveries/locked.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { recordMailEvents } from '#services/emergency/record-mail-events.ts';
import { newId } from '#services/ids.ts';
import { lostNotices, takeBackNotices } from '#services/notices/record-notice-events.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';

/**
 * Takes in what a provider reports: each event once, in any order, before or after our own record. Events of messages
 * we do not know are kept as well. One transaction: a repeat after a failure finds either all of it or nothing.
 * @returns the deliveries that what is new was about, by the attempts that the events name
 */
export async function recordProviderEvents(
  { em, ...context }: Pick<Context, 'em' | 'protocolDay'>,
  provider: 'sendgrid' | 'twilio',
  events: readonly ProviderEvent[],
): Promise<ReadonlyMap<string, string>> {
  if (events.length === 0) return new Map();
  return em.transactional(async (tx) => {
    const fresh = await insertEvents(tx, provider, events);
    // Before any delivery is held: whoever holds an account comes to its deliveries after that.
    await recordMailEvents(tx, dayOf(context), fresh);
    const attemptIds = [...new Set(fresh.map((event) => event.attemptId).filter((id) => id !== null))];
    const deliveryOf = await deliveriesOfAttempts(tx, attemptIds);
    const lost = await lostNotices(tx, fresh);
    const held = new Set([...deliveryOf.values(), ...lost.map(({ delivery_id }) => delivery_id)]);
    const { now, deliveries } = await lockDeliveries(tx, [...held]);
    // Before anything fails in this batch: that is told by a new mail of the same notice.
    await takeBackNotices(tx, lost);
    // Read again under the lock: our own record may have been made while we waited.
    const attempts = await readAttempts(tx, attemptIds);
    // One and the same through the whole batch, also when its delivery goes on to a new revision within it.
    for (const attempt of deliveries.flatMap((delivery) => delivery.attempts)) attempts.set(attempt.id, attempt);
    const changes = new DeliveryChanges();
    const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
    for (const event of fresh) {
      const delivery = byId.get(deliveryOf.get(event.attemptId ?? '') ?? '');
      const attempt = attempts.get(event.attemptId ?? '');
      if (delivery && attempt) applyEvent(changes, delivery, attempt, event, now);
    }
    await changes.write(tx, now);
    return deliveryOf;
  });
}

function applyEvent(
  changes: DeliveryChanges,
  delivery: LockedDelivery,
  attempt: Attempt,
  event: ProviderEvent,
  now: number,
): void {
  const effect = decideEvent(delivery, attempt, event.event);
  if (effect.attempt) {
    Object.assign(attempt, effect.attempt);
    changes.attempt({
      id: attempt.id,
      ...effect.attempt,
      reason: event.event.kind === 'failed' ? event.name : null,
      messageId: event.messageId,
    });
  }
  const at = event.occurredAt.getTime();
  if (effect.delivery?.kind === 'sent') changes.sent(delivery, at);
  if (effect.delivery?.kind === 'delivered') changes.delivered(delivery, at);
  if (effect.delivery?.kind === 'failed') changes.failed(delivery, effect.delivery.failure, 'provider');
  if (effect.delivery?.kind === 'fall-back') changes.fellBack(delivery, effect.delivery.because, now);
}

/** @returns those that were not known yet, in the order in which they happened */
async function insertEvents(
  em: EntityManager,
  provider: string,
  events: readonly ProviderEvent[],
): Promise<ProviderEvent[]> {
  // In the order of their ids: of two batches that share some, neither waits for what the other waits to write.
  const inOrder = events.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const rows = inOrder.map((event) => ({
    id: newId(),
    event_id: event.eventId,
    attempt_id: event.attemptId,
    message_id: event.messageId,
    name: event.name,
    occurred_at: event.occurredAt.toISOString(),
  }));
  const inserted = await em.execute<{ event_id: string }[]>(
    `insert into provider_events (id, provider, event_id, attempt_id, message_id, name, occurred_at, received_at)
     select id, ?, event_id, attempt_id, message_id, name, occurred_at, now() from jsonb_to_recordset(?::jsonb)
       as r(id uuid, event_id text, attempt_id uuid, message_id text, name text, occurred_at timestamptz)
     on conflict (provider, event_id) do nothing returning event_id`,
    [provider, JSON.stringify(rows)],
  );
  const fresh = new Set(inserted.map((row) => row.event_id));
  return events
    .filter((event) => fresh.delete(event.eventId))
    .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
}

async function deliveriesOfAttempts(em: EntityManager, attemptIds: readonly string[]): Promise<Map<string, string>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await em.execute<{ id: string; delivery_id: string }[]>(
    'select id, delivery_id from delivery_attempts where id = any(?::uuid[])',
    [idArray(attemptIds)],
  );
  return new Map(rows.map((row) => [row.id, row.delivery_id]));
}

/** Attempts of any revision: an event may speak of an older one than the row's. */
async function readAttempts(em: EntityManager, attemptIds: readonly string[]): Promise<Map<string, Attempt>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await em.execute<Parameters<typeof toAttempt>[0][]>(
    `select id, delivery_id, revision, n, state, rejection, extract(epoch from started_at) * 1000 as started_at
     from delivery_attempts where id = any(?::uuid[])`,
    [idArray(attemptIds)],
  );
  return new Map(rows.map((row) => [row.id, toAttempt(row)]));
}
