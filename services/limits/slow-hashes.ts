/** What people know and nobody may guess, passwords and answers: hashed slowly, a few at a time, and tried a few times. */
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { networksOf } from '#domain/accounts/networks.ts';
import { AppError } from '#domain/errors.ts';
import { FairQueue, type Requester } from '#domain/fair-queue.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { type Counter, countTry } from './limits.ts';

/** argon2id (the library's default), with more than OWASP asks for: 64 MiB, 3 passes. */
const OPTIONS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/**
 * Each hash takes 64 MiB, a core, and one of the four threads that also read files and resolve host names. So a burst of
 * sign-ins waits in a queue.
 */
const CONCURRENCY = Math.min(3, availableParallelism());
/** Leaves one of three free for other networks. A person needs one, or two after pressing the button twice. */
const CONCURRENCY_PER_NETWORK = 2;
/** About ten seconds of waiting. A request beyond it is refused at once. */
const QUEUE_LENGTH = 50 * CONCURRENCY;
/** Enough for a school class behind one address; other networks still have half of the queue. */
const QUEUE_LENGTH_PER_LINE = QUEUE_LENGTH / 2;

/** A request is refused while another one enters, so the words are those of the one that was refused: see inQueue. */
const QUEUE_FULL = new Error('Too many hashes wait.');

const queue = new FairQueue(
  {
    running: CONCURRENCY,
    runningPerNetwork: CONCURRENCY_PER_NETWORK,
    waiting: QUEUE_LENGTH,
    waitingPerLine: QUEUE_LENGTH_PER_LINE,
  },
  () => QUEUE_FULL,
);

/** The owner of a password: `account` is a user's id, or an email while no account is known. */
export type PasswordOwner = Omit<Requester, 'networks'>;

/** One try at a password, and the counters that it raises. */
export interface PasswordTry extends PasswordOwner {
  /** Count every password. */
  all: readonly Counter[];
  /** Count wrong passwords only. */
  wrong: readonly Counter[];
}

/**
 * Hashes a password, once the queue allows it.
 * @returns the argon2id hash to store
 * @throws AppError unavailable when the queue is full
 */
export function hashPassword(
  context: Pick<Context, 'limits' | 'hungUp'>,
  owner: PasswordOwner,
  password: string,
): Promise<string> {
  return inQueue(context, owner, () => hash(password, OPTIONS));
}

/**
 * Checks a password once the queue allows it, and counts the try. It counts when the check begins, not when it is queued:
 * many right passwords at once are then no guesses, and a flood waits in the queue and not at the counters.
 * @param storedHash null without an account, or for one without a password; the check then takes as long
 * @throws AppError too-many-requests, before the check, beyond a limit; unavailable when the queue is full
 */
export async function tryPassword(
  context: Context,
  owner: PasswordTry,
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const [isRight = false] = await tryPasswords(context, owner, [storedHash], password);
  return isRight;
}

/**
 * The same for one password that may be any of several. Each is checked, whichever is right: neither the answer nor its time
 * shows which.
 * @param storedHashes null for one that there is not
 * @returns of each whether it is this password
 */
export function tryPasswords(
  context: Context,
  { all, wrong, ...owner }: PasswordTry,
  storedHashes: readonly (string | null)[],
  password: string,
): Promise<boolean[]> {
  return inQueue(context, owner, async () => {
    const giveBack = await countTry(context, [...wrong, ...all]);
    const areRight: boolean[] = [];
    for (const storedHash of storedHashes) areRight.push(await checkPassword(storedHash, password));
    if (areRight.includes(true)) await giveBack(wrong);
    return areRight;
  });
}

/**
 * Shares the queue fairly between networks and accounts (domain/fair-queue.ts). Without a network address each account
 * counts as a network.
 * @throws AppError unavailable, in the language of this request, when the queue is full
 */
async function inQueue<T>(
  { limits, hungUp }: Pick<Context, 'limits' | 'hungUp'>,
  owner: PasswordOwner,
  work: () => Promise<T>,
): Promise<T> {
  const networks = limits?.address ? networksOf(limits.address) : [owner.account];
  try {
    return await queue.run({ ...owner, networks }, work, hungUp);
  } catch (error) {
    if (error !== QUEUE_FULL) throw error;
    throw new AppError('unavailable', say(accountRefusals['too-many-sign-ins']));
  }
}

/** The hash of a password that no account has. Checking it makes an unknown email take as long as a wrong password. */
const DUMMY_HASH = '$argon2id$v=19$m=65536,t=3,p=1$O4MK6/jre2AVLj/u6Asyqw$Bq+LdjiE4AwfixVpXBaBcx5cpgX7vBEafAcCbZXRXxg';

async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(storedHash ?? DUMMY_HASH, password).catch(() => false);
  return storedHash !== null && isRight;
}
