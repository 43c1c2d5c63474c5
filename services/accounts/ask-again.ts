import { WRONG_PASSWORDS_AGAIN } from '#domain/accounts/limits.ts';
import type { Context } from '#services/context.ts';
import { tryPassword } from './try-password.ts';

/**
 * Checks the password of somebody who is signed in already, before something that cannot be taken back.
 * @param storedHash null where the account has no password
 * @throws AppError too-many-requests after many wrong ones, unavailable when very many wait
 */
export function isOwnPassword(
  context: Context,
  userId: string,
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const here = context.limits?.address ?? null;
  return tryPassword(context, [{ limit: WRONG_PASSWORDS_AGAIN, of: [userId, here] }], storedHash, password);
}
