import type { Logger } from '#config/log.ts';
import { heartbeatOf } from '#domain/emergency/availability.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { advanceOverdue, type ProtocolDeps, refreshIdleProtocols } from '#services/emergency/advance.ts';
import { repairHeartbeat } from '#services/emergency/availability.ts';
import { startEmergencyWatch } from './emergency-watch.ts';
import { type Loop, startLoop } from './loop.ts';

/** Workflows come first; what they have not reached by then is moved on from here. */
const OVERDUE_BY = 3 * SECOND;
const SHORTEST = SECOND / 4;
/** A protocol that could not be moved on is tried again after this, and takes no place meanwhile. */
const REST = MINUTE;

/** What this process does about protocols without the engine, besides their mails (jobs.ts). */
export function startEmergency(keeper: ProtocolDeps, log: Logger): Loop[] {
  return [
    startLane(keeper, log),
    startEmergencyWatch(keeper, log),
    startLoop('heartbeat later than now', log, heartbeatOf(keeper.day), async () => {
      if (await repairHeartbeat(keeper.fork(), keeper.day))
        log.warn(
          'the clock of the database was set back: protocols wait until a web process says that it can be reached',
        );
      return false;
    }),
    startLoop('protocols that rest', log, HOUR, async () => {
      await refreshIdleProtocols(keeper.fork());
      return false;
    }),
  ];
}

/**
 * Moves on overdue protocols straight from Postgres, by the same verb as the workflows: the engine may be lost. One that
 * cannot be moved on holds up no other.
 */
function startLane(keeper: ProtocolDeps, log: Logger): Loop {
  const resting = new Map<string, number>();
  return startLoop('emergency lane', log, Math.min(SECOND, quarterOf(keeper)), () => {
    for (const [id, until] of resting) if (until <= Date.now()) resting.delete(id);
    return advanceOverdue(keeper, {
      overdueBy: Math.min(OVERDUE_BY, quarterOf(keeper)),
      except: [...resting.keys()],
      onFailure(ownerId, error) {
        resting.set(ownerId, Date.now() + REST);
        log.error({ err: error, ownerId }, 'a protocol could not be moved on and will be tried again');
      },
    });
  });
}

/** Where a day lasts seconds, intervals are as short. */
function quarterOf({ day }: ProtocolDeps): number {
  return Math.max(SHORTEST, day / 4);
}
