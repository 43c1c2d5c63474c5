import type { Context } from '#services/context.ts';
import { type Counter, countTry } from '#services/limits/limits.ts';
import { checkPassword, inTurn, type PasswordOwner } from './passwords.ts';

/** One try at a password: whose it is, and where it counts. */
export interface PasswordTry extends PasswordOwner {
  /** Counts right passwords, too. */
  all: readonly Counter[];
  /** Counts wrong passwords only. */
  wrong: readonly Counter[];
}

/**
 * Checks a password in turn, and counts it. It is counted when its turn has come: what is still waiting is no try yet, so
 * many right passwords at once are not taken for guesses, and a flood waits in the queue and not at the counters.
 * @param storedHash null where there is no account, or none with a password
 * @throws AppError too-many-requests after too many tries, before looking at another; unavailable when very many wait
 */
export function tryPassword(
  context: Context,
  { all, wrong, ...owner }: PasswordTry,
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  return inTurn(context, owner, async () => {
    const giveBack = await countTry(context, [...wrong, ...all]);
    const isRight = await checkPassword(storedHash, password);
    if (isRight) await giveBack(wrong);
    return isRight;
  });
}
