/** By which channel a delivery goes: the one that its owner chose, or the one that takes over. */
import { CHANNELS, type Channel } from './delivery.ts';
import type { Attempt, DeliveryState } from './protocol.ts';

/** @returns how the next message of a delivery goes */
export function channelOf({ channel, fellBackAt }: Pick<DeliveryState, 'channel' | 'fellBackAt'>): Channel {
  return fellBackAt === null ? channel : (CHANNELS[channel].fallback ?? channel);
}

/** @returns whether another channel takes over when the next message does not arrive */
export function canFallBack(delivery: Pick<DeliveryState, 'channel' | 'fellBackAt'>): boolean {
  return CHANNELS[channelOf(delivery)].fallback !== null;
}

/**
 * @returns whether it waits to go by email, or to the second address, and no such message may have left: a recipient who got
 *   the first message gets no other
 */
export function isFallbackUnsent({ status, isDeleted, fellBackAt, refusedEmail, attempts }: DeliveryState): boolean {
  const isElsewhere = fellBackAt !== null || (refusedEmail ?? null) !== null;
  return status === 'pending' && !isDeleted && isElsewhere && attempts.every((one) => one.state === 'rejected');
}

/**
 * @returns whether it is a message of the channel that was given up: one revision ago, or two where the first address has
 *   refused the email. What its owner had sent again since goes out all the same.
 */
export function isFromChannelBeforeFallback(delivery: DeliveryState, { revision, startedAt }: Attempt): boolean {
  const { fellBackAt, refusedEmail = null } = delivery;
  const ago = delivery.revision - revision;
  return (ago === 1 || (ago === 2 && refusedEmail !== null)) && fellBackAt !== null && startedAt < fellBackAt;
}

/** @returns whether the report that this message was delivered counts: its email waits, or was sent and may yet go to a second address */
export function isHeardAfterFallback(delivery: DeliveryState, attempt: Attempt): boolean {
  const { status, isDeleted, alternateEmail = null } = delivery;
  const mayGoElsewhere = status === 'sent' && !isDeleted && alternateEmail !== null;
  return (mayGoElsewhere || isFallbackUnsent(delivery)) && isFromChannelBeforeFallback(delivery, attempt);
}

/** @returns whether this copy got through; or its call is under way, and its own outcome decides whether another message follows */
export function mayStillArrive(delivery: DeliveryState, { state }: Attempt): boolean {
  const isAnotherLeft = canFallBack(delivery) || (delivery.alternateEmail ?? null) !== null;
  return state === 'accepted' || (state === 'started' && isAnotherLeft);
}
