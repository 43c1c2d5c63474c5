import type { EntityManager } from '@mikro-orm/postgresql';
import pLimit from 'p-limit';
import type { Logger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import { syncDeliveries } from '#services/deliveries/engine-sync.ts';
import { dispatchPlans } from '#services/emergency/engine-runs.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import type { Engine } from '#services/ports/engine.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';
import type { Rush } from './rush.ts';

/** How often we check that the engine still has the store that we know. */
const CHECK_EACH = 10 * SECOND;
/** Calls to the engine at once: as many as it takes, and a few while what is due is late. Starting a run can wait. */
const CALLS = { most: 40, few: 4 };

export interface DispatcherDeps {
  fork(): EntityManager;
  engine: Engine & { prepare(): Promise<void> };
  rush: Pick<Rush, 'isOn' | 'isLate'>;
  log: Logger;
  metrics: Metrics;
}

/** Sends the outbox to the engine. Postgres wakes it as soon as a row is written, and so does the due-work poller. */
export function startDispatcher({ fork, engine, rush, log, metrics }: DispatcherDeps): Loop {
  let nextCheckAt = 0;
  let hasWarned = false;
  const limited = pLimit(CALLS.most);
  const pace = (call: () => Promise<void>) => {
    limited.concurrency = rush.isLate ? CALLS.few : CALLS.most;
    return limited(call);
  };
  const paced: Engine = {
    ...engine,
    announce: (intent) => pace(() => engine.announce(intent)),
    announceProtocol: (plan) => pace(() => engine.announceProtocol(plan)),
  };
  return startLoop('dispatcher', log, { due: 'unsynced' }, async () => {
    if (Date.now() >= nextCheckAt) {
      await checkEngineStore();
      nextCheckAt = Date.now() + CHECK_EACH;
    }
    if (rush.isOn) return false;
    try {
      // Neither waits for the other.
      const [plans, intents] = await Promise.allSettled([dispatchPlans(fork(), paced), syncDeliveries(fork(), paced)]);
      return resultOf(plans) + resultOf(intents) > 0;
    } catch (error) {
      // It may come back with another store: check that first.
      nextCheckAt = 0;
      throw error;
    }
  });

  async function checkEngineStore(): Promise<void> {
    // In Temporal Cloud only an operator may create them, by hand. Logged once.
    await engine.prepare().catch((error) => {
      if (!hasWarned) log.warn({ err: error }, 'the search attributes could not be created');
      hasWarned = true;
    });
    if (!(await detectNewEngineStore(fork(), engine))) return;
    metrics.newEngineStores.inc();
    log.warn('the engine has a new store: everything pending is sent to it again');
  }
}

function resultOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
