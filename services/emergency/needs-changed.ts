import type { EntityManager } from '@mikro-orm/postgresql';
import { isOutOfStep } from './follow-needs.ts';
import { lockProtocol, planAgain } from './protocol-row.ts';

/**
 * Starts or stops an owner's protocol after a change of their contacts or contents, in the transaction of that change. The
 * caller holds the account's row from before the change on, so that of two changes the second sees the first.
 * @param day the length of a protocol day, in milliseconds
 */
export async function needsChanged(tx: EntityManager, ownerId: string, day: number): Promise<void> {
  const on = await tx.execute<object[]>('select 1 from emergency_protocols where owner_id = ? and is_active', [
    ownerId,
  ]);
  if (on.length === 0) return;
  const protocol = await lockProtocol(tx, ownerId, day);
  if (protocol && isOutOfStep(protocol)) await planAgain(tx, ownerId, day);
}
