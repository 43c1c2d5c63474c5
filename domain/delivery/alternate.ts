import type { FailureCode } from './delivery.ts';
import type { DeliveryState } from './protocol.ts';

/** The address is wrong or closed. A full mailbox, a refused content or a reader who called it spam is none of these. */
const ADDRESS_REFUSED: ReadonlySet<FailureCode> = new Set(['invalid-recipient', 'bounced', 'dropped']);

type Addressed = Pick<DeliveryState, 'alternateEmail' | 'isOpened' | 'fellBackAt' | 'deliveredAt'>;

/**
 * A mail that was reported delivered can come back: then the second address is all the more needed. Of one that went by
 * another channel first, the report may be about that.
 * @returns whether an email that failed so is sent to its recipient's second address, which happens once
 */
export function goesElsewhere(delivery: Addressed, failure: FailureCode): boolean {
  const { alternateEmail = null, isOpened = false, fellBackAt, deliveredAt = null } = delivery;
  const hasArrived = isOpened || (fellBackAt !== null && deliveredAt !== null);
  return alternateEmail !== null && ADDRESS_REFUSED.has(failure) && !hasArrived;
}
