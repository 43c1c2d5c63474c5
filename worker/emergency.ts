import type { Logger } from '#config/log.ts';
import { heartbeatOf } from '#domain/emergency/availability.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { advanceOverdue, type ProtocolDeps, refreshIdleProtocols } from '#services/emergency/advance.ts';
import { repairHeartbeat } from '#services/emergency/availability.ts';
import type { DatabaseClock } from '#services/emergency/database-clock.ts';
import { shiftInstants } from '#services/emergency/shift-instants.ts';
import { type Loop, startLoop } from './loop.ts';
import { startProtocolAlarms } from './protocol-alarms.ts';

/** Workflows come first; this process advances what they have not reached by then. */
const OVERDUE_BY = 3 * SECOND;
const SHORTEST = SECOND / 4;
/** A protocol that could not be advanced is tried again after this, and is left out until then. */
const RETRY_AFTER = MINUTE;

/** What a worker does for protocols without the engine, besides their mails (jobs.ts). */
export function startEmergency(protocolDeps: ProtocolDeps, clock: DatabaseClock, log: Logger): Loop[] {
  return [
    startOverdueProtocols(protocolDeps, log),
    startProtocolAlarms(protocolDeps, log),
    startLoop('clock of the database', log, heartbeatOf(protocolDeps.day), async () => {
      // Before the repair: a clock that was set back also leaves a heartbeat later than now.
      await clock.compare(protocolDeps.fork());
      if (await repairHeartbeat(protocolDeps.fork(), protocolDeps.day))
        log.warn('the clock of the database was set back: protocols wait for the next heartbeat');
      // A command that accepted the clock may have died in the middle.
      return shiftInstants(protocolDeps.fork());
    }),
    startIdleProtocols(protocolDeps, log),
  ];
}

/** Once an hour all of them, batch after batch. */
function startIdleProtocols({ fork }: ProtocolDeps, log: Logger): Loop {
  let after: string | null = null;
  return startLoop('idle protocols', log, HOUR, async () => {
    after = await refreshIdleProtocols(fork(), after);
    return after !== null;
  });
}

/**
 * Advances overdue protocols from Postgres, with the function that the workflows call: the engine may be lost. One that
 * cannot be advanced does not delay the others.
 */
function startOverdueProtocols(protocolDeps: ProtocolDeps, log: Logger): Loop {
  const failed = new Map<string, number>();
  return startLoop('overdue protocols', log, Math.min(SECOND, quarterOf(protocolDeps)), () => {
    for (const [id, until] of failed) if (until <= Date.now()) failed.delete(id);
    return advanceOverdue(protocolDeps, {
      overdueBy: Math.min(OVERDUE_BY, quarterOf(protocolDeps)),
      except: [...failed.keys()],
      onFailure(ownerId, error) {
        failed.set(ownerId, Date.now() + RETRY_AFTER);
        log.error({ err: error, ownerId }, 'a protocol could not be advanced and will be tried again');
      },
    });
  });
}

/** Where a protocol day lasts seconds, intervals must be as short. */
function quarterOf({ day }: ProtocolDeps): number {
  return Math.max(SHORTEST, day / 4);
}
