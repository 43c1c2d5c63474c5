import { Pool } from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '#domain/accounts/limits.ts';
import { SECOND } from '#domain/time/durations.ts';
import type { RateLimiter } from '#services/ports/rate-limiter.ts';

/** A counter takes a millisecond. Many callers of one counter wait in this pool, not in the pool of the pages. */
const CONNECTIONS = 4;
/**
 * At this many times its limit a counter refuses for the rest of its window, whatever is given back: refused tries stay
 * counted. From there memory answers, so a refused flood costs no queries.
 */
const SURELY_FULL = 2;
/** Accounts whose tries were counted in advance. Forgetting them only counts a few too many. */
const SPARES_MAX = 10_000;
/** Created by db/migrations/0003-accounts.ts. */
const TABLE = 'rate_limits';

/**
 * @param timeout in milliseconds; a person waits for the page meanwhile, and gets it without being counted after that
 * @returns counters in Postgres, which all web processes share
 */
export function postgresRateLimiter(connectionString: string, timeout: number = SECOND): RateLimiter {
  const pool = createPool(connectionString, timeout);
  const counterOf = createCounters(pool);
  const spares = new Map<string, { left: number; until: number }>();

  function takeSpare(slot: string): boolean {
    const spare = spares.get(slot);
    if (!spare || spare.left === 0 || performance.now() >= spare.until) return false;
    spare.left -= 1;
    return true;
  }

  function addSpares(slot: string, more: number, window: number): void {
    if (spares.size >= SPARES_MAX) spares.clear();
    const { left, until } = spares.get(slot) ?? { left: 0, until: 0 };
    const isSameWindow = performance.now() < until;
    spares.set(slot, { left: (isSameWindow ? left : 0) + more, until: performance.now() + window });
  }

  return {
    async take(limit, key) {
      const { name, atOnce = 1 } = limit;
      if (atOnce > 1 && takeSpare(`${name}:${key}`)) return null;
      try {
        const { msBeforeNext } = await counterOf(limit).consume(key, atOnce);
        if (atOnce > 1) addSpares(`${name}:${key}`, atOnce - 1, msBeforeNext);
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

/** @returns the counter of a limit, which is made at its first use */
function createCounters(pool: Pool): (limit: Limit) => RateLimiterPostgres {
  const counters = new Map<string, RateLimiterPostgres>();
  return ({ name, tries, within }) => {
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
        // One counter clears the whole table.
        clearExpiredByTimeout: counters.size === 0,
      });
    counters.set(name, counter);
    return counter;
  };
}

function createPool(connectionString: string, timeout: number): Pool {
  const pool = new Pool({
    connectionString,
    max: CONNECTIONS,
    connectionTimeoutMillis: timeout,
    query_timeout: timeout,
    statement_timeout: timeout,
    application_name: 'stillhere-limits',
  });
  // A lost idle connection needs no report: the next query opens another one, or fails itself.
  return pool.on('error', () => undefined);
}
