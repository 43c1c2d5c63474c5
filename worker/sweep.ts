import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '#config/log.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Postman } from '#services/deliveries/deliver.ts';
import { purgeDeleted, repairRuns } from '#services/deliveries/repair-runs.ts';
import { noteDelays } from '#services/notices/note-delays.ts';
import { sendDueNotices } from '#services/notices/send-due-notices.ts';
import type { DeliveryEngine } from '#services/ports/delivery-engine.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';

/** What the sweep works with. */
export interface SweepParts {
  fork(): EntityManager;
  engine: DeliveryEngine;
  postman: Postman;
  log: Logger;
  metrics: Metrics;
}

/** Repairs, each minute; each on its own loop, so that an engine that is down holds up nothing else. */
export function startSweep({ fork, engine, postman, log, metrics }: SweepParts): Loop[] {
  return [
    startLoop('repair of runs', log, MINUTE, async () => {
      const missing = await repairRuns(fork(), engine);
      if (missing > 0) {
        metrics.runsRepaired.inc(missing);
        log.warn({ runs: missing }, 'runs of pending deliveries were missing and are started again');
      }
      return false;
    }),
    startLoop('delays and deletions', log, postman.policy.minute, async () => {
      await noteDelays(fork(), postman.policy.minute);
      await purgeDeleted(fork());
      return false;
    }),
    startLoop('notices to owners', log, SECOND, async () => (await sendDueNotices(postman)) > 0),
  ];
}
