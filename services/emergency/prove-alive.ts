import { MINUTE } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { applyChange } from './apply-change.ts';
import { dayOf, lockProtocol, planAgain } from './protocol-row.ts';

/** A quiet protocol need not hear of each of many changes, unless it stands still: an address may be confirmed by now. */
const OFTEN_ENOUGH = MINUTE;

/**
 * Takes what somebody does as a sign of life: signing in, confirming their address, changing anything on a page. Looking
 * at pages is none. Only an active protocol listens; one that was released waits for "I'm back".
 * @param context not within a transaction that holds the account's row for sharing: this asks for more
 */
export async function proveAlive(context: Pick<Context, 'em' | 'protocolDay'>, ownerId: string): Promise<void> {
  const day = dayOf(context);
  // One that rests is always heard: the address that it waited for may have been confirmed just now.
  const listens = await context.em.execute<object[]>(
    `select 1 from emergency_protocols where owner_id = ? and is_active and stage <> 'released'
       and (stage <> 'armed' or next_step_at is null or last_check_in < clock_timestamp() - ?::interval)`,
    [ownerId, `${Math.min(OFTEN_ENOUGH, day / 24)} milliseconds`],
  );
  if (listens.length === 0) return;
  await context.em.transactional(async (tx) => {
    const protocol = await lockProtocol(tx, ownerId, day);
    if (!protocol?.state.isActive || protocol.state.stage === 'released') return;
    await applyChange(tx, protocol, { isProofOfLife: true });
    await planAgain(tx, ownerId, day);
  });
}
