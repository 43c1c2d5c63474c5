import type { FailureCode } from './delivery.ts';
import type { DeliveryState } from './protocol.ts';

/** The address is wrong or closed. A full mailbox, a refused content or a reader who called it spam is none of these. */
const ADDRESS_REFUSED: ReadonlySet<FailureCode> = new Set(['invalid-recipient', 'bounced', 'dropped']);

/** @returns whether an email that failed so is sent to its recipient's second address, which happens once */
export function goesElsewhere({ alternateEmail = null }: Pick<DeliveryState, 'alternateEmail'>, failure: FailureCode) {
  return alternateEmail !== null && ADDRESS_REFUSED.has(failure);
}
