import type { Attempt, DeliveryState } from './protocol.ts';

/** @returns whether it waits to go by email and none may have left: a recipient who got the first message gets no other */
export function isFallbackUnsent({ status, isDeleted, fellBackAt, attempts }: DeliveryState): boolean {
  return status === 'pending' && !isDeleted && fellBackAt !== null && attempts.every((one) => one.state === 'rejected');
}

/** @returns whether it is a message of the channel that was given up */
export function isFromChannelBeforeFallback({ revision, fellBackAt }: DeliveryState, attempt: Attempt): boolean {
  return attempt.revision === revision - 1 && fellBackAt !== null && attempt.startedAt < fellBackAt;
}
