import type { Limit } from '#domain/accounts/limits.ts';

/** Counts tries in windows of time. It may fail: callers then go on without it. */
export interface RateLimiter {
  /**
   * Counts one try.
   * @param key of the caller; stored in a table, so it must identify nobody
   * @returns null within the limit, otherwise the milliseconds until the next try is allowed
   */
  take(limit: Limit, key: string): Promise<number | null>;
  /** Uncounts one try: it was not of the limited kind. */
  giveBack(limit: Limit, key: string): Promise<void>;
  close(): Promise<void>;
}

/** How a request is counted. */
export interface Limits {
  limiter: RateLimiter;
  /** The network address of the client; null where it distinguishes nobody. */
  address: string | null;
  /** What one signed-in account may ask for in a minute; 0 for no limit. */
  perMinute: { calls: number; writes: number };
  /** Called when a try could not be counted. */
  onFailure(error: unknown): void;
}
