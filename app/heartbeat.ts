import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatOf } from '#domain/emergency/availability.ts';
import { beat } from '#services/emergency/availability.ts';
import { DatabaseClock } from '#services/emergency/database-clock.ts';

/** What beating and comparing the clocks need. */
export interface Heart {
  /** Makes a fork for one beat. */
  fork(): Parameters<typeof beat>[0];
  /** The length of a protocol day, in milliseconds. */
  day: number;
  /** Hears of the first of several beats that fail, and of the first that works again. */
  onChange(failure: unknown): void;
  /** Whether this process says that people can reach it; else it only compares the clocks. */
  isShown: boolean;
}

/**
 * Says again and again that people can reach this process, check-in page and database: the time in which nobody says so
 * is not counted against anybody (domain/emergency/availability.ts). First it compares the database's clock. A beat that fails is followed by the next one.
 * @returns how to stop; the beat under way is finished first
 */
export function startHeartbeat({ fork, day, onChange, isShown }: Heart): () => Promise<void> {
  const stopped = new AbortController();
  const clock = new DatabaseClock(day);
  const ended = beatOn();
  return () => {
    stopped.abort();
    return ended;
  };

  async function beatOnce(): Promise<void> {
    await clock.compare(fork());
    if (isShown) await beat(fork(), day);
  }

  async function beatOn(): Promise<void> {
    let isFailing = false;
    while (!stopped.signal.aborted) {
      const failure = await beatOnce().then(
        () => null,
        (error: unknown) => error ?? new Error('A beat failed.'),
      );
      if ((failure !== null) !== isFailing) onChange(failure);
      isFailing = failure !== null;
      await sleep(heartbeatOf(day), undefined, { signal: stopped.signal }).catch(() => {});
    }
  }
}
