import { createHmac } from 'node:crypto';
import { LINK_MAILS, LINK_MAILS_FROM, type Limit, WRONG_LINKS_FROM } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { MINUTE, SECOND } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import type { RateLimiter } from '#services/ports/rate-limiter.ts';

/** One counter: a limit, and for whom. */
export interface Counter {
  limit: Limit;
  /** Whatever tells them apart; only a hash of it is kept. */
  of: readonly (string | null)[];
}

type Limited = Pick<Context, 'limits' | 'keyring'>;

/**
 * Counts a try before it is made: the counters in their order, up to the first that refuses. Without a limiter, or when
 * it does not answer, everybody goes on: it is there against guessing, and must never be what keeps people out.
 * @returns takes back a try that was no guess; from these of its counters, or from all
 * @throws AppError too-many-requests with `retry_after` in seconds; such a try counts nowhere else
 */
export async function countTry(
  context: Limited,
  counters: readonly Counter[],
): Promise<(these?: readonly Counter[]) => Promise<void>> {
  const giveBack = async (these: readonly Counter[]) => {
    await Promise.all(these.map((counter) => ask(context, counter, 'giveBack')));
  };
  const counted: Counter[] = [];
  // One after the other: behind the first that refuses, none has to be asked and given back.
  for (const counter of counters) {
    const wait = await ask(context, counter, 'take');
    // Without an answer the others would be waited for in vain, each for as long.
    if (wait === null) break;
    if (wait > 0) {
      await giveBack(counted);
      throw tooMany(wait);
    }
    counted.push(counter);
  }
  return (these = counted) => giveBack(these.filter((counter) => counted.includes(counter)));
}

/**
 * Follows a link. Only those that open nothing are counted: whoever has one that does is never kept waiting.
 * @throws AppError too-many-requests instead of not-found, beyond the limit; what following it throws
 */
export async function followLink<T>(context: Limited, follow: () => Promise<T>): Promise<T> {
  try {
    return await follow();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found')
      await countTry(context, fromAddress(context, WRONG_LINKS_FROM));
    throw error;
  }
}

/**
 * Counts a mail with a link before it is written, whether or not it will be.
 * @throws AppError too-many-requests
 */
export async function countLinkMail(context: Limited, purpose: string, email: string): Promise<void> {
  await countTry(context, [{ limit: LINK_MAILS, of: [purpose, email] }, ...fromAddress(context, LINK_MAILS_FROM)]);
}

/** @returns the counter of a request's network address; none where there is no telling */
export function fromAddress({ limits }: Limited, limit: Limit): Counter[] {
  return limits?.address ? [{ limit, of: [limits.address] }] : [];
}

/** @returns the milliseconds to wait, 0 where it counted, null where it could not be counted */
async function ask(
  { limits, keyring }: Limited,
  { limit, of }: Counter,
  question: keyof Pick<RateLimiter, 'take' | 'giveBack'>,
): Promise<number | null> {
  if (!limits) return null;
  // Hashed with a key: whoever reads the table cannot try all the addresses that there are.
  const hash = createHmac('sha256', keyring.newestLinkKey).update(JSON.stringify(of));
  try {
    return (await limits.limiter[question](limit, hash.digest('base64url'))) ?? 0;
  } catch (error) {
    limits.onFailure(error);
    return null;
  }
}

function tooMany(wait: number): AppError {
  const minutes = Math.ceil(wait / MINUTE);
  const message = `That was too often. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`;
  return new AppError('too-many-requests', message, [], { retry_after: Math.max(1, Math.ceil(wait / SECOND)) });
}
