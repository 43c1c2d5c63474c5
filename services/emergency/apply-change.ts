import type { EntityManager } from '@mikro-orm/postgresql';
import { appendTimeline, type Happening } from '#services/timeline.ts';
import { giveAllClear, withdrawWaiting } from './enqueue-mails.ts';
import type { Protocol } from './protocol-row.ts';

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
       episode = ?, is_blocked = is_blocked and ? where owner_id = ?`,
    [
      isActive,
      change.inactiveDays ?? state.inactiveDays,
      change.safetyDays ?? state.safetyDays,
      isActive ? (change.pausedUntil === undefined ? before.pausedUntil : change.pausedUntil) : null,
      change.isProofOfLife,
      endsEpisode,
      endsEpisode,
      endsEpisode ? episode + 1 : episode,
      isActive,
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
