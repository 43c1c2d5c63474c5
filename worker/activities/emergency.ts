import type { Logger } from '#config/log.ts';
import { type Advanced, advanceProtocol, type ProtocolDeps } from '#services/emergency/advance.ts';
import { withoutDetails } from './without-details.ts';

/** What emergency workflows call. */
export interface EmergencyActivities {
  advanceProtocol(ownerId: string): Promise<Advanced>;
}

/** @param protocolDeps composed once for the process */
export function emergencyActivities(protocolDeps: ProtocolDeps, log: Logger): EmergencyActivities {
  return {
    advanceProtocol: (ownerId) => withoutDetails(log, { ownerId }, () => advanceProtocol(protocolDeps, ownerId)),
  };
}
