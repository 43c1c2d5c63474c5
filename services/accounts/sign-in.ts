import { User } from '#db/entities/accounts.ts';
import type { SignIn } from '#domain/accounts/accounts.schema.ts';
import { AppError } from '#domain/errors.ts';
import type { Context } from '#services/context.ts';
import { type AccountView, toAccountView } from './account-view.ts';
import { checkPassword } from './passwords.ts';
import { type Device, openSession } from './sessions.ts';

/**
 * Signs in with email and password.
 * @returns the account, and the secret of its session's cookie
 * @throws AppError unauthenticated, in the same words and after the same time for an unknown email and a wrong password
 */
export async function signIn(
  context: Context,
  input: SignIn,
  device: Device,
): Promise<{ user: AccountView; cookieSecret: string }> {
  const user = await context.em.findOne(User, { email: input.email });
  const isRight = await checkPassword(user?.passwordHash ?? null, input.password);
  if (!user || !isRight) throw new AppError('unauthenticated', 'This email and password do not belong together.');
  return { user: toAccountView(user), cookieSecret: await openSession(context, user.id, device) };
}
