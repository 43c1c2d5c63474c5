import { createHmac } from 'node:crypto';
import { LINK_MAILS, LINK_MAILS_FROM, type Limit, WRONG_LINKS_FROM } from '#domain/accounts/limits.ts';
import { networksOf } from '#domain/accounts/networks.ts';
import { AppError } from '#domain/errors.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#domain/time/durations.ts';
import { requestRefusals } from '#messages/en/request-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import type { RateLimiter } from '#services/ports/rate-limiter.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

/** One counter: a limit, and what it counts for. */
export interface Counter {
  limit: Limit;
  /** Identifies the counter, such as an account and a network address; only a keyed hash of it is stored. */
  of: readonly (string | null)[];
}

type Limited = Pick<Context, 'limits' | 'keyring' | 'onSecurityEvent'>;

/**
 * Counts a try before it is made, in each counter up to the first that refuses. Without a limiter, or when it fails, the
 * try goes on: the limiter is against guessing, and its failure must not lock people out.
 * @returns a function that takes the try back, from some of its counters or from all: it was no guess
 * @throws AppError too-many-requests with `retry_after` in seconds; the other counters do not count the try
 */
export async function countTry(
  context: Limited,
  counters: readonly Counter[],
): Promise<(these?: readonly Counter[]) => Promise<void>> {
  const giveBack = async (these: readonly Counter[]) => {
    await Promise.all(these.map((counter) => ask(context, counter, 'giveBack')));
  };
  const counted: Counter[] = [];
  // In sequence, so that no counter after the first that refuses is raised.
  for (const counter of counters) {
    const wait = await ask(context, counter, 'take');
    // The limiter failed: asking the other counters would only cost as much time again.
    if (wait === null) break;
    if (wait > 0) {
      await giveBack(counted);
      recordSecurityEvent(context, 'limit-reached', { about: counter.limit.name });
      throw tooMany(wait);
    }
    counted.push(counter);
  }
  return (these = counted) => giveBack(these.filter((counter) => counted.includes(counter)));
}

/**
 * Follows a link. Counts only links that are not valid, so that a person with a valid one never has to wait.
 * @throws AppError too-many-requests instead of not-found, beyond the limit; what `follow` throws
 */
export async function followLink<T>(context: Limited, follow: () => Promise<T>): Promise<T> {
  try {
    return await follow();
  } catch (error) {
    if (error instanceof AppError && error.code === 'not-found') {
      recordSecurityEvent(context, 'link-not-valid');
      await countTry(context, fromAddress(context, WRONG_LINKS_FROM));
    }
    throw error;
  }
}

/**
 * Counts a request for a mail with a link, also when no mail will be sent.
 * @throws AppError too-many-requests
 */
export async function countLinkMail(context: Limited, purpose: string, email: string): Promise<void> {
  await countTry(context, [{ limit: LINK_MAILS, of: [purpose, email] }, ...fromAddress(context, LINK_MAILS_FROM)]);
}

/** More people share a wider network: how many times the tries of an address it has, for a /56 and a /48 of IPv6. */
const WIDER = [1, 4, 16];

/** @returns the counters of a request's network address and of the wider networks around it; none when it is unknown */
export function fromAddress({ limits }: Limited, limit: Limit): Counter[] {
  return limits?.address ? countersOf(limits.address, limit, []) : [];
}

/** @returns the same for what concerns one account; where the address is unknown, the counter of that account alone */
export function fromAddressAt({ limits }: Limited, limit: Limit, account: string): Counter[] {
  return limits?.address ? countersOf(limits.address, limit, [account]) : [{ limit, of: [account, null] }];
}

function countersOf(address: string, limit: Limit, of: readonly string[]): Counter[] {
  return networksOf(address).map((network, index) => {
    const { name, tries, within } = limit;
    const wider = { name: `${name}-wider-${index}`, tries: tries * (WIDER[index] ?? 1), within };
    return { limit: index === 0 ? limit : wider, of: [...of, network] };
  });
}

/** @returns the milliseconds to wait; 0 when the try was counted, null when the limiter failed */
async function ask(
  { limits, keyring }: Limited,
  { limit, of }: Counter,
  question: keyof Pick<RateLimiter, 'take' | 'giveBack'>,
): Promise<number | null> {
  if (!limits) return null;
  // With a key, so that nobody who can read the table can try all addresses.
  const hash = createHmac('sha256', keyring.newestLinkKey).update(JSON.stringify(of));
  try {
    return (await limits.limiter[question](limit, hash.digest('base64url'))) ?? 0;
  } catch (error) {
    limits.onFailure(error);
    return null;
  }
}

function tooMany(wait: number): AppError {
  return new AppError('too-many-requests', sayWait(wait), [], { retry_after: Math.max(1, Math.ceil(wait / SECOND)) });
}

function sayWait(wait: number): string {
  if (wait > 2 * DAY) return say(requestRefusals['too-often-days'], { days: Math.ceil(wait / DAY) });
  if (wait > 2 * HOUR) return say(requestRefusals['too-often-hours'], { hours: Math.ceil(wait / HOUR) });
  return say(requestRefusals['too-often'], { minutes: Math.ceil(wait / MINUTE) });
}

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
