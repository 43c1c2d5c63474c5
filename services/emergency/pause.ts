import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { changeProtocol } from './change-protocol.ts';
import { dayOf } from './protocol-row.ts';
import { type EmergencyStatus, emergencyStatus } from './status.ts';

/**
 * Pauses the protocol, for a holiday: silence counts from its end on. Asking for it is a sign of life.
 * @param days from now on
 * @throws AppError conflict while it does not run, and once it was released
 */
export async function pauseProtocol(context: Context, ownerId: string, days: number): Promise<EmergencyStatus> {
  await changeProtocol(context, ownerId, ({ running, now }) => {
    if (!running.isRunning)
      throw new AppError('conflict', 'The protocol is not running, so there is nothing to pause.');
    return { isProofOfLife: true, pausedUntil: now + days * dayOf(context), happened: 'protocol-paused' };
  });
  return emergencyStatus(context, ownerId);
}

/**
 * Ends a pause: silence counts from now on.
 * @throws AppError conflict once it was released
 */
export async function endPause(context: Context, ownerId: string): Promise<EmergencyStatus> {
  await changeProtocol(context, ownerId, () => ({ isProofOfLife: true, pausedUntil: null }));
  return emergencyStatus(context, ownerId);
}
