import type { EntityManager } from '@mikro-orm/postgresql';
import { FALL_BACK_AFTER } from '#domain/delivery/delivery.ts';
import { type DeliveryPolicy, scaled } from '#domain/delivery/retry.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { type FailureLine, failureLine, recordProviderEvents } from '#services/events/record-provider-events.ts';
import type { AskWhatsApp } from '#services/ports/whatsapp-sender.ts';

const AT_ONCE = 100;
/** A little before they would go by email, so that nothing does without having been asked about. */
const ASK_AFTER = FALL_BACK_AFTER - 2 * MINUTE;

/**
 * Asks about messages that WhatsApp accepted and of which nothing was heard for two days: statuses are told within
 * seconds and not again, and our door may have been shut. What is learnt is recorded like a status that was told.
 * @param tell hears of each that did not arrive, once
 * @returns how many answers came
 */
export async function askUnheard(
  fork: () => EntityManager,
  ask: AskWhatsApp,
  policy: DeliveryPolicy,
  tell: (line: FailureLine) => void,
): Promise<number> {
  const silent = await fork().execute<{ attempt_id: string; message_id: string }[]>(
    `select a.id as attempt_id, a.provider_message_id as message_id from deliveries d
       join delivery_attempts a on a.delivery_id = d.id and a.revision = d.revision and a.state = 'accepted'
     where d.channel = 'whatsapp' and d.status = 'sent' and d.fell_back_at is null and d.delivered_at is null
       and d.opened_at is null and d.deleted_at is null and d.link_revoked_at is null and a.provider_message_id is not null
       and d.sent_at <= now() - ?::interval order by d.sent_at limit ${AT_ONCE}`,
    [`${scaled(ASK_AFTER, policy.minute)} milliseconds`],
  );
  const answers = await Promise.all(
    silent.map(async ({ attempt_id, message_id }) => {
      const event = await ask(message_id);
      return event && { ...event, attemptId: attempt_id };
    }),
  );
  const events = answers.filter((event) => event !== null);
  // Of those that are new: what was known already has been told.
  const deliveryOf = await recordProviderEvents({ em: fork() }, 'twilio', events);
  for (const event of events) {
    const delivery = deliveryOf.get(event.attemptId);
    const line = delivery && failureLine('twilio', event, delivery);
    if (line) tell(line);
  }
  return events.length;
}
