import { WRONG_PASSWORDS_AGAIN } from '#domain/accounts/limits.ts';
import type { Context } from '#services/context.ts';
import { countTry } from '#services/limits/limits.ts';
import { checkPassword } from './passwords.ts';

/**
 * Checks the password of somebody who is signed in already, before something that cannot be taken back.
 * @param storedHash null where the account has no password
 * @throws AppError too-many-requests after many wrong ones
 */
export async function isOwnPassword(
  context: Context,
  userId: string,
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const here = context.limits?.address ?? null;
  const giveBack = await countTry(context, [{ limit: WRONG_PASSWORDS_AGAIN, of: [userId, here] }]);
  const isRight = await checkPassword(storedHash, password);
  if (isRight) await giveBack();
  return isRight;
}
