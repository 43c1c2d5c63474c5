import type { Context } from '#services/context.ts';
import { type Counter, countTry } from '#services/limits/limits.ts';
import { checkPassword } from './passwords.ts';

/**
 * Checks a password, and counts it as a try unless it is right. One that could not be looked at is no try either.
 * @param storedHash null where there is no account, or none with a password
 * @throws AppError too-many-requests after many wrong ones, before looking at another; unavailable when very many wait
 */
export async function tryPassword(
  context: Context,
  counters: readonly Counter[],
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const giveBack = await countTry(context, counters);
  let isWrong = false;
  try {
    isWrong = !(await checkPassword(storedHash, password));
    return !isWrong;
  } finally {
    if (!isWrong) await giveBack();
  }
}
