import type { EntityManager } from '@mikro-orm/postgresql';
import { type Attempt, decideOutcome, type ProviderAnswer } from '#domain/delivery/protocol.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { DeliveryChanges } from './delivery-changes.ts';
import { type LockedDelivery, lockDeliveries } from './locked.ts';

/** One provider call and what came of it. */
export interface Answered {
  deliveryId: string;
  attemptId: string;
  answer: ProviderAnswer;
}

/**
 * Transaction 2 of the protocol: records what came of the calls, each only where its attempt is still open, because
 * the provider's own event may have been faster and knows better.
 * @returns the deliveries as they stand afterwards
 */
export async function recordAnswers(
  em: EntityManager,
  answered: readonly Answered[],
  policy: DeliveryPolicy,
): Promise<LockedDelivery[]> {
  const byDelivery = new Map(answered.map((one) => [one.deliveryId, one]));
  return em.transactional(async (tx) => {
    const { now, deliveries } = await lockDeliveries(tx, [...byDelivery.keys()]);
    const changes = new DeliveryChanges();
    for (const delivery of deliveries) {
      const one = byDelivery.get(delivery.id);
      const attempt = delivery.attempts.find(({ id }) => id === one?.attemptId);
      if (one && attempt) applyAnswer(changes, delivery, attempt, one.answer, now, policy);
    }
    await changes.write(tx, now);
    return deliveries;
  });
}

function applyAnswer(
  changes: DeliveryChanges,
  delivery: LockedDelivery,
  attempt: Attempt,
  answer: ProviderAnswer,
  now: number,
  policy: DeliveryPolicy,
): void {
  const messageId = answer.kind === 'accepted' ? answer.messageId : null;
  const reason = answer.kind === 'accepted' ? null : answer.reason;
  if (attempt.state !== 'started' && attempt.state !== 'unknown') {
    changes.attempt({ id: attempt.id, state: attempt.state, rejection: attempt.rejection, reason, messageId });
    return;
  }
  const outcome = decideOutcome(delivery, attempt, answer, now, policy);
  changes.attempt({ id: attempt.id, ...outcome.attempt, reason, messageId });
  // Whoever asked is told what it waits for now: see `waitsFor`.
  Object.assign(attempt, outcome.attempt);
  if (delivery.status !== 'pending') return;
  if (outcome.delivery.kind === 'sent') changes.sent(delivery, now);
  if (outcome.delivery.kind === 'failed') changes.failed(delivery, outcome.delivery.failure, 'provider');
  if (outcome.delivery.kind === 'fall-back') changes.fellBack(delivery, outcome.delivery.because, now);
  if (outcome.delivery.kind === 'retry') changes.waitUntil(delivery, outcome.delivery.at);
}
