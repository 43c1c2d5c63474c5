import { PASSWORDS, WRONG_PASSWORDS_AGAIN } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { fromAddressAt } from '#services/limits/limits.ts';
import { tryPassword } from '#services/limits/slow-hashes.ts';
import { recordSecurityEvent } from '#services/security-events.ts';
import COMMON from './common-passwords.json' with { type: 'json' };

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

/**
 * The 10,000 commonest, in lower case: people who guess passwords try them first. From the list of zxcvbn-ts, which orders
 * passwords of published leaks by how often they were used.
 * @see https://github.com/zxcvbn-ts/zxcvbn, packages/languages/common (MIT)
 */
const commonest: ReadonlySet<string> = new Set(COMMON);

/**
 * Refuses a new password that is among the 10,000 commonest, in capitals too. An old one still signs in.
 * @param field of the form or call that has it
 * @throws AppError validation-failed, at this field
 */
export function refuseCommonPassword(password: string, field: 'password' | 'new_password'): void {
  if (commonest.has(password.toLowerCase()))
    throw AppError.atField('validation-failed', field, say(accountRefusals['password-common']));
}
