import type { FailureCode } from './delivery.ts';

/** @returns whether the recipient decided that nothing of it is sent again */
export function isByRecipient(code: FailureCode | null | undefined): boolean {
  return code === 'refused' || code === 'stopped';
}
