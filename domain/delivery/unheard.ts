import { FALL_BACK_AFTER } from './delivery.ts';
import { channelOf, type DeliveryState } from './protocol.ts';
import { type DeliveryPolicy, scaled } from './retry.ts';

/**
 * Decides about a message that WhatsApp accepted and of which nothing was heard since.
 * @param sentAt when it was accepted, milliseconds
 * @param isOpened its recipient opened what it led to: it arrived
 * @returns whether it goes by email now
 */
export function isUnheard(
  delivery: DeliveryState & { sentAt: number | null; deliveredAt: number | null },
  isOpened: boolean,
  now: number,
  policy: DeliveryPolicy,
): boolean {
  return (
    !delivery.isDeleted &&
    delivery.status === 'sent' &&
    channelOf(delivery) === 'whatsapp' &&
    delivery.deliveredAt === null &&
    !isOpened &&
    delivery.sentAt !== null &&
    now >= delivery.sentAt + scaled(FALL_BACK_AFTER, policy.minute)
  );
}
