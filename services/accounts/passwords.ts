import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#domain/errors.ts';
import { FairQueue, type Requester } from '#domain/fair-queue.ts';
import type { Context } from '#services/context.ts';

/** argon2id (the library's default), with more than OWASP asks for: 64 MiB, 3 passes. */
const OPTIONS = { memoryCost: 65_536, timeCost: 3, parallelism: 1 };

/**
 * Each hash takes 64 MiB, a core, and one of the four threads that files and names of hosts are read with, too: a burst
 * of sign-ins waits in line instead of taking the machine.
 */
const AT_ONCE = Math.min(3, availableParallelism());
/**
 * Where three run at once, another network finds one that is free. So no account has more than two from one network,
 * either: a person signs in once, and perhaps presses the button twice.
 */
const AT_ONCE_PER_NETWORK = 2;
/** Some ten seconds of waiting. Who comes to a longer line is told so, rather than kept until they give up. */
const WAITING = 50 * AT_ONCE;
/** A school class behind one address that signs in at once; another network still finds half of the queue empty. */
const WAITING_PER_LINE = WAITING / 2;

const BUSY = 'Very many people are signing in at this moment. Please try again in a minute.';

const queue = new FairQueue(
  {
    running: AT_ONCE,
    runningPerNetwork: AT_ONCE_PER_NETWORK,
    waiting: WAITING,
    waitingPerLine: WAITING_PER_LINE,
  },
  () => new AppError('unavailable', BUSY),
);

/** Whose password it is: `account` is an email where no account is known, else a user's id. */
export type PasswordOwner = Omit<Requester, 'network'>;

type Asking = Pick<Context, 'limits' | 'hungUp'>;

/**
 * Waits until a password may be checked or hashed, shared fairly between networks and accounts (domain/fair-queue.ts).
 * Where requests have no network address, each account counts as a network.
 * @throws AppError unavailable when very many wait already; whatever the work throws
 */
export function inTurn<T>({ limits, hungUp }: Asking, owner: PasswordOwner, work: () => Promise<T>): Promise<T> {
  return queue.run({ ...owner, network: limits?.address ?? owner.account }, work, hungUp);
}

/**
 * Hashes a password, in turn.
 * @returns the argon2id hash to store
 * @throws AppError unavailable when very many wait already
 */
export function hashPassword(context: Asking, owner: PasswordOwner, password: string): Promise<string> {
  return inTurn(context, owner, () => hash(password, OPTIONS));
}

/** Of a password nobody has: checked when there is no account, so that an unknown email takes as long as a wrong password. */
const NOBODY = '$argon2id$v=19$m=65536,t=3,p=1$O4MK6/jre2AVLj/u6Asyqw$Bq+LdjiE4AwfixVpXBaBcx5cpgX7vBEafAcCbZXRXxg';

/**
 * Checks a password at once: call it in turn.
 * @returns whether the password is right; false, after the same time, where there is no hash
 */
export async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  const isRight = await verify(storedHash ?? NOBODY, password).catch(() => false);
  return storedHash !== null && isRight;
}
