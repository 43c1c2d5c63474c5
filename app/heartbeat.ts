import { setTimeout as sleep } from 'node:timers/promises';
import { heartbeatOf } from '#domain/emergency/availability.ts';
import { beat } from '#services/emergency/availability.ts';

/** What beating needs. */
export interface Heart {
  /** Makes a fork for one beat. */
  fork(): Parameters<typeof beat>[0];
  /** The length of a protocol day, in milliseconds. */
  day: number;
  /** Hears of the first of several beats that fail, and of the first that works again. */
  onChange(failure: unknown): void;
}

/**
 * Says again and again that people can reach this process, check-in page and database: the time in which nobody says so
 * is not counted against anybody (domain/emergency/availability.ts). A beat that fails is followed by the next one.
 * @returns how to stop; the beat under way is finished first
 */
export function startHeartbeat({ fork, day, onChange }: Heart): () => Promise<void> {
  const stopped = new AbortController();
  const ended = beatOn();
  return () => {
    stopped.abort();
    return ended;
  };

  async function beatOn(): Promise<void> {
    let isFailing = false;
    while (!stopped.signal.aborted) {
      const failure = await beat(fork(), day).then(
        () => null,
        (error: unknown) => error ?? new Error('A beat failed.'),
      );
      if ((failure !== null) !== isFailing) onChange(failure);
      isFailing = failure !== null;
      await sleep(heartbeatOf(day), undefined, { signal: stopped.signal }).catch(() => {});
    }
  }
}
