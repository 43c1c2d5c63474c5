import { PASSWORDS, WRONG_PASSWORDS_AGAIN } from '#domain/accounts/limits.ts';
import type { Context } from '#services/context.ts';
import { fromAddressAt } from '#services/limits/limits.ts';
import { tryPassword } from '#services/limits/slow-hashes.ts';
import { recordSecurityEvent } from '#services/security-events.ts';

export { hashPassword, type PasswordTry, tryPassword } from '#services/limits/slow-hashes.ts';

/**
 * Checks the password of a person who is signed in, before something that cannot be undone.
 * @param storedHash null when the account has no password
 * @throws AppError too-many-requests beyond a limit, unavailable when the queue is full
 */
export async function isOwnPassword(
  context: Context,
  userId: string,
  storedHash: string | null,
  password: string,
): Promise<boolean> {
  const all = fromAddressAt(context, PASSWORDS, userId);
  const wrong = fromAddressAt(context, WRONG_PASSWORDS_AGAIN, userId);
  const isRight = await tryPassword(context, { account: userId, isKnown: true, all, wrong }, storedHash, password);
  recordSecurityEvent(context, isRight ? 'owner-proved' : 'owner-not-proved', { account: userId, factor: 'password' });
  return isRight;
}
