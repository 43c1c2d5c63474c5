import type { Logger } from '#config/log.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Keeper } from '#services/emergency/advance.ts';
import { advanceOverdue } from '#services/emergency/advance-overdue.ts';
import { type Loop, startLoop } from './loop.ts';

/** Workflows come first; what they have not reached by then is moved on from here. */
const OVERDUE_BY = 3 * SECOND;
const SHORTEST = SECOND / 4;
/** What could not be moved on is tried again after this, so that it takes nobody's place meanwhile. */
const REST = MINUTE;

/**
 * Moves on the protocols that are overdue, straight from Postgres, by the same verb as the workflows: the engine may be
 * lost. One that cannot be moved on holds up nobody else.
 */
export function startEmergencyLane(keeper: Keeper, log: Logger): Loop {
  const resting = new Map<string, number>();
  const ofDay = Math.max(SHORTEST, keeper.day / 4);
  return startLoop('emergency lane', log, Math.min(SECOND, ofDay), () => {
    for (const [id, until] of resting) if (until <= Date.now()) resting.delete(id);
    return advanceOverdue(keeper, {
      overdueBy: Math.min(OVERDUE_BY, ofDay),
      except: [...resting.keys()],
      onFailure(ownerId, error) {
        resting.set(ownerId, Date.now() + REST);
        log.error({ err: error, ownerId }, 'a protocol could not be moved on and will be tried again');
      },
    });
  });
}
