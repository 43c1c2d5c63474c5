import type { FailureCode } from './delivery.ts';
import type { DeliveryState } from './protocol.ts';

/** @returns whether the recipient decided that nothing of it is sent again */
export function isByRecipient(code: FailureCode | null | undefined): boolean {
  return code === 'refused' || code === 'stopped';
}

/** @returns whether a person decided that it failed: its recipient, its owner or an operator */
export function isByPerson(code: FailureCode): boolean {
  return isByRecipient(code) || code === 'revoked' || code === 'cancelled-by-operator';
}

/** An event that says it arrived after all undoes a failure, except one that a person decided or that has no reason. */
export function isDecided({ status, failureCode }: Pick<DeliveryState, 'status' | 'failureCode'>): boolean {
  return status === 'failed' && (failureCode === null || isByPerson(failureCode));
}
