import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { User } from '#db/entities/accounts.ts';
import type { SignUp } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { newId } from '#services/ids.ts';
import { type AccountView, toAccountView } from './account-view.ts';
import { hashPassword } from './passwords.ts';
import { type Device, openSession } from './sessions.ts';

/**
 * Opens an account and signs in.
 * @returns the account, and the secret of its session's cookie
 * @throws AppError conflict when the email has an account
 */
export async function signUp(
  context: Context,
  input: SignUp,
  device: Device,
): Promise<{ user: AccountView; cookieSecret: string }> {
  const passwordHash = await hashPassword(input.password);
  const id = newId();
  const { wrapped } = context.keyring.createPersonKey(id);
  const user = {
    id,
    email: input.email,
    name: input.name,
    passwordHash,
    timeZone: input.time_zone,
    wrappedKey: wrapped,
    createdAt: context.now,
  };
  try {
    const cookieSecret = await context.em.transactional(async (em) => {
      await em.insert(User, user);
      return openSession({ ...context, em }, id, device);
    });
    return { user: toAccountView(user), cookieSecret };
  } catch (error) {
    if (!(error instanceof UniqueConstraintViolationException)) throw error;
    const message = 'This email already has an account. Sign in instead.';
    throw new AppError('conflict', message, [{ field: 'email', message }]);
  }
}
