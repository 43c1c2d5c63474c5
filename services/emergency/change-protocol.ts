import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { giveAllClear, withdrawWaiting } from './enqueue-mails.ts';
import { dayOf, lockProtocol, type Protocol, planAgain } from './protocol-row.ts';

/** What a change makes of a protocol; what is left out stays. Instants are milliseconds. */
export interface Change {
  isActive?: boolean | undefined;
  inactiveDays?: number | undefined;
  safetyDays?: number | undefined;
  pausedUntil?: number | null;
  /** Whether its owner has just shown that they are here. */
  isProofOfLife: boolean;
  /** For the timeline, besides that they answered a warning. */
  happened?: Happening['kind'];
}

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

/** Applies a change to a protocol that this transaction holds and that is not released. */
export async function applyChange(tx: EntityManager, before: Protocol, change: Change): Promise<void> {
  const { ownerId, episode, state } = before;
  const isActive = change.isActive ?? state.isActive;
  const endsEpisode = state.stage !== 'armed' && (change.isProofOfLife || !isActive);
  if (endsEpisode) await endEpisode(tx, before);
  await tx.execute(
    `update emergency_protocols set is_active = ?, inactive_days = ?, safety_days = ?,
       paused_until = to_timestamp(?::float8 / 1000),
       last_check_in = case when ? then clock_timestamp() else last_check_in end,
       stage = case when ? then 'armed' else stage end, missed_at = case when ? then null else missed_at end,
       episode = ? where owner_id = ?`,
    [
      isActive,
      change.inactiveDays ?? state.inactiveDays,
      change.safetyDays ?? state.safetyDays,
      isActive ? (change.pausedUntil === undefined ? before.pausedUntil : change.pausedUntil) : null,
      change.isProofOfLife,
      endsEpisode,
      endsEpisode,
      endsEpisode ? episode + 1 : episode,
      ownerId,
    ],
  );
  const kinds: Happening['kind'][] = endsEpisode ? ['protocol-answered'] : [];
  if (change.happened) kinds.push(change.happened);
  await appendTimeline(
    tx,
    new Date(before.now),
    kinds.map((kind) => ({ ownerId, kind, actor: 'owner', deliveryId: null, detail: { episode } })),
  );
}

/** Ends an episode in which something was said: what waits is withdrawn, who was told hears that all is well. */
export async function endEpisode(tx: EntityManager, { ownerId, episode }: Protocol): Promise<void> {
  await withdrawWaiting(tx, { ownerId, episode }, ['reminder', 'missed', 'last-call', 'again', 'released']);
  await giveAllClear(tx, { ownerId, episode });
}

function alreadyReleased(): AppError {
  return new AppError(
    'conflict',
    'Your emergency protocol has been released: what you set aside has gone to your trusted contacts. Say “I’m back” on the emergency page, and it begins again.',
  );
}
