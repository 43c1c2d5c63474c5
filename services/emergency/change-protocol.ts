import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { applyChange, type Change } from './apply-change.ts';
import { dayOf, lockProtocol, type Protocol, planAgain } from './protocol-row.ts';

/**
 * Changes somebody's protocol in one transaction, after whoever changes it at the same moment. A sign of life, at any
 * instant up to the release, begins a new episode: nothing of the old one goes out any more, its links open nothing, and
 * whoever was told hears that all is well. So does switching it off.
 * @param change gets it as it is; what it throws leaves it so
 * @throws AppError conflict once it was released: only `returnToLife` leads out of that
 */
export async function changeProtocol(
  context: Context,
  ownerId: string,
  change: (before: Protocol, tx: EntityManager) => Promise<Change> | Change,
): Promise<void> {
  await context.em.transactional(async (tx) => {
    const before = await lockProtocol(tx, ownerId, dayOf(context));
    if (!before) return;
    if (before.state.stage === 'released') throw alreadyReleased();
    await applyChange(tx, before, await change(before, tx));
    await planAgain(tx, ownerId, dayOf(context));
  });
}

function alreadyReleased(): AppError {
  return new AppError(
    'conflict',
    'Your emergency protocol has been released: what you set aside has gone to your trusted contacts. Say “I’m back” on the emergency page, and it begins again.',
  );
}
