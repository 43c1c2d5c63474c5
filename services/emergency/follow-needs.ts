import type { EntityManager } from '@mikro-orm/postgresql';
import { applyChange } from './apply-change.ts';
import { withdrawUnsent } from './enqueue-mails.ts';
import type { Protocol } from './protocol-row.ts';

/**
 * Stops a protocol that has come to lack something, and starts one that lacks nothing, in the transaction that
 * holds it. A stop keeps the stage: what was told stays told, and what has not left is withdrawn. A start is a sign of
 * life: the count begins at that instant, and contacts who were told hear that all is well. A release stays a release.
 * @returns whether it did either, so that the protocol has to be read again
 */
export async function followNeeds(tx: EntityManager, protocol: Protocol): Promise<boolean> {
  if (!isOutOfStep(protocol)) return false;
  const { ownerId } = protocol;
  const { isRunning } = protocol.running;
  if (isRunning) await applyChange(tx, protocol, { isProofOfLife: true });
  else await withdrawUnsent(tx, protocol);
  await tx.execute('update emergency_protocols set is_blocked = ? where owner_id = ?', [!isRunning, ownerId]);
  return true;
}

/** @returns whether `followNeeds` has something to do */
export function isOutOfStep({ state, running, wasBlocked }: Protocol): boolean {
  return state.isActive && state.stage !== 'released' && running.isRunning === wasBlocked;
}
