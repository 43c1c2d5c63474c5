import type { Logger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import { deliver, type Postman } from '#services/deliveries/deliver.ts';
import { type Loop, startLoop } from './loop.ts';

/** Workflows come first; what they have not reached by then is sent from here. */
const OVERDUE_BY = SECOND;
const LOOK_EACH = SECOND / 2;
/** One transaction claims this many; so many batches are under way at once. Measured in bench/. */
const BATCH = 50;
const BATCHES_IN_FLIGHT = 4;

/**
 * Sends what is overdue straight from Postgres, by the same verb and the same claim as the workflows: on time while the
 * engine is down, and without its cost in a rush.
 */
export function startRushLane(postman: Postman, log: Logger): Loop {
  return startLoop('rush lane', log, LOOK_EACH, async () => {
    await Promise.all(Array.from({ length: BATCHES_IN_FLIGHT }, () => drain(postman)));
    return false;
  });
}

async function drain(postman: Postman): Promise<void> {
  for (;;) {
    const results = await deliver(postman, { kind: 'overdue', overdueBy: OVERDUE_BY, limit: BATCH });
    if (results.size < BATCH) return;
  }
}
