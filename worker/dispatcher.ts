import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import { syncDeliveries } from '#services/deliveries/engine-sync.ts';
import { dispatchPlans } from '#services/emergency/engine-runs.ts';
import { detectNewEngineStore } from '#services/engine/detect-new-engine-store.ts';
import type { Engine } from '#services/ports/engine.ts';
import { type Loop, startLoop } from './loop.ts';
import type { Metrics } from './metrics.ts';

/** How often a store that seems to be the known one is looked at again: an engine that lost it may have been away for moments. */
const MEET_EACH = 10 * SECOND;

/** What the dispatcher works with. */
export interface DispatcherParts {
  fork(): EntityManager;
  engine: Engine & { prepare(): Promise<void> };
  log: Logger;
  metrics: Metrics;
}

/** Carries the outbox to the engine: woken by Postgres as soon as something is written, and by the lookout. */
export function startDispatcher({ fork, engine, log, metrics }: DispatcherParts): Loop {
  let meetAgainAt = 0;
  let hasWarned = false;
  return startLoop('dispatcher', log, { due: 'untold' }, async () => {
    if (Date.now() >= meetAgainAt) {
      await meet();
      meetAgainAt = Date.now() + MEET_EACH;
    }
    try {
      // Neither waits for the other: what the engine does not take of one is no reason to keep the other back.
      const [plans, intents] = await Promise.allSettled([
        dispatchPlans(fork(), engine),
        syncDeliveries(fork(), engine),
      ]);
      return resultOf(plans) + resultOf(intents) > 0;
    } catch (error) {
      // Perhaps it comes back with another store: look before telling it anything.
      meetAgainAt = 0;
      throw error;
    }
  });

  async function meet(): Promise<void> {
    // Where they are made by hand, as in Temporal Cloud, nobody may make them from here. That is said once.
    await engine.prepare().catch((error) => {
      if (!hasWarned) log.warn({ err: error }, 'the search attributes could not be made');
      hasWarned = true;
    });
    const again = await detectNewEngineStore(fork(), engine);
    if (!again || again.deliveries + again.protocols === 0) return;
    metrics.engineStoresMet.inc();
    log.warn(again, 'the engine has a new store: everything pending is told again');
  }
}

function resultOf<T>(result: PromiseSettledResult<T>): T {
  if (result.status === 'rejected') throw result.reason;
  return result.value;
}
