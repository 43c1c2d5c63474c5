import type { Logger } from '#config/log.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { Due } from '#services/jobs/what-is-due.ts';

/** A loop that the poller wakes also runs by itself this often: it must not depend on the poller. */
const IDLE_PAUSE = 10 * SECOND;
const AFTER_FAILURE = SECOND;

/** Work that is repeated until the worker stops. */
export interface Loop {
  /** The work for which the poller wakes it (due-work-poller.ts). */
  due?: Due;
  /** Starts the next round now instead of after the pause. */
  poke(): void;
  /** Ends after the round under way. */
  stop(): Promise<void>;
}

/**
 * Repeats a round of work with a pause between rounds. A round that fails is repeated after the pause; its error is logged
 * once, until a round succeeds. So a round must be safe to repeat.
 * @param when the pause in milliseconds, or the work that it does: then it waits until some is due
 * @param round resolves to true when there is more to do at once
 */
export function startLoop(name: string, log: Logger, when: number | { due: Due }, round: () => Promise<boolean>): Loop {
  const [pause, rest] = typeof when === 'number' ? [when, when] : [AFTER_FAILURE, IDLE_PAUSE];
  const goRound = logging(name, log, round);
  let outcome: Outcome = 'done';
  let isStopped = false;
  let isPoked = false;
  let wake = () => {};
  const ended = (async () => {
    while (!isStopped) {
      isPoked = false;
      outcome = await goRound();
      if (isStopped) break;
      if (outcome === 'failed') await pauseFor(pause);
      else if (outcome === 'done' && !isPoked) await pauseFor(rest);
    }
  })();

  function pauseFor(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
  return {
    ...(typeof when === 'object' && when),
    poke() {
      isPoked = true;
      // A failing round keeps its pause: without it, it would only fail more often.
      if (outcome !== 'failed') wake();
    },
    async stop() {
      isStopped = true;
      wake();
      await ended;
    },
  };
}

/** How a round went; after `more` the next one begins at once. */
type Outcome = 'more' | 'done' | 'failed';

/** @returns a round that logs its first failure, and the first success after it */
function logging(name: string, log: Logger, round: () => Promise<boolean>): () => Promise<Outcome> {
  let isFailing = false;
  return async () => {
    try {
      const hasMore = await round();
      if (isFailing) log.info({ loop: name }, 'works again');
      isFailing = false;
      return hasMore ? 'more' : 'done';
    } catch (error) {
      if (!isFailing) log.warn({ loop: name, err: error }, 'a round failed and will be repeated');
      isFailing = true;
      return 'failed';
    }
  };
}
