import type { Logger } from '#config/log.ts';
import { heartbeatOf } from '#domain/emergency/availability.ts';
import { type ProbeDeps, probe } from '#services/emergency/canary.ts';
import type { DatabaseClock } from '#services/emergency/database-clock.ts';
import { type Loop, startLoop } from './loop.ts';

/** Opens the check-in page from outside, once a minute for all workers: silence counts only while that works. */
export function startProbe(deps: ProbeDeps, clock: DatabaseClock, log: Logger): Loop {
  return startLoop('probe of the check-in page', log, heartbeatOf(deps.day), async () => {
    // A heartbeat would take a jump for an outage.
    await clock.compare(deps.fork());
    await probe(deps);
    return false;
  });
}
