import type { EmergencySettings } from '#domain/emergency/emergency.schema.ts';
import type { Context } from '#services/context.ts';
import { requireEmergencyProtocol } from '#services/subscription/entitlements.ts';
import { changeProtocol } from './change-protocol.ts';
import { type EmergencyStatus, emergencyStatus } from './status.ts';

/**
 * Changes what is given of the protocol. While it is active, and when it becomes so, that is proof of life as well:
 * a shorter time never ends at once.
 * @throws AppError plan-required for arming where the plan does not allow it; never for what is armed already
 */
export async function changeSettings(
  context: Context,
  ownerId: string,
  { is_active, inactive_days, safety_days }: EmergencySettings,
): Promise<EmergencyStatus> {
  await changeProtocol(context.em, ownerId, async (before, tx) => {
    const isActive = is_active ?? before.is_active;
    if (isActive && !before.is_active) await requireEmergencyProtocol(tx, ownerId);
    return {
      is_active: isActive,
      inactive_days: inactive_days ?? before.inactive_days,
      safety_days: safety_days ?? before.safety_days,
      isProofOfLife: before.is_active || isActive,
    };
  });
  return emergencyStatus(context, ownerId);
}
