import type { EntityManager } from '@mikro-orm/postgresql';
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '#config/log.ts';
import { readSyncStandbys } from '#db/sync-standby.ts';
import { MINUTE } from '#domain/time/durations.ts';
import { isFollowed, NO_STANDBY } from '#services/operations/sync-standby.ts';
import { type Loop, startLoop } from './loop.ts';

/**
 * Says once a minute that fewer standbys follow than a commit waits for, while that lasts. Reading waits for none, so it can be said.
 * @param every how often it looks, in milliseconds
 */
export function startStandbyAlarm(
  fork: () => EntityManager,
  log: Logger,
  registry: Registry,
  every: number = MINUTE,
): Loop {
  const gauge = new Gauge({
    name: 'stillhere_sync_standbys',
    help: 'Standbys that have each change before we go on',
    registers: [registry],
  });
  return startLoop('synchronous standby', log, every, async () => {
    const standbys = await readSyncStandbys(fork());
    gauge.set(standbys.following ?? 0);
    if (!isFollowed(standbys)) log.error(standbys, NO_STANDBY);
    return false;
  });
}
