import { MINUTE } from '../time/durations.ts';

/** For how long a proof counts, in milliseconds. */
export const PROOF_LIFE = 10 * MINUTE;

/**
 * @param provedAt when a session last proved that it is its owner's; null if it cannot
 * @returns whether that still counts
 */
export function isProofRecent(provedAt: Date | null, now: Date): boolean {
  return provedAt !== null && now.getTime() - provedAt.getTime() <= PROOF_LIFE;
}
