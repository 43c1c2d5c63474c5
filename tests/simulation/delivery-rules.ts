/** The decisions of the delivery protocol, as the services call them; a mutation replaces one. */
import { decideClaim, decideEvent, decideOutcome } from '#domain/delivery/protocol.ts';
import { refuseChange } from '#domain/delivery/refuse-change.ts';
import type { DeliveryPolicy } from '#domain/delivery/retry.ts';
import { isUnheard } from '#domain/delivery/unheard.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import { CLOCK_RULES } from './clocks.ts';

/** As in production. */
export const POLICY: DeliveryPolicy = { claimLease: 20 * SECOND, unknownWait: 180 * SECOND, minute: MINUTE };

export const DELIVERY_RULES = {
  ...CLOCK_RULES,
  decideClaim,
  decideOutcome,
  decideEvent,
  refuseChange,
  isUnheard,
  /** Each further copy is written to the timeline. */
  recordsCopies: true,
  /** An attempt that the database has lost is recorded anew. */
  recovers: true,
  /** A hold lasts until operators let the delivery go. */
  keepsHold: true,
  /** Nothing goes to a recipient who wants nothing more. */
  asksRecipient: true,
  /** An event counts once. */
  countsOnce: true,
  /** A revoked link gets no further message. */
  callsOff: true,
  /** People are notified of what failed. */
  notifies: true,
};
export type DeliveryRules = typeof DELIVERY_RULES;
