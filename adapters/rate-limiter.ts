import { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#domain/accounts/limits.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { RateLimiter } from '#services/ports/rate-limiter.ts';

/** Somebody waits for a page meanwhile, and gets it without being counted where this is not enough. */
const ANSWER_WITHIN = SECOND;
/** A counter takes a millisecond; one that is pulled at by many makes them wait in line here, not in the pool of pages. */
const CONNECTIONS = 4;
/**
 * A counter at so many times its limit says no for the rest of its window, whatever is given back: refused tries stay
 * counted. From there on memory answers, so a flood that is refused costs no question to Postgres.
 */
const SURELY_FULL = 2;
/** Made by our migration: db/migrations/0003-accounts.ts. */
const TABLE = 'rate_limits';

/**
 * Counters in Postgres, the same for every web process.
 */
export function postgresRateLimiter(connectionString: string): RateLimiter {
  const pool = new Pool({
    connectionString,
    max: CONNECTIONS,
    connectionTimeoutMillis: ANSWER_WITHIN,
    query_timeout: ANSWER_WITHIN,
    statement_timeout: ANSWER_WITHIN,
    application_name: 'stillhere-limits',
  });
  // An idle connection that is lost has nothing to tell: the next question opens another one, or fails for itself.
  pool.on('error', () => undefined);
  const counters = new Map<string, RateLimiterPostgres>();

  function counterOf({ name, tries, within }: Limit): RateLimiterPostgres {
    const counter =
      counters.get(name) ??
      new RateLimiterPostgres({
        storeClient: pool,
        storeType: 'pool',
        tableName: TABLE,
        tableCreated: true,
        keyPrefix: name,
        points: tries,
        inMemoryBlockOnConsumed: SURELY_FULL * tries,
        duration: within / SECOND,
        // The whole table has one broom.
        clearExpiredByTimeout: counters.size === 0,
      });
    counters.set(name, counter);
    return counter;
  }

  return {
    async take(limit, key) {
      try {
        await counterOf(limit).consume(key);
        return null;
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext;
        throw refusal;
      }
    },
    async giveBack(limit, key) {
      await counterOf(limit).reward(key);
    },
    close: () => pool.end(),
  };
}
