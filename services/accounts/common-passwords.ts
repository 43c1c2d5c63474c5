import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import COMMON from './common-passwords.json' with { type: 'json' };

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
