import type { Logger } from '#config/log.ts';
import { heartbeatOf } from '#domain/emergency/availability.ts';
import { HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import type { DeliveryDeps } from '#services/deliveries/deliver.ts';
import { advanceOverdue, type ProtocolDeps, refreshIdleProtocols } from '#services/emergency/advance.ts';
import { repairHeartbeat } from '#services/emergency/availability.ts';
import { sendDueEmergencyMails } from '#services/emergency/send-due-mails.ts';
import { startEmergencyWatch } from './emergency-watch.ts';
import { type Loop, startLoop } from './loop.ts';

/** Workflows come first; what they have not reached by then is moved on from here. */
const OVERDUE_BY = 3 * SECOND;
const SHORTEST = SECOND / 4;
/** What could not be moved on is tried again after this, so that it takes nobody's place meanwhile. */
const REST = MINUTE;

/** Everything about protocols that this process does without the engine. */
export function startEmergency(keeper: ProtocolDeps, postman: DeliveryDeps, log: Logger): Loop[] {
  return [
    startLane(keeper, log),
    startMails(keeper, postman, log),
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
 * Moves on the protocols that are overdue, straight from Postgres, by the same verb as the workflows: the engine may be
 * lost. One that cannot be moved on holds up nobody else.
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

/** Mails owners and contacts; what the provider says of each moves the protocol on. */
function startMails(keeper: ProtocolDeps, postman: DeliveryDeps, log: Logger): Loop {
  const emergencyPostman = {
    ...postman,
    day: keeper.day,
    onRefused: ({ reason, ...refused }: { reason: string }) =>
      log.warn({ ...refused, err: new Error(reason) }, 'a mail of an emergency protocol was not taken'),
  };
  return startLoop('mails of protocols', log, { due: 'emergency_mails' }, async () => {
    return (await sendDueEmergencyMails(emergencyPostman)) > 0;
  });
}

/** Where a day lasts seconds, so does everything about it. */
function quarterOf({ day }: ProtocolDeps): number {
  return Math.max(SHORTEST, day / 4);
}
