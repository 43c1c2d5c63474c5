import type { DeliveryState } from './protocol.ts';

/**
 * Whether the owner may still change or delete it.
 * @param delivery the row; `sentAt` is when an earlier message of it was sent
 * @returns null when yes; otherwise why not
 */
export function refuseChange(
  delivery: DeliveryState & { sentAt: number | null },
  scheduledAt: number,
  now: number,
): 'finished' | 'being-sent' | 'due' | null {
  if (delivery.status !== 'pending') return 'finished';
  const newest = delivery.attempts.at(-1);
  if (newest && newest.state !== 'rejected') return 'being-sent';
  // What was sent once is due for ever, also by a clock that was set back. A release ends only by "I'm back".
  const isDue = delivery.origin === 'release' || scheduledAt <= now || hasBegun(delivery);
  return isDue && !isHeldUnsent(delivery, now) ? 'due' : null;
}

/** Operators hold it, or the cap of its address, and no message of it can be with its recipient: what is out must not be deleted. */
function isHeldUnsent(delivery: DeliveryState & { sentAt: number | null }, now: number): boolean {
  const { origin, attempts, nextAttemptAt, isHeld } = delivery;
  const isUntried = origin === 'owner' && attempts.length === 0;
  const isWaiting = isHeld || (nextAttemptAt !== null && nextAttemptAt > now);
  return isUntried && !hasBegun(delivery) && isWaiting;
}

/** A message of it went out, or was refused where it went first: what it brings is frozen since. */
function hasBegun({ sentAt, fellBackAt, refusedEmail = null }: DeliveryState & { sentAt: number | null }): boolean {
  return sentAt !== null || fellBackAt !== null || refusedEmail !== null;
}
