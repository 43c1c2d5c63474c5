import { FALL_BACK_AFTER } from './delivery.ts';
import { canFallBack } from './fallback.ts';
import type { DeliveryState } from './protocol.ts';
import { type DeliveryPolicy, scaled } from './retry.ts';

/**
 * Decides about a message that its provider accepted and reported nothing about since.
 * @param delivery with `sentAt`, when it was accepted, in milliseconds
 * @param isOpened the recipient opened the link: it arrived
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
    canFallBack(delivery) &&
    delivery.deliveredAt === null &&
    !isOpened &&
    delivery.sentAt !== null &&
    now >= delivery.sentAt + scaled(FALL_BACK_AFTER, policy.minute)
  );
}
