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
export function startRushLane(postman: Postman, log: Logger): Loop[] {
  const round = async () => {
    const results = await deliver(postman, { kind: 'overdue', overdueBy: OVERDUE_BY, limit: BATCH });
    return results.size === BATCH;
  };
  // Each on its own: a call that hangs holds up its own batch, and nobody else's.
  return Array.from({ length: BATCHES_IN_FLIGHT }, (_, index) =>
    startLoop(`rush lane ${index + 1}`, log, LOOK_EACH, round),
  );
}
