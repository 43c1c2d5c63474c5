/** A duress check-in: it looks like any other, and holds everything of its owner (docs/decisions/0150). */
import type { Availability } from './availability.ts';
import { nextStep, type ProtocolPolicy, type ProtocolState, type ProtocolStep } from './protocol.ts';

/** A hold, in milliseconds since the epoch. It is over at `until`. */
export interface DuressHold {
  from: number;
  until: number;
}

/** Which of an account's two passwords was given. */
export type GivenPassword = 'own' | 'duress';

/**
 * @param isOwn whether it is the account's password
 * @param isDuress whether it is the duress password
 * @returns null for neither. Where both are the same, the account's wins: a change of it must not be refused for the other
 */
export function whichPassword(isOwn: boolean, isDuress: boolean): GivenPassword | null {
  if (isOwn) return 'own';
  return isDuress ? 'duress' : null;
}

/** @param now the database's clock @returns until when a hold runs, in milliseconds; null without one, and after it */
export function holdRunsUntil(hold: DuressHold | null, now: number): number | null {
  return hold !== null && hold.until > now ? hold.until : null;
}

/**
 * A hold that is over counts as a time in which nobody could reach us: the owner is warned again, and has the safety days
 * again, before anything goes out. One that runs changes nothing that is shown.
 */
export function afterHold(availability: Availability, hold: DuressHold | null, now: number): Availability {
  if (hold === null || hold.until > now || hold.until <= hold.from) return availability;
  return { ...availability, outages: [...availability.outages, hold] };
}

/**
 * Decides the next step of a protocol that may be held: warnings go out as always, and the release waits.
 * @param heldUntil in milliseconds; null while no hold runs
 */
export function nextHeldStep(
  policy: ProtocolPolicy,
  state: ProtocolState,
  heldUntil: number | null,
  now: number,
): ProtocolStep {
  const step = nextStep(policy, state, now);
  return step.kind === 'release' && heldUntil !== null ? { kind: 'wait', until: heldUntil } : step;
}
