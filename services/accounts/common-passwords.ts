import { PASSWORD_MIN } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Refuses a new password that attackers try first: those seen most often in breaches, in capitals as well.
 * @param field of the form or call that the password came from
 * @throws AppError validation-failed at that field
 */
export async function refuseCommonPassword(field: 'password' | 'new_password', password: string): Promise<void> {
  common ??= loadCommonPasswords();
  if (!(await common).has(password.toLowerCase())) return;
  throw AppError.atField('validation-failed', field, say(accountRefusals['common-password']));
}

/** More than 40,000, some megabytes: loaded when the first password is chosen. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common'].filter((password) => password.length >= PASSWORD_MIN));
}
