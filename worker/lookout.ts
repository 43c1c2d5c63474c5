import type { EntityManager } from '@mikro-orm/postgresql';
import type { Logger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import { whatIsDue } from '#services/operations/what-is-due.ts';
import { type Loop, startLoop } from './loop.ts';

const LOOK_EACH = SECOND / 2;

/**
 * Looks twice a second whether anything is due, and wakes the loops that take it on: all of them asking for themselves
 * was most of what an idle worker did.
 */
export function startLookout(fork: () => EntityManager, log: Logger, loops: readonly Loop[]): Loop {
  const woken = Map.groupBy(loops, (loop) => loop.due);
  return startLoop('lookout', log, LOOK_EACH, async () => {
    for (const due of await whatIsDue(fork())) for (const loop of woken.get(due) ?? []) loop.poke();
    return false;
  });
}
