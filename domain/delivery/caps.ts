import type { Plan } from '../subscription/plan.ts';

/** How much one account may send; 0 means no cap. */
export interface SendingCaps {
  /** Addresses in a day that it has never scheduled anything to. */
  newRecipients: number;
  /** Deliveries of its own that wait. */
  pending: number;
}

const PREMIUM_TIMES: SendingCaps = { newRecipients: 3, pending: 10 };

/** @returns the caps of a plan, from those of Plus */
export function capsOf(caps: SendingCaps, plan: Plan): SendingCaps {
  if (plan !== 'premium') return caps;
  return {
    newRecipients: caps.newRecipients * PREMIUM_TIMES.newRecipients,
    pending: caps.pending * PREMIUM_TIMES.pending,
  };
}
