import type { EmergencySettings } from '#domain/emergency/emergency.schema.ts';
import { AppError } from '#domain/errors.ts';
import { emergencyRefusals } from '#messages/en/emergency-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { alertOwner } from '#services/mails/enqueue-account-mail.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import { requireEmergencyProtocol } from '#services/subscription/entitlements.ts';
import { changeProtocol } from './change-protocol.ts';
import { dayOf, lockProtocol } from './protocol-row.ts';
import { type EmergencyStatus, emergencyStatus } from './protocol-view.ts';

/**
 * Changes the settings that are given. While the protocol is on, and when it is switched on, this counts as a check-in, so
 * that fewer days never end at once.
 * @throws AppError plan-required for switching it on without such a plan, unless the owner had it on before;
 *   validation-failed for more confirmations than contacts; conflict after the release
 */
export async function changeSettings(
  context: Context,
  ownerId: string,
  { is_active, inactive_days, safety_days, ...given }: EmergencySettings,
): Promise<EmergencyStatus> {
  await changeProtocol(context, ownerId, async ({ state, contacts }, tx) => {
    requireContacts(given.confirmations_needed ?? 0, contacts.length);
    const isActive = is_active ?? state.isActive;
    if (isActive && !state.isActive) await requireEmergencyProtocol(tx, ownerId);
    if (!isActive && state.isActive) await alertOwner(tx, { userId: ownerId, kind: 'protocol-disarmed' });
    const becomes = isActive ? 'protocol-armed' : 'protocol-disarmed';
    return {
      isActive,
      inactiveDays: inactive_days,
      safetyDays: safety_days,
      say: {
        confirmationsNeeded: given.confirmations_needed,
        unansweredAfterDays: given.unanswered_after_days,
        contactsMayRaise: given.contacts_may_raise,
        answerWithinDays: given.answer_within_days,
      },
      isCheckIn: state.isActive || isActive,
      happened: isActive === state.isActive ? 'protocol-changed' : becomes,
    };
  });
  recordSecurityEvent(context, 'protocol-changed', { account: ownerId });
  return emergencyStatus(context, ownerId);
}

/** More confirmations than contacts would never come. */
function requireContacts(needed: number, contacts: number): void {
  if (needed <= contacts) return;
  const message = say(emergencyRefusals['too-few-contacts'], { contacts });
  throw AppError.atField('validation-failed', 'confirmations_needed', message);
}

/**
 * Pauses the protocol: silence counts from the end of the pause on. Counts as a check-in.
 * @param days protocol days from now on
 * @throws AppError conflict while the protocol does not run, and after the release
 */
export async function pauseProtocol(context: Context, ownerId: string, days: number): Promise<EmergencyStatus> {
  await changeProtocol(context, ownerId, async ({ running, now }, tx) => {
    if (!running.isRunning) throw new AppError('conflict', say(emergencyRefusals['nothing-to-pause']));
    await alertOwner(tx, { userId: ownerId, kind: 'protocol-paused' });
    return { isCheckIn: true, pausedUntil: now + days * dayOf(context), happened: 'protocol-paused' };
  });
  recordSecurityEvent(context, 'protocol-changed', { account: ownerId });
  return emergencyStatus(context, ownerId);
}

/**
 * Pauses the protocol after "This was not me", in the transaction of that: like `pauseProtocol`, and a longer pause stays.
 * @param days protocol days from now on
 * @returns until when; null for a protocol that does not run, and after the release
 */
export async function pauseRelease(context: Context, ownerId: string, days: number): Promise<Date | null> {
  const before = await lockProtocol(context.em, ownerId, dayOf(context));
  if (!before?.running.isRunning || before.state.stage === 'released') return null;
  const pausedUntil = Math.max(before.now + days * dayOf(context), before.pausedUntil ?? 0);
  const change = { isCheckIn: true, isByLink: true, pausedUntil, happened: 'protocol-paused' } as const;
  await changeProtocol(context, ownerId, () => change);
  return new Date(pausedUntil);
}

/**
 * Ends a pause: silence counts from now on.
 * @throws AppError conflict after the release
 */
export async function endPause(context: Context, ownerId: string): Promise<EmergencyStatus> {
  await changeProtocol(context, ownerId, () => ({ isCheckIn: true, pausedUntil: null }));
  return emergencyStatus(context, ownerId);
}
