import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { User } from '#db/entities/accounts.ts';
import type { SignUp } from '#domain/accounts/accounts.schema.ts';
import { SIGN_UPS_FROM } from '#domain/accounts/limits.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { countTry, fromAddress } from '#services/limits/limits.ts';
import { toAccountView } from './account-view.ts';
import { mailLink } from './mail-link.ts';
import { hashPassword } from './passwords.ts';
import { type Device, openSession, type SecretKind, type SignedIn } from './sessions.ts';

/**
 * Opens an account and signs in; a mail asks to confirm the address.
 * @param kind what the session is for: pages have a cookie, programs a token
 * @throws AppError conflict when the email has an account, too-many-requests, unavailable when very many wait
 */
export async function signUp(context: Context, input: SignUp, device: Device, kind: SecretKind): Promise<SignedIn> {
  await countTry(context, fromAddress(context, SIGN_UPS_FROM));
  const passwordHash = await hashPassword(context, { account: input.email, isKnown: false }, input.password);
  return openAccount(context, { ...input, passwordHash }, device, kind);
}

/**
 * Opens an account whose password has been hashed, and signs in; a mail asks to confirm the address.
 * @throws AppError conflict when the email has an account
 */
export async function openAccount(
  context: Context,
  input: Omit<SignUp, 'password'> & { passwordHash: string },
  device: Device,
  kind: SecretKind,
): Promise<SignedIn> {
  const id = newId();
  const { wrapped } = context.keyring.createPersonKey(id);
  const user = {
    id,
    email: input.email,
    name: input.name,
    passwordHash: input.passwordHash,
    emailConfirmedAt: null,
    timeZone: input.time_zone,
    wrappedKey: wrapped,
    createdAt: context.now,
  };
  try {
    const secret = await context.em.transactional(async (em) => {
      await em.insert(User, user);
      await mailLink({ ...context, em }, { userId: id, purpose: 'confirm-email', email: input.email });
      return openSession({ ...context, em }, id, device, kind);
    });
    const row = { ...user, email_confirmed_at: null, time_zone: user.timeZone, picture_id: null };
    return { user: toAccountView(row), secret };
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const message = 'This email already has an account. Sign in instead.';
    throw new AppError('conflict', message, [{ field: 'email', message }]);
  }
}
