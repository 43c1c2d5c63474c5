import type { Context } from '#services/context.ts';
import { changeProtocol } from './change-protocol.ts';
import { type EmergencyStatus, emergencyStatus } from './status.ts';

/** Records that somebody is still here. @returns the status after it */
export async function checkIn(context: Context, ownerId: string): Promise<EmergencyStatus> {
  await changeProtocol(context.em, ownerId, async (before) => ({ ...before, isProofOfLife: true }));
  return emergencyStatus(context, ownerId);
}
