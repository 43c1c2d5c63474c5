/** Messages that a channel with a fallback accepted, and reported nothing about for two days. */
import type { EntityManager } from '@mikro-orm/postgresql';
import { ago } from '#db/instants.ts';
import { query } from '#db/query.ts';
import { anyOf } from '#db/sql.ts';
import { CHANNELS, FALL_BACK_AFTER, FALLING_BACK } from '#domain/delivery/delivery.ts';
import { channelOf } from '#domain/delivery/fallback.ts';
import { type DeliveryPolicy, scaled } from '#domain/delivery/retry.ts';
import { isUnheard } from '#domain/delivery/unheard.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { DeliveryChanges } from '#services/deliveries/delivery-changes.ts';
import { lockDeliveries } from '#services/deliveries/locked.ts';
import { type FailureLine, failureLine, recordProviderEvents } from '#services/events/record-provider-events.ts';
import type { AskStatus } from '#services/ports/senders.ts';

const AT_ONCE = 100;
/** A little before they would fall back to email: the provider is asked about each before that. */
const ASK_AFTER = FALL_BACK_AFTER - 2 * MINUTE;

/**
 * Asks the provider about unheard messages: it reports a status within seconds and not again, and we may have been down.
 * The answer is recorded like a status that was reported.
 * @param log gets each message that did not arrive, once
 * @returns how many answers came
 */
export async function askUnheard(
  fork: () => EntityManager,
  ask: AskStatus,
  policy: DeliveryPolicy,
  log: (line: FailureLine) => void,
): Promise<number> {
  const silent = await unheard(fork(), scaled(ASK_AFTER, policy.minute))
    .innerJoin('delivery_attempts as a', (join) =>
      join.onRef('a.delivery_id', '=', 'd.id').onRef('a.revision', '=', 'd.revision').on('a.state', '=', 'accepted'),
    )
    .select(['a.id as attempt_id', 'a.provider_message_id as message_id'])
    .where('a.provider_message_id', 'is not', null)
    .execute();
  const answers = await Promise.all(
    silent.map(async ({ attempt_id, message_id }) => {
      const event = message_id === null ? null : await ask(message_id);
      return event && { ...event, attemptId: attempt_id };
    }),
  );
  const events = answers.filter((event) => event !== null);
  // Only of the new ones: what was known already has been logged.
  const { deliveryOf } = await recordProviderEvents({ em: fork() }, 'twilio', events);
  for (const event of events) {
    const delivery = deliveryOf.get(event.attemptId);
    const line = delivery && failureLine('twilio', event, delivery);
    if (line) log(line);
  }
  return events.length;
}

/**
 * Sends unheard messages by email.
 * @returns how many
 */
export async function fallBackUnheard(em: EntityManager, policy: DeliveryPolicy): Promise<number> {
  return em.transactional(async (tx) => {
    const silent = await unheard(tx, scaled(FALL_BACK_AFTER, policy.minute)).select('d.id').execute();
    const { now, deliveries } = await lockDeliveries(
      tx,
      silent.map(({ id }) => id),
    );
    // Read under the lock: the recipient may have opened it while we waited.
    const opened = await query(tx)
      .selectFrom('deliveries')
      .select('id')
      .where('id', '=', anyOf(deliveries.map(({ id }) => id)))
      .where('opened_at', 'is not', null)
      .execute();
    const isOpened = new Set(opened.map(({ id }) => id));
    const changes = new DeliveryChanges();
    const falling = deliveries.filter(
      (delivery) => !delivery.isLinkRevoked && isUnheard(delivery, isOpened.has(delivery.id), now, policy),
    );
    for (const delivery of falling) changes.fellBack(delivery, CHANNELS[channelOf(delivery)].unheard, now);
    await changes.write(tx, now);
    return falling.length;
  });
}

/** @param after how long they were accepted ago at least, in milliseconds */
function unheard(em: EntityManager, after: number) {
  return query(em)
    .selectFrom('deliveries as d')
    .where('d.channel', 'in', FALLING_BACK)
    .where('d.status', '=', 'sent')
    .where('d.fell_back_at', 'is', null)
    .where('d.delivered_at', 'is', null)
    .where('d.opened_at', 'is', null)
    .where('d.deleted_at', 'is', null)
    .where('d.link_revoked_at', 'is', null)
    .where('d.sent_at', '<=', ago(after))
    .orderBy('d.sent_at')
    .limit(AT_ONCE);
}
