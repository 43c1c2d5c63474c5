import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '#config/log.ts';
import { HOUR, MINUTE } from '#domain/time/durations.ts';
import { upgradeFiles } from '#services/contents/upgrade-files.ts';
import { askAddresses } from '#services/deliveries/address-check.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { purgeDeleted, repairRuns } from '#services/deliveries/engine-sync.ts';
import { followZoneRules } from '#services/deliveries/follow-zone-rules.ts';
import { repairProtocolRuns } from '#services/emergency/engine-runs.ts';
import { askUnheard, fallBackUnheard } from '#services/events/unheard.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import type { Engine } from '#services/ports/engine.ts';
import type { AskStatus } from '#services/ports/senders.ts';
import { makeDailyRoot } from '#services/record/roots.ts';
import { logFailure } from './delivery-log.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';
import { startRemovals } from './removals.ts';

export interface JanitorDeps {
  fork(): EntityManager;
  engine: Engine;
  deliveryDeps: DeliveryDeps;
  /** Null where neither WhatsApp nor SMS is set up. */
  askStatus: AskStatus | null;
  /** The version of this process's time zone rules. */
  zoneRules: string;
  /** Whether daily roots of the record are mailed to an archive. */
  mailsRoots: boolean;
  log: Logger;
  metrics: Metrics;
}

/** Repairs and removals, each in its own loop: an engine that is down must not stop the others. */
export function startJanitor(deps: JanitorDeps): Loop[] {
  const { fork, deliveryDeps, log } = deps;
  const isClockHeld = async () => (await deliveryDeps.isClockHeld?.(fork())) ?? false;
  const removals = startRemovals({ fork, isClockHeld, log });
  return [startRepair(deps), startUpgrade(deps), startRoots(deps, isClockHeld), ...startDeliveries(deps), ...removals];
}

function startRepair({ fork, engine, log, metrics }: JanitorDeps): Loop {
  return startLoop('repair of runs', log, MINUTE, async () => {
    const deliveries = await repairRuns(fork(), engine);
    const protocols = await repairProtocolRuns(fork(), engine);
    if (deliveries + protocols > 0) {
      metrics.runsRepaired.inc(deliveries + protocols);
      log.warn({ deliveries, protocols }, 'missing runs were started again');
    }
    return false;
  });
}

/** Older versions write about files in plain, in their backups and while both versions run. */
function startUpgrade({ fork, deliveryDeps, log }: JanitorDeps): Loop {
  let after: string | null = null;
  return startLoop('files of older versions', log, 10 * MINUTE, async () => {
    const { upgraded, broken, next } = await upgradeFiles({ em: fork(), keyring: deliveryDeps.keyring }, after);
    if (upgraded > 0) log.info({ files: upgraded }, 'what older versions wrote about files in plain was encrypted');
    if (broken.length > 0)
      log.error({ files: broken }, 'plain data of files stays: the keys of their owners do not open');
    after = next;
    return next !== null;
  });
}

/** Not while the database's clock is in doubt: a root belongs to a day, and there is one for each. */
function startRoots({ fork, mailsRoots, log }: JanitorDeps, isClockHeld: () => Promise<boolean>): Loop {
  return startLoop('daily root of the record', log, 10 * MINUTE, async () => {
    const root = (await isClockHeld()) ? null : await makeDailyRoot(fork(), mailsRoots);
    if (root)
      log.info({ day: root.day, root: root.root, chains: root.chains }, 'the daily root of the record was made');
    return false;
  });
}

/** What else happens to deliveries over time. */
function startDeliveries({ fork, deliveryDeps, askStatus, zoneRules, log }: JanitorDeps): Loop[] {
  return [
    startLoop('delays', log, deliveryDeps.policy.minute, async () => {
      await noteDelays(fork(), deliveryDeps.policy.minute);
      return false;
    }),
    startLoop('deleted deliveries', log, deliveryDeps.policy.minute, () => purgeDeleted(fork())),
    startLoop('messages without a report', log, deliveryDeps.policy.minute, async () => {
      if (await deliveryDeps.isClockHeld?.(fork())) return false;
      if (askStatus) await askUnheard(fork, askStatus, deliveryDeps.policy, (line) => logFailure(log, line));
      return (await fallBackUnheard(fork(), deliveryDeps.policy)) > 0;
    }),
    startLoop('questions about addresses', log, 10 * MINUTE, async () => (await askAddresses(fork())) > 0),
    startLoop('time zone rules', log, HOUR, async () => {
      const moved = await followZoneRules(fork, zoneRules);
      if (moved > 0)
        log.info(
          { deliveries: moved, zoneRules },
          'deliveries were moved because the rules of their time zones changed',
        );
      return false;
    }),
  ];
}
