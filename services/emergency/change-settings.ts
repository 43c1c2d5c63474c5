import type { EmergencySettings } from '#domain/emergency/emergency.schema.ts';
import type { Context } from '#services/context.ts';
import { requireEmergencyProtocol } from '#services/subscription/entitlements.ts';
import { changeProtocol } from './change-protocol.ts';
import { type EmergencyStatus, emergencyStatus } from './status.ts';

/**
 * Changes what is given of the protocol. While it is active, and when it becomes so, that is proof of life as well:
 * a shorter time never ends at once.
 * @throws AppError plan-required for arming where the plan does not allow it and never did: whoever had it armed once can
 *   arm it again; conflict once it was released
 */
export async function changeSettings(
  context: Context,
  ownerId: string,
  { is_active, inactive_days, safety_days }: EmergencySettings,
): Promise<EmergencyStatus> {
  await changeProtocol(context, ownerId, async ({ state }, tx) => {
    const isActive = is_active ?? state.isActive;
    if (isActive && !state.isActive) await requireEmergencyProtocol(tx, ownerId);
    const becomes = isActive ? 'protocol-armed' : 'protocol-disarmed';
    return {
      isActive,
      inactiveDays: inactive_days,
      safetyDays: safety_days,
      isProofOfLife: state.isActive || isActive,
      happened: isActive === state.isActive ? 'protocol-changed' : becomes,
    };
  });
  return emergencyStatus(context, ownerId);
}
