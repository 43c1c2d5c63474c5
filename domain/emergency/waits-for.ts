/** What trusted contacts make a protocol wait for, in words for operators. */
import { mailboxWorksSince, type ProtocolPolicy, type ProtocolState } from './protocol.ts';
import { answerLeft, holdLeft, isRaised, NO_SAY } from './say.ts';

/** @returns until when a contact's word holds the release, in milliseconds; null where none does */
export function heldUntil({ day }: ProtocolPolicy, { say = NO_SAY, availability }: ProtocolState, now: number) {
  const left = holdLeft(say, day, availability, now);
  return left > 0 ? now + left : null;
}

/** @returns until when the owner can answer what a contact said, in milliseconds; null while no warning has arrived */
export function answerUntil(policy: ProtocolPolicy, state: ProtocolState, now: number): number | null {
  if (!isRaised(state) || state.countsFrom === null) return null;
  const left = answerLeft(policy, state, { from: state.countsFrom, worksSince: mailboxWorksSince(state) }, now);
  return left === Number.POSITIVE_INFINITY ? null : now + left;
}

/**
 * @param now milliseconds
 * @returns ids, names and addresses are not in it; null while contacts make it wait for nothing
 */
export function waitsFor(policy: ProtocolPolicy, state: ProtocolState, now: number): string | null {
  if (!state.isActive || state.countsFrom === null || state.stage === 'released') return null;
  if (isRaised(state)) {
    const until = answerUntil(policy, state, now);
    const answer = until === null ? 'a warning to arrive' : `an answer until ${new Date(until).toISOString()}`;
    return `raised by a contact, waits for ${answer}`;
  }
  if (state.missedAt === null) return null;
  const held = heldUntil(policy, state, now);
  if (held !== null) return `held until ${new Date(held).toISOString()} by a contact`;
  const { needed, given } = state.say ?? NO_SAY;
  return given < needed ? `waits for ${needed - given} of ${needed} confirmations` : null;
}
