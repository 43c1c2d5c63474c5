import type { Limit } from '#domain/accounts/limits.ts';
import { MINUTE } from '#domain/time/durations.ts';
import type { Context } from '#services/context.ts';
import { type Counter, countTry } from './limits.ts';

/** What asks: a program with a token, or a browser with a cookie. */
export type Caller = 'program' | 'browser';

/** Of a large limit several calls are counted at once: a page then rarely waits for the counter. */
const AT_ONCE = 5;
const LARGE = 300;

function callLimit(name: string, tries: number): Limit {
  return { name, tries, within: MINUTE, atOnce: tries < LARGE ? 1 : AT_ONCE };
}

/**
 * Counts a request of a signed-in account. Programs and browsers count apart, so that a program that runs away leaves its
 * owner the pages on which they can end it. A check-in and "I'm back" must not be counted: nothing may refuse them.
 * @throws AppError too-many-requests beyond the limit of a minute, with `retry_after` in seconds
 */
export async function countCall(
  context: Pick<Context, 'limits' | 'keyring'>,
  accountId: string,
  caller: Caller,
  isWrite: boolean,
): Promise<void> {
  const { calls, writes } = context.limits?.perMinute ?? { calls: 0, writes: 0 };
  const counter = (name: string, tries: number): Counter[] =>
    tries > 0 ? [{ limit: callLimit(`${name}-${caller}`, tries), of: [accountId] }] : [];
  await countTry(context, [...counter('calls', calls), ...(isWrite ? counter('writes', writes) : [])]);
}
