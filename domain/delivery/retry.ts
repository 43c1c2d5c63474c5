import { DAY, HOUR, MINUTE, SECOND } from '../time/durations.ts';

/** After a refusal that may pass: the next try waits this long, the last step repeats. */
const LADDER = [1 * MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 12 * HOUR, 1 * DAY];
/** So many times a provider's Retry-After alone decides. */
const RETRY_AFTERS = 5;
/** We mend a refusal of our own credentials; trying fast does not. */
const CONFIGURATION_WAIT = 15 * MINUTE;
/** How long a delivery keeps trying before its owner has to decide. */
export const GIVE_UP_AFTER = 7 * DAY;

/** The numbers of the protocol; durations in milliseconds. Production has one set; tests shorten it. */
export interface DeliveryPolicy {
  /** How long one provider call may take, with a margin for a slow worker: the lease of a claim. */
  claimLease: number;
  /** How long an unknown outcome waits for the provider's own event. */
  unknownWait: number;
  /** The length of a minute on the retry ladder. */
  minute: number;
  /** How many messages of people whom they do not know one address gets in a day; absent or 0 for no limit. */
  messagesPerAddress?: number;
}

/**
 * When to try again after a refusal that may pass.
 * @param refusals how many such refusals this revision has had, this one included (1 or more)
 * @param retryAfter the provider's Retry-After, in milliseconds, or null
 * @param minute the length of a minute on the ladder, in milliseconds
 * @returns how long to wait, in milliseconds; a Retry-After counts from one second to one day
 */
export function transientWait(refusals: number, retryAfter: number | null, minute: number): number {
  const step = scaled(LADDER[Math.min(refusals, LADDER.length) - 1] ?? MINUTE, minute);
  if (retryAfter === null || !Number.isFinite(retryAfter)) return step;
  const asked = Math.min(Math.max(retryAfter, SECOND), DAY);
  // A provider that says "in a second" for days would get half a million calls.
  return refusals <= RETRY_AFTERS ? asked : Math.max(asked, step);
}

/** @returns how long to wait after the provider refused our credentials or our sender, in milliseconds */
export function configurationWait(minute: number): number {
  return scaled(CONFIGURATION_WAIT, minute);
}

/** @returns the given duration on a ladder whose minute has the given length */
export function scaled(duration: number, minute: number): number {
  return (duration / MINUTE) * minute;
}
