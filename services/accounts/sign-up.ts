import { isUniqueViolation, query } from '#db/query.ts';
import type { SignUp } from '#domain/accounts/accounts.schema.ts';
import { SIGN_UPS_FROM } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import { accountRefusals } from '#messages/en/account-refusals.ts';
import { say } from '#messages/say.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { countTry, fromAddress } from '#services/limits/limits.ts';
import { toAccountView } from './account.ts';
import { mailLink } from './account-mails.ts';
import { hashPassword } from './passwords.ts';
import { type Device, openSession, type SecretKind, type SignedIn } from './sessions.ts';
import { signIn } from './sign-in.ts';

/**
 * Opens an account, mails the link that confirms its address, and signs in.
 * @param kind of the session's secret: a cookie for pages, a token for programs
 * @throws AppError conflict when the email has an account, too-many-requests, unavailable when the queue of passwords is full
 */
export async function signUp(context: Context, input: SignUp, device: Device, kind: SecretKind): Promise<SignedIn> {
  await countTry(context, fromAddress(context, SIGN_UPS_FROM));
  const passwordHash = await hashPassword(context, { account: input.email, isKnown: false }, input.password);
  return openAccount(context, { ...input, passwordHash }, device, kind);
}

/**
 * Opens an account from a form that may be sent twice: signs in when the account exists and the password is right. That
 * counts like any other sign-in.
 * @throws AppError as `signUp` does; conflict also when the password is wrong
 */
export async function signUpOnce(context: Context, input: SignUp, device: Device, kind: SecretKind): Promise<SignedIn> {
  try {
    return await signUp(context, input, device, kind);
  } catch (conflict) {
    if (!(conflict instanceof AppError) || conflict.code !== 'conflict') throw conflict;
    return signIn(context, input, device, kind).catch((error: unknown) => {
      throw error instanceof AppError ? conflict : error;
    });
  }
}

/**
 * Opens an account with a password that is hashed already; otherwise like `signUp`.
 * @throws AppError conflict when the email has an account
 */
export async function openAccount(
  context: Context,
  input: Omit<SignUp, 'password'> & { passwordHash: string },
  device: Device,
  kind: SecretKind,
): Promise<SignedIn> {
  const id = newId();
  const user = {
    id,
    email: input.email,
    name: input.name,
    password_hash: input.passwordHash,
    email_confirmed_at: null,
    time_zone: input.time_zone,
    wrapped_key: context.keyring.createPersonKey(id).wrapped,
    created_at: context.now,
  };
  try {
    const secret = await context.em.transactional(async (em) => {
      await query(em).insertInto('users').values(user).execute();
      await mailLink({ ...context, em }, { userId: id, purpose: 'confirm-email', email: input.email });
      return openSession({ ...context, em }, id, device, kind);
    });
    return { user: toAccountView({ ...user, picture_id: null }), secret };
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw AppError.atField('conflict', 'email', say(accountRefusals['email-taken']));
  }
}
