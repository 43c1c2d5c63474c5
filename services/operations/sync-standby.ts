import type { EntityManager } from '@mikro-orm/postgresql';
import { readSyncStandbys, type SyncStandbys } from '#db/sync-standby.ts';

/** What operators read while Postgres waits for a standby that is gone. */
export const NO_STANDBY = 'ALARM: too few synchronous standbys follow Postgres, so every change waits for one';

/**
 * Checks, at the start of a process, that Postgres waits for a standby. Whether one follows at this moment is for the alarm:
 * a process that does not start while it is away helps nobody.
 * @throws Error that says what to set
 */
export async function requireSyncStandby(em: EntityManager): Promise<void> {
  const { awaited, following } = await readSyncStandbys(em);
  if (awaited === 0)
    throw new Error(
      'REQUIRE_SYNC_STANDBY=1, and Postgres waits for no standby: set synchronous_standby_names, and synchronous_commit to on or remote_apply.',
    );
  if (following === null)
    throw new Error(
      'REQUIRE_SYNC_STANDBY=1, and the owner of the schema may not see the standbys: grant pg_read_all_stats to it.',
    );
}

/** @returns whether each commit is on as many other machines as the setting asks for before we go on */
export function isFollowed({ awaited, following }: SyncStandbys): boolean {
  return awaited > 0 && (following ?? 0) >= awaited;
}
