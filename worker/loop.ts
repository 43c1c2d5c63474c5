import type { Logger } from '#config/log.ts';

/** Something the worker does again and again until it stops. */
export interface Loop {
  /** Goes at once instead of after the pause. */
  poke(): void;
  /** Ends after the round under way. */
  stop(): Promise<void>;
}

/**
 * Repeats a round of work with a pause between rounds. A round that fails is logged, once until it works again, and
 * repeated after the pause: whatever these loops do may be done again.
 * @param pause in milliseconds
 * @param round resolves to true when there is more to do at once
 */
export function startLoop(name: string, log: Logger, pause: number, round: () => Promise<boolean>): Loop {
  let isStopped = false;
  let isFailing = false;
  let isPoked = false;
  let wake = () => {};
  const ended = (async () => {
    while (!isStopped) {
      isPoked = false;
      const hasMore = await round().then(
        (more) => {
          if (isFailing) log.info({ loop: name }, 'works again');
          isFailing = false;
          return more;
        },
        (error: unknown) => {
          if (!isFailing) log.warn({ loop: name, err: error }, 'a round failed and will be repeated');
          isFailing = true;
          return false;
        },
      );
      if (!hasMore && !isPoked && !isStopped) await pauseFor(pause);
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
    poke() {
      isPoked = true;
      // A failing round keeps its pause: news would only make it fail more often.
      if (!isFailing) wake();
    },
    async stop() {
      isStopped = true;
      wake();
      await ended;
    },
  };
}
