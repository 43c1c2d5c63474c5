import { PASSWORDS, WRONG_PASSWORDS_AGAIN } from '#domain/accounts/limits.ts';
import type { Context } from '#services/context.ts';
import { tryPassword } from './try-password.ts';

/**
 * Checks the password of somebody who is signed in already, before something that cannot be taken back.
 * @param storedHash null where the account has no password
 * @throws AppError too-many-requests after too many tries, unavailable when very many wait
 */
export function isOwnPassword(
  context: Context,
  userId: string,
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const of = [userId, context.limits?.address ?? null];
  const all = [{ limit: PASSWORDS, of }];
  const wrong = [{ limit: WRONG_PASSWORDS_AGAIN, of }];
  return tryPassword(context, { account: userId, isKnown: true, all, wrong }, storedHash, password);
}
