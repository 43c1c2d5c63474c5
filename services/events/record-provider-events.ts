import type { EntityManager } from '@mikro-orm/postgresql';
import { NOW } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyOf, recordset } from '#db/sql.ts';
import { type Attempt, decideEvent } from '#domain/delivery/protocol.ts';
import type { Context } from '#services/context.ts';
import { DeliveryChanges } from '#services/deliveries/delivery-changes.ts';
import { type LockedDelivery, lockDeliveries, toAttempt } from '#services/deliveries/locked.ts';
import { deliveriesOfAttempts, type Recovered, recoverAttempt } from '#services/deliveries/lost-attempts.ts';
import { lockOwners, recordContactMails } from '#services/emergency/contact-mails.ts';
import { dayOf } from '#services/emergency/protocol-row.ts';
import { recordMailEvents } from '#services/emergency/record-mail-events.ts';
import { recordWarningEvents } from '#services/emergency/record-warning-events.ts';
import { recordRehearsalEvents } from '#services/emergency/rehearsal-report.ts';
import { newId } from '#services/ids.ts';
import { lostNotices, takeBackNotices } from '#services/notices/record-notice-events.ts';
import type { ProviderEvent } from '#services/ports/provider-events.ts';

/** What came of recording events. */
export interface RecordedEvents {
  /** The deliveries of the new events, by the attempts that the events name. */
  deliveryOf: ReadonlyMap<string, string>;
  /** Attempts that our database had lost. */
  recovered: readonly Recovered[];
}

/**
 * Records what a provider reports: each event once, in any order, before or after our own record of the message. Events of
 * unknown messages are saved as well, and an attempt that our database has lost is recorded anew. All in one transaction, so
 * that a repetition after a failure finds all or nothing.
 */
export async function recordProviderEvents(
  { em, ...context }: Pick<Context, 'em' | 'protocolDay'>,
  provider: 'sendgrid' | 'twilio',
  events: readonly ProviderEvent[],
): Promise<RecordedEvents> {
  if (events.length === 0) return { deliveryOf: new Map(), recovered: [] };
  return em.transactional(async (tx) => {
    const fresh = await insertEvents(tx, provider, events);
    // Before any delivery is locked: a transaction locks an account before its deliveries.
    await lockOwners(tx, fresh);
    await recordMailEvents(tx, dayOf(context), fresh);
    await recordWarningEvents(tx, dayOf(context), fresh);
    await recordRehearsalEvents(tx, fresh);
    await recordContactMails(tx, fresh);
    const attemptIds = [...new Set(fresh.map((event) => event.attemptId).filter((id) => id !== null))];
    const deliveryOf = await deliveriesOfAttempts(tx, attemptIds);
    const lost = await lostNotices(tx, fresh);
    const named = fresh.flatMap(({ attemptId, delivery }) =>
      attemptId && delivery && !deliveryOf.has(attemptId) ? [delivery.id] : [],
    );
    const locked = new Set([...deliveryOf.values(), ...named, ...lost.map(({ delivery_id }) => delivery_id)]);
    const { now, deliveries } = await lockDeliveries(tx, [...locked]);
    // Before a failure in this batch is applied: it sends a new mail of the same notice.
    await takeBackNotices(tx, lost);
    // After the lock: our own record may have been written while we waited.
    const attempts = await readAttempts(tx, attemptIds);
    // One object per attempt for the whole batch, also when its delivery gets a new revision within the batch.
    for (const attempt of deliveries.flatMap((delivery) => delivery.attempts)) attempts.set(attempt.id, attempt);
    const changes = new DeliveryChanges();
    const byId = new Map(deliveries.map((delivery) => [delivery.id, delivery]));
    const recovered: Recovered[] = [];
    for (const event of fresh) {
      const lost = attempts.has(event.attemptId ?? '') ? null : await recover(tx, changes, byId, event, now);
      if (lost) {
        recovered.push(lost);
        deliveryOf.set(lost.attempt.id, lost.deliveryId);
        attempts.set(lost.attempt.id, lost.attempt);
      }
      const delivery = byId.get(deliveryOf.get(event.attemptId ?? '') ?? '');
      const attempt = attempts.get(event.attemptId ?? '');
      if (delivery && attempt) applyEvent(changes, delivery, attempt, lost ? firstHeard(event) : event, now);
    }
    await changes.write(tx, now);
    return { deliveryOf, recovered };
  });
}

/** @returns null where the event names no delivery of ours, or the attempt is on record */
async function recover(
  tx: EntityManager,
  changes: DeliveryChanges,
  deliveries: ReadonlyMap<string, LockedDelivery>,
  { attemptId, delivery: named, occurredAt }: ProviderEvent,
  now: number,
): Promise<Recovered | null> {
  const delivery = deliveries.get(named?.id ?? '');
  if (!attemptId || !named || !delivery) return null;
  return recoverAttempt(tx, changes, delivery, { ...named, attemptId, at: occurredAt.getTime() }, now);
}

/** A provider that reports anything of a message has taken it. */
function firstHeard(event: ProviderEvent): ProviderEvent {
  const isTakenOnly = event.event.kind === 'deferred' || event.event.kind === 'noted';
  return isTakenOnly ? { ...event, event: { kind: 'accepted' } } : event;
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
  if (effect.delivery) changes.apply(delivery, effect.delivery, now, event.occurredAt.getTime());
}

/** @returns the new events, in the order in which they happened */
async function insertEvents(
  em: EntityManager,
  provider: string,
  events: readonly ProviderEvent[],
): Promise<ProviderEvent[]> {
  // In the order of their ids, so that two batches that share events cannot wait for each other.
  const inOrder = events.toSorted((a, b) => (a.eventId < b.eventId ? -1 : 1));
  const rows = inOrder.map((event) => ({
    id: newId(),
    event_id: event.eventId,
    attempt_id: event.attemptId,
    message_id: event.messageId,
    name: event.name,
    occurred_at: event.occurredAt,
  }));
  // As one JSON parameter: a batch can have more values than a statement can have parameters.
  const given = recordset('given', rows, {
    id: 'uuid',
    event_id: 'text',
    attempt_id: 'uuid',
    message_id: 'text',
    name: 'text',
    occurred_at: 'timestamptz',
  });
  const inserted = await query(em)
    .insertInto('provider_events')
    .columns(['id', 'event_id', 'attempt_id', 'message_id', 'name', 'occurred_at', 'provider', 'received_at'])
    .expression((eb) =>
      eb
        .selectFrom(given)
        .select(['id', 'event_id', 'attempt_id', 'message_id', 'name', 'occurred_at'])
        .select([eb.val(provider).as('provider'), NOW.as('received_at')]),
    )
    .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
    .returning('event_id')
    .execute();
  const fresh = new Set(inserted.map((row) => row.event_id));
  return events
    .filter((event) => fresh.delete(event.eventId))
    .sort((a, b) => a.occurredAt.getTime() - b.occurredAt.getTime());
}

/** Attempts of any revision: an event may be about an older one than the delivery's. */
async function readAttempts(em: EntityManager, attemptIds: readonly string[]): Promise<Map<string, Attempt>> {
  if (attemptIds.length === 0) return new Map();
  const rows = await query(em)
    .selectFrom('delivery_attempts')
    .select(['id', 'delivery_id', 'revision', 'n', 'state', 'rejection', 'started_at'])
    .where('id', '=', anyOf(attemptIds))
    .execute();
  return new Map(rows.map((row) => [row.id, toAttempt(row)]));
}

/** One log line about a message that did not arrive: ids and codes, no personal data. */
export interface FailureLine {
  /** Whether our account, sender or template is the cause, so that an operator must act. */
  isAlarm: boolean;
  fields: { provider: string; delivery: string | undefined; attempt: string | null; event: string };
  message: string;
}

/** The text of an alarm about an accepted message that does not arrive because of us. */
export const OUR_SET_UP = 'messages do not arrive because of our own set-up';

/**
 * @param delivery the id of the event's delivery, if it has one
 * @returns the log line for an event that reports a failure; null for other events
 */
export function failureLine(
  provider: 'sendgrid' | 'twilio',
  { attemptId, name, isOurs = false, event }: ProviderEvent,
  delivery: string | undefined,
): FailureLine | null {
  if (event.kind !== 'failed') return null;
  const message = isOurs ? `ALARM: ${OUR_SET_UP}` : 'a message did not arrive';
  return { isAlarm: isOurs, fields: { provider, delivery, attempt: attemptId, event: name }, message };
}
