import type { Context } from '#services/context.ts';
import { changeProtocol } from './change-protocol.ts';
import { type EmergencyStatus, emergencyStatus } from './status.ts';

/**
 * Records that somebody is still here. Whoever gets hold of the row first wins: a check-in that is acknowledged means
 * that nothing was released, and nothing will be before they have been silent for all of the time again.
 * @returns the status after it
 * @throws AppError conflict once it was released
 */
export async function checkIn(context: Context, ownerId: string): Promise<EmergencyStatus> {
  await changeProtocol(context, ownerId, () => ({ isProofOfLife: true }));
  return emergencyStatus(context, ownerId);
}
