import type { Limit } from '#domain/accounts/limits.ts';

/** Counts how often something was tried, in windows of time. It may fail: whoever asks goes on without it then. */
export interface RateLimiter {
  /**
   * Counts one try.
   * @param key whose; it lies in a table, so nothing that names anybody
   * @returns null while there are no more than the limit allows, else the milliseconds until the next may be made
   */
  take(limit: Limit, key: string): Promise<number | null>;
  /** Takes one try back: it was none of those that are limited. */
  giveBack(limit: Limit, key: string): Promise<void>;
  close(): Promise<void>;
}

/** What a request is counted with. */
export interface Limits {
  limiter: RateLimiter;
  /** Where it comes from on the network; null where that tells nobody from anybody. */
  address: string | null;
  /** Hears that something could not be counted. */
  onFailure(error: unknown): void;
}
