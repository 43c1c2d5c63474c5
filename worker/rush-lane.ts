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
  // What cannot be claimed in time is tried in smaller handfuls, so that a release of very much to very many leaves, and
  // holds up nobody else for longer than that.
  const startLane = (index: number) => {
    let limit = BATCH;
    return startLoop(`rush lane ${index + 1}`, log, LOOK_EACH, async () => {
      const asked = limit;
      limit = Math.max(1, Math.floor(asked / 2));
      const results = await deliver(postman, { kind: 'overdue', overdueBy: OVERDUE_BY, limit: asked });
      limit = Math.min(BATCH, asked * 2);
      return results.size === asked;
    });
  };
  // Each on its own: a call that hangs holds up its own batch, and nobody else's.
  return Array.from({ length: BATCHES_IN_FLIGHT }, (_, index) => startLane(index));
}
