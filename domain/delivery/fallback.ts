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

/** @returns whether it waits to go by email and none may have left: a recipient who got the first message gets no other */
export function isFallbackUnsent({ status, isDeleted, fellBackAt, attempts }: DeliveryState): boolean {
  return status === 'pending' && !isDeleted && fellBackAt !== null && attempts.every((one) => one.state === 'rejected');
}

/** @returns whether it is a message of the channel that was given up */
export function isFromChannelBeforeFallback({ revision, fellBackAt }: DeliveryState, attempt: Attempt): boolean {
  return attempt.revision === revision - 1 && fellBackAt !== null && attempt.startedAt < fellBackAt;
}
