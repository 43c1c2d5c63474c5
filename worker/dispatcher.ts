import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import { syncDeliveries } from '#services/deliveries/engine-sync.ts';
import { dispatchPlans } from '#services/emergency/engine-runs.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import type { Engine } from '#services/ports/engine.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';

/** How often we check that the engine still has the store that we know: it may have lost it within moments. */
const MEET_EACH = 10 * SECOND;

/** What the dispatcher works with. */
export interface DispatcherParts {
  fork(): EntityManager;
  engine: Engine & { prepare(): Promise<void> };
  log: Logger;
  metrics: Metrics;
}

/** Sends the outbox to the engine: woken by Postgres as soon as something is written, and by the due-work poller. */
export function startDispatcher({ fork, engine, log, metrics }: DispatcherParts): Loop {
  let meetAgainAt = 0;
  let hasWarned = false;
  return startLoop('dispatcher', log, { due: 'unsynced' }, async () => {
    if (Date.now() >= meetAgainAt) {
      await meet();
      meetAgainAt = Date.now() + MEET_EACH;
    }
    try {
      // Neither waits for the other.
      const [plans, intents] = await Promise.allSettled([
        dispatchPlans(fork(), engine),
        syncDeliveries(fork(), engine),
      ]);
      return resultOf(plans) + resultOf(intents) > 0;
    } catch (error) {
      // It may come back with another store: check that first.
      meetAgainAt = 0;
      throw error;
    }
  });

  async function meet(): Promise<void> {
    // In Temporal Cloud an operator makes them by hand, and we may not. Logged once.
    await engine.prepare().catch((error) => {
      if (!hasWarned) log.warn({ err: error }, 'the search attributes could not be made');
      hasWarned = true;
    });
    const again = await detectNewEngineStore(fork(), engine);
    if (!again || again.deliveries + again.protocols === 0) return;
    metrics.engineStoresMet.inc();
    log.warn(again, 'the engine has a new store: everything pending is sent to it again');
  }
}

function resultOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
