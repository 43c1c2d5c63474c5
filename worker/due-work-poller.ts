import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import { isJobKind, whatIsDue } from '#services/jobs/what-is-due.ts';
import { type Loop, startLoop } from './loop.ts';

const POLL_EACH = SECOND / 2;

/**
 * Asks twice a second what is due, and wakes the loops that do it. One query for all: separate ones were most of the load
 * of an idle worker.
 */
export function startDueWorkPoller(fork: () => EntityManager, log: Logger, loops: readonly Loop[]): Loop {
  const woken = Map.groupBy(loops, (loop) => loop.due);
  const kinds = [...woken.keys()].filter(isJobKind);
  return startLoop('due-work poller', log, POLL_EACH, async () => {
    for (const due of await whatIsDue(fork(), kinds)) for (const loop of woken.get(due) ?? []) loop.poke();
    return false;
  });
}
